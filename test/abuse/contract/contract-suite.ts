import { BREACHES } from '../../security/support/strict-tally.ts';
import type { AbuseSuite } from '../harness/suite.ts';
import { attackWithBodies } from './body-attack.ts';
import { openContractBench } from './contract-bench.ts';
import { attackWithHttp } from './http-attack.ts';
import { attackWithQueries } from './query-attack.ts';
import { CONTRACT_SABOTAGES } from './sabotages.ts';
import { attackSockets } from './socket-attack.ts';
import { attackWithFurtherFields } from './talkative-attack.ts';

export const contractSuite: AbuseSuite = {
  name: 'contract',
  title:
    'queries, bodies, requests and bytes that are right or nearly so, against an oracle and the description',
  counts: [
    { name: 'requests', least: 50_000 },
    { name: 'requests accepted', least: 15_000 },
  ],
  breaches: Object.values(BREACHES),
  sabotages: CONTRACT_SABOTAGES,

  async run(run) {
    const bench = await openContractBench(run);
    await attackWithFurtherFields(bench);
    await Promise.all([
      attackWithQueries(bench),
      attackWithBodies(bench),
      attackWithHttp(bench),
      attackSockets(bench),
    ]);
    await bench.stop();
    run.tell('seed', String(run.seed));
  },
};
