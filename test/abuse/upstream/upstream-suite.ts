import type { AbuseSuite } from '../harness/suite.ts';
import { sufferChaos } from './chaos.ts';
import { countRepeats } from './counted-repeats.ts';
import { SABOTAGES } from './sabotages.ts';
import { raiseStorms } from './sign-in-storm.ts';
import { turnBreaker } from './turning-breaker.ts';
import { layGround } from './upstream-ground.ts';
import { showCertificates } from './wrong-certificates.ts';

export const upstreamSuite: AbuseSuite = {
  name: 'upstream',
  title: 'another deployment is down, slow, wrong or hostile while it is asked',
  counts: [
    { name: 'mishaps', least: 20 },
    { name: 'calls', least: 2_900 },
    { name: 'certificates shown', least: 160 },
    { name: 'storms', least: 80 },
    { name: 'calls while open', least: 10_000 },
    { name: 'probes', least: 10 },
  ],
  breaches: [
    'outcomes other than due',
    'deadlines missed',
    'raw texts shown',
    'calls at another address',
    'certificates misjudged',
    'keys sent to whom nobody vouches for',
    'logins other than due',
    'calls through while open',
    'probes other than one',
    'good calls refused',
    'repeats other than due',
    'amplifications above 1.3',
  ],
  sabotages: SABOTAGES,

  async run(run) {
    const ground = layGround(run);
    const before = process.memoryUsage().rss;
    const others = async () => {
      await raiseStorms(ground);
      await turnBreaker(ground);
      await countRepeats(ground);
    };
    await Promise.all([sufferChaos(ground), others()]);
    // The switch of the environment is that of the whole process: nothing else runs meanwhile.
    await showCertificates(ground);
    const grown = (process.memoryUsage().rss - before) / 1024 ** 2;
    run.tell('memory', `${grown < 0 ? '' : '+'}${Math.round(grown)} MB`);
  },
};
