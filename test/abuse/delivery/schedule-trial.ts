import type { Clock } from '../../../electron/base/clock.ts';
import type { Outcome } from '../../../electron/webhooks/https-sender.ts';
import type { SentMessage } from '../../support/recording-sender.ts';
import { busiestSecond } from '../../unit/feeds/webhooks/busiest-second.ts';
import { openDispatching } from '../../unit/feeds/webhooks/open-dispatching.ts';
import { seededRandom } from '../../unit/feeds/webhooks/seeded-random.ts';
import { DAY, HOUR, SECOND } from '../../unit/feeds/webhooks/spans-of-time.ts';
import type { SuiteRun } from '../harness/suite.ts';
import { checkCourse, LONGEST_COURSE_MS, type Pause, type SeenAttempt } from './expected-course.ts';
import { failingScript, outcomeOf, type Reaction, receiverScript } from './receiver-script.ts';
import { createSignatureWatch } from './signature-watch.ts';

const OFF_AFTER_MS = 9 * HOUR;
const OFF_MS = 3 * DAY;
const FRIENDLY = 10;

interface Endpoint {
  readonly id: number;
  readonly script: readonly Reaction[];
  readonly seen: SeenAttempt[];
  /** Another delivery of it succeeds, so that it is not given up. */
  readonly isAlive: boolean;
}

/** Of the program, one after the other. */
interface Power {
  lives: number;
}

type Dispatching = Awaited<ReturnType<typeof openDispatching>>;

/**
 * Each endpoint gets one delivery, whose receiver does what its script says; after nine hours the computer is off for
 * three days, in the middle of whatever is under way.
 */
export async function runScheduleTrial(run: SuiteRun, endpointCount: number): Promise<void> {
  const random = seededRandom(run.seed);
  const endpoints = new Map<string, Endpoint>();
  const signatures = createSignatureWatch(run);
  const power: Power = { lives: 1 };
  const at: Dispatching = await openDispatching(
    { gatherEveryMs: DAY, random: seededRandom(run.seed + 1) },
    (message) => {
      signatures.check(message);
      return react(at.clock, endpoints, power, message);
    },
  );
  at.platform.write('orders', { id: 1, locationId: null });
  for (let index = 0; index < endpointCount; index += 1) {
    const url = `https://r.example/${index}`;
    const isAlive = index % FRIENDLY === FRIENDLY - 1;
    const script = isAlive ? failingScript() : receiverScript(index, random);
    const { id, secret } = await at.subscribe({ url });
    run.keepSecret('webhook secret', secret);
    signatures.expect(url, secret);
    endpoints.set(url, { id, script, isAlive, seen: [] });
  }
  await at.clock.advance(OFF_AFTER_MS);
  const pause = await switchOff(at, power);
  await addFriends(at, [...endpoints.values()]);
  await at.clock.advance(LONGEST_COURSE_MS);
  await judge(run, at, [...endpoints.values()], pause);
  tellOfBurst(run, [...endpoints.values()], pause);
  for (const record of at.records) run.hear('the log', JSON.stringify(record));
  await at.close();
}

function react(
  clock: Clock,
  endpoints: ReadonlyMap<string, Endpoint>,
  power: Power,
  message: SentMessage,
): Outcome | Promise<Outcome> {
  const endpoint = endpoints.get(message.url);
  if (endpoint === undefined) throw new Error(`${message.url} was never subscribed`);
  if (message.id === friendId(endpoint)) return outcomeOf(DONE, message.at);
  const reaction = endpoint.script[settledOf(endpoint.seen)] ?? DONE;
  const index = endpoint.seen.push({ at: message.at, reaction, endedAt: null }) - 1;
  const { lives } = power;
  return new Promise((resolve) => {
    clock.after(reaction.tookMs, () => {
      // Of an answer that comes after the kill nobody hears.
      if (lives !== power.lives) return;
      const endedAt = clock.now();
      endpoint.seen[index] = { at: message.at, reaction, endedAt };
      resolve(outcomeOf(reaction, endedAt));
    });
  });
}

const DONE: Reaction = { result: { status: 200 }, tookMs: 0, retryAfter: null };
const friendId = ({ id }: Endpoint) => `msg_friend${id}`;

async function switchOff(at: Dispatching, power: Power): Promise<Pause> {
  const from = at.clock.now();
  power.lives += 1;
  await at.restart(OFF_MS);
  return { from, until: from + OFF_MS };
}

async function addFriends(at: Dispatching, endpoints: readonly Endpoint[]): Promise<void> {
  for (const endpoint of endpoints.filter(({ isAlive }) => isAlive)) {
    const createdAt = at.clock.now();
    const delivery = { messageId: friendId(endpoint), kind: 'batch', body: '{ "data":  1.0 }' } as const;
    await at.outbox.add(endpoint.id, { ...delivery, eventCount: 1, createdAt, replayOf: null }, createdAt);
  }
}

async function judge(
  run: SuiteRun,
  at: Dispatching,
  endpoints: readonly Endpoint[],
  pause: Pause,
): Promise<void> {
  let worstMs = 0;
  for (const { id, seen, isAlive } of endpoints) {
    const { errors, skipped, needless, end } = checkCourse(seen, pause, isAlive);
    run.count('endpoints');
    run.count('attempts', seen.length);
    const errorMs = Math.max(0, ...errors);
    worstMs = Math.max(worstMs, errorMs);
    const course = `webhook ${id}, attempt ${errors.indexOf(errorMs) + 2} of ${seen.length}`;
    run.breach(
      'off schedule',
      `${course}: ${errorMs / SECOND} s off`,
      errors.filter((error) => error > 0).length,
    );
    run.breach('skipped', `webhook ${id} ended after ${seen.length} attempts`, skipped);
    run.breach('needless attempts', `webhook ${id} went on after its end`, needless);
    const found = await stateOf(at, id);
    const isRight = found.status === end.status && found.disabled === end.disabled;
    run.breach(
      'wrong state',
      `webhook ${id}: ${JSON.stringify(found)}, not ${JSON.stringify(end)}`,
      isRight ? 0 : 1,
    );
    run.breach('log and receiver differ', `webhook ${id}`, found.logged === settledOf(seen) ? 0 : 1);
  }
  run.tell('schedule error max', `${worstMs / SECOND} s`);
}

const settledOf = (seen: readonly SeenAttempt[]) => seen.filter(({ endedAt }) => endedAt !== null).length;

async function stateOf(at: Dispatching, id: number) {
  const { disabled_reason: disabled } = await at.webhook(id);
  const [delivery] = await at.deliveries(id);
  const logged = delivery ? (await at.attempts(delivery.id)).length : 0;
  return { status: delivery?.status ?? null, disabled, logged };
}

/** After the pause they come spread over 30 s. */
function tellOfBurst(run: SuiteRun, endpoints: readonly Endpoint[], { until }: Pause): void {
  const woken = endpoints.flatMap(({ seen }) =>
    seen.map(({ at }) => at).filter((at) => at >= until && at < until + 30 * SECOND),
  );
  const busiest = busiestSecond(woken);
  const most = Math.max(8, woken.length / 8);
  run.tell('after the pause', `${woken.length} overdue, at most ${busiest} in a second`);
  run.breach('burst after the pause', `${busiest} of ${woken.length} in one second`, busiest > most ? 1 : 0);
}
