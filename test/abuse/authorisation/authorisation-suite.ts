import { BREACHES } from '../../security/support/authorisation/findings.ts';
import type { AbuseSuite } from '../harness/suite.ts';
import { authorisationWalks } from './authorisation-walks.ts';
import { openOverheardShop } from './overheard-shop.ts';
import { AUTHORISATION_SABOTAGES } from './sabotages.ts';

export const authorisationSuite: AbuseSuite = {
  name: 'authorisation',
  title: 'two accounts, every role and lock, try every endpoint with the ids of others',
  counts: [
    { name: 'calls of endpoints', least: 1_000 },
    { name: 'pairs of who asks and an id', least: 20_000 },
    { name: 'calls of webhooks', least: 2_500 },
    { name: 'kinds of records beyond the endpoints', least: 9 },
    { name: 'answers while others sell', least: 900 },
  ],
  breaches: Object.values(BREACHES),
  sabotages: AUTHORISATION_SABOTAGES,

  async run(run) {
    const shop = await openOverheardShop(run);
    for (const { counts, walk } of authorisationWalks(run.size)) {
      const { tried, breaches } = await walk(shop);
      run.count(counts, tried);
      for (const { kind, sentence } of breaches) run.breach(BREACHES[kind], sentence);
      // What is wrong by now needs no further proof.
      if (run.size !== 'full' && breaches.length > 0) break;
    }
    await shop.stop();
  },
};
