import type { RequestListener } from 'node:http';
import { systemClock } from '../../../electron/base/clock.ts';
import { createRetryBudget } from '../../../electron/base/retry.ts';
import { retryingPlatform } from '../../../electron/exports/export-platform.ts';
import { createKeyedPlatform } from '../../../electron/exports/keyed-platform.ts';
import { createKeyedReader } from '../../../electron/platform/remote/keyed-reader.ts';
import { STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { seededRandom } from '../../unit/webhooks/seeded-random.ts';
import type { SuiteSize } from '../harness/suite.ts';
import { SHOPS_ANSWER } from './asked-shops.ts';
import { startStub } from './stub-deployment.ts';
import { API_KEY, type UpstreamGround } from './upstream-ground.ts';

const MOST_AMPLIFICATION = 1.3;
const LONGER = 1.25;
const CALLS: Readonly<Record<SuiteSize, number>> = { full: 600, tenth: 200, short: 100 };
const EVERY_MS = 1_000;

/** How the deployment answers the call of that number, from 1. */
type StatusOf = (arrival: number) => number;

/** Reads as exports do, on a clock on which no pause takes any time, of a deployment that answers as told. */
async function patientReader({ run, log, open }: UpstreamGround, statusOf: StatusOf, retryAfter = '60') {
  const listener: RequestListener = (_request, response) => {
    const status = statusOf(stub.arrivals());
    const body = status === 200 ? SHOPS_ANSWER : {};
    const headers = {
      'content-type': 'application/json',
      ...(status === 429 && { 'retry-after': retryAfter }),
    };
    response.writeHead(status, headers).end(JSON.stringify(body));
  };
  const stub = await startStub(listener);
  let now = 0;
  const waits: number[] = [];
  const clock = {
    now: () => now,
    after(delayMs: number, task: () => void) {
      waits.push(delayMs);
      const soon = setImmediate(() => {
        now += delayMs;
        task();
      });
      return () => clearImmediate(soon);
    },
  };
  // Deadlines go by the system's clock, everything else by the other one.
  const upstream = open({
    baseAddress: `http://127.0.0.1:${stub.port}`,
    clock: { now: clock.now, after: systemClock.after },
    log,
  });
  const readJson = createKeyedReader((path) =>
    upstream.send({ method: 'GET', path, headers: { authorization: `Bearer ${API_KEY}` } }),
  );
  const plain = createKeyedPlatform({ readJson });
  const sparing = { budget: createRetryBudget(), random: seededRandom(run.seed) };
  const patient = retryingPlatform(plain, clock, undefined, sparing);
  const ask = (platform: typeof plain) =>
    platform.listReference(STAND_IN_CALLER, 'shops').catch((error: unknown) => error);
  return {
    arrivals: stub.arrivals,
    waits,
    pass(ms: number) {
      now += ms;
    },
    inBackground: () => ask(patient),
    whileSomebodyWaits: () => ask(plain),
    async close() {
      upstream.close();
      await stub.close();
    },
  };
}

/** How often calls reach a deployment that fails: alone, in part, and for ten minutes. */
export async function countRepeats(ground: UpstreamGround): Promise<void> {
  await expectPauses(ground, 500, [2_000, 8_000, 30_000]);
  await expectPauses(ground, 429, [60_000, 60_000, 60_000]);
  await expectPauses(ground, 400, []);
  await expectPauses(ground, 401, []);
  const calls = CALLS[ground.run.size];
  const third: StatusOf = (arrival) => (arrival % 3 === 0 ? 502 : 200);
  await expectAmplification(ground, 'one in three fails', { calls, statusOf: third });
  await expectAmplification(ground, 'down for ten minutes', { calls, statusOf: () => 503 });
}

async function expectPauses(ground: UpstreamGround, status: number, pauses: readonly number[]): Promise<void> {
  const { run } = ground;
  const reader = await patientReader(ground, () => status);
  await reader.inBackground();
  const { waits } = reader;
  const isDue = waits.every((wait, at) => wait >= (pauses[at] ?? 0) && wait <= (pauses[at] ?? 0) * LONGER);
  if (waits.length !== pauses.length || !isDue) {
    run.breach('repeats other than due', `${status}: after ${waits.map(Math.round).join(', ')} ms`);
  }
  const before = reader.arrivals();
  if (before !== pauses.length + 1) run.breach('repeats other than due', `${status}: ${before} arrivals`);
  await reader.whileSomebodyWaits();
  const further = reader.arrivals() - before;
  if (further !== 1) run.breach('repeats other than due', `${status}: ${further} while somebody waits`);
  run.count('calls', 2);
  await reader.close();
}

async function expectAmplification(
  ground: UpstreamGround,
  name: string,
  { calls, statusOf }: { readonly calls: number; readonly statusOf: StatusOf },
): Promise<void> {
  const { run } = ground;
  const reader = await patientReader(ground, statusOf);
  for (let left = calls; left > 0; left -= 1) {
    await reader.inBackground();
    reader.pass(EVERY_MS);
  }
  const amplification = reader.arrivals() / calls;
  run.count('calls', calls);
  run.tell(`amplification, ${name}:`, amplification.toFixed(2));
  if (amplification > MOST_AMPLIFICATION) run.breach('amplifications above 1.3', `${name}: ${amplification}`);
  await reader.close();
}
