import { systemClock } from '../../../electron/base/clock.ts';
import { createRetryBudget } from '../../../electron/base/retry.ts';
import { retryingPlatform } from '../../../electron/exports/export-platform.ts';
import { createKeyedPlatform } from '../../../electron/exports/keyed-platform.ts';
import { hurriedClock } from '../../security/support/hurried-clock.ts';
import { STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { seededRandom } from '../../unit/webhooks/seeded-random.ts';
import type { SuiteSize } from '../harness/suite.ts';
import { createReader, SHOPS_ANSWER, sendJson, startStub, type UpstreamBench } from './stub-deployment.ts';

const MOST_AMPLIFICATION = 1.3;
const LONGER = 1.25;
const CALLS: Readonly<Record<SuiteSize, number>> = { full: 600, tenth: 200, short: 100 };
const EVERY_MS = 1_000;

/** How the deployment answers the call of that number, from 1. */
type StatusOf = (arrival: number) => number;

/** Reads as exports do, on a clock on which no pause takes any time, of a deployment with the given statuses. */
async function openExportReader({ run, open }: UpstreamBench, statusOf: StatusOf) {
  const stub = await startStub((_request, response) => {
    const status = statusOf(stub.arrivals());
    const headers = status === 429 ? { 'retry-after': '60' } : {};
    sendJson(response, status, status === 200 ? SHOPS_ANSWER : {}, headers);
  });
  const clock = hurriedClock(0);
  // Deadlines go by the system's clock, everything else by the other one.
  const deadlines = { now: clock.now, after: systemClock.after };
  const upstream = open({ baseAddress: `http://127.0.0.1:${stub.port}`, clock: deadlines });
  const plain = createKeyedPlatform({ readJson: createReader(upstream) });
  const sparing = { budget: createRetryBudget(), random: seededRandom(run.seed) };
  const retrying = retryingPlatform(plain, clock, undefined, sparing);
  const ask = (platform: typeof plain) =>
    platform.listReference(STAND_IN_CALLER, 'shops').catch((error: unknown) => error);
  return {
    clock,
    arrivals: stub.arrivals,
    inBackground: () => ask(retrying),
    whileUserWaits: () => ask(plain),
    async close() {
      upstream.close();
      await stub.close();
    },
  };
}

/** How often calls reach a deployment that fails: alone, in part, and for ten minutes. */
export async function countRepeats(bench: UpstreamBench): Promise<void> {
  await expectPauses(bench, 500, [2_000, 8_000, 30_000]);
  await expectPauses(bench, 429, [60_000, 60_000, 60_000]);
  await expectPauses(bench, 400, []);
  await expectPauses(bench, 401, []);
  await expectAmplification(bench, 'one in three fails', (arrival) => (arrival % 3 === 0 ? 502 : 200));
  await expectAmplification(bench, 'down for ten minutes', () => 503);
}

async function expectPauses(bench: UpstreamBench, status: number, pauses: readonly number[]): Promise<void> {
  const { run } = bench;
  const reader = await openExportReader(bench, () => status);
  await reader.inBackground();
  const { waits } = reader.clock;
  const isDue = waits.every((wait, at) => wait >= (pauses[at] ?? 0) && wait <= (pauses[at] ?? 0) * LONGER);
  if (waits.length !== pauses.length || !isDue) {
    run.breach('repeats other than due', `${status}: after ${waits.map(Math.round).join(', ')} ms`);
  }
  const before = reader.arrivals();
  if (before !== pauses.length + 1) run.breach('repeats other than due', `${status}: ${before} arrivals`);
  await reader.whileUserWaits();
  const further = reader.arrivals() - before;
  if (further !== 1) run.breach('repeats other than due', `${status}: ${further} while the user waits`);
  run.count('calls', 2);
  await reader.close();
}

async function expectAmplification(bench: UpstreamBench, name: string, statusOf: StatusOf): Promise<void> {
  const { run } = bench;
  const calls = CALLS[run.size];
  const reader = await openExportReader(bench, statusOf);
  for (let left = calls; left > 0; left -= 1) {
    await reader.inBackground();
    reader.clock.pass(EVERY_MS);
  }
  const amplification = reader.arrivals() / calls;
  run.count('calls', calls);
  run.tell(`amplification, ${name}:`, amplification.toFixed(2));
  if (amplification > MOST_AMPLIFICATION) run.breach('amplifications above 1.3', `${name}: ${amplification}`);
  await reader.close();
}
