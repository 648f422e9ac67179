import type { AbuseSuite } from '../harness/suite.ts';
import { DELIVERY_SABOTAGES } from './delivery-sabotages.ts';
import { runLoadTrial } from './load-trial.ts';
import { runScheduleTrial } from './schedule-trial.ts';
import { runSignatureTrial } from './signature-trial.ts';

const ENDPOINTS = 1_000;
const ENDPOINTS_UNDER_LOAD = 40;
const BODIES = 10_000;
/** As many as a small run needs to have every kind of answer in it. */
const FEWEST_ENDPOINTS = 40;
const FEWEST_UNDER_LOAD = 2;

export const deliverySuite: AbuseSuite = {
  name: 'delivery',
  title: 'receivers fail in every way, secrets are rotated, and the computer is off for three days',
  counts: [
    { name: 'endpoints', least: ENDPOINTS },
    { name: 'attempts', least: 6 * ENDPOINTS },
    { name: 'messages under load', least: 2_000 },
    { name: 'rotations', least: ENDPOINTS_UNDER_LOAD },
    { name: 'signatures checked', least: 12 * ENDPOINTS },
    { name: 'random bodies', least: BODIES },
  ],
  breaches: [
    'off schedule',
    'skipped',
    'needless attempts',
    'wrong state',
    'log and receiver differ',
    'burst after the pause',
    'signature failures',
    'timestamp is not that of the attempt',
    'a retry is another message',
    'never told',
    'out of order',
  ],
  sabotages: DELIVERY_SABOTAGES,

  async run(run) {
    await runSignatureTrial(run, run.scaled(BODIES));
    await runScheduleTrial(run, Math.max(FEWEST_ENDPOINTS, run.scaled(ENDPOINTS)));
    await runLoadTrial(run, Math.max(FEWEST_UNDER_LOAD, run.scaled(ENDPOINTS_UNDER_LOAD)));
  },
};
