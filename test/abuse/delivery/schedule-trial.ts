import { isDeepStrictEqual } from 'node:util';
import type { Outcome } from '../../../electron/webhooks/https-sender.ts';
import type { DeliveryFailure, DisabledReason } from '../../../shared/contract/webhook-records.ts';
import { retryAfterMs } from '../../../shared/retry.ts';
import type { SentMessage } from '../../support/recording-sender.ts';
import { busiestSecond } from '../../unit/webhooks/busiest-second.ts';
import { openDispatching } from '../../unit/webhooks/open-dispatching.ts';
import { seededRandom } from '../../unit/webhooks/seeded-random.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../unit/webhooks/spans-of-time.ts';
import type { SuiteRun } from '../harness/suite.ts';
import { createSignatureWatch } from './signature-watch.ts';

const OFF_AFTER_MS = 9 * HOUR;

const OFF_MS = 3 * DAY;

/** One of so many has another delivery that succeeds. */
const FRIENDLY = 10;

interface Endpoint {
  readonly id: number;
  readonly script: readonly Reaction[];
  readonly seen: SeenAttempt[];
  /** Another delivery of it succeeds, so that it is not given up. */
  readonly isAlive: boolean;
}

/**
 * Each endpoint gets one delivery, whose receiver does what its script says; after nine hours the computer is off for
 * three days, in the middle of whatever is under way.
 */
export async function runScheduleTrial(run: SuiteRun, endpointCount: number): Promise<void> {
  const random = seededRandom(run.seed);
  const endpoints = new Map<string, Endpoint>();
  const signatures = createSignatureWatch(run);
  /** Of the program, one after the other. */
  let lives = 1;

  const react = (message: SentMessage, { id, script, seen }: Endpoint): Outcome | Promise<Outcome> => {
    if (message.id === friendId(id)) return outcomeOf(DONE, message.at);
    const reaction = script[settledOf(seen)] ?? DONE;
    const index = seen.push({ at: message.at, reaction, endedAt: null }) - 1;
    const life = lives;
    return new Promise((resolve) => {
      at.clock.after(reaction.tookMs, () => {
        // An answer that comes after the kill reaches no process.
        if (life !== lives) return;
        const endedAt = at.clock.now();
        seen[index] = { at: message.at, reaction, endedAt };
        resolve(outcomeOf(reaction, endedAt));
      });
    });
  };
  const at: Dispatching = await openDispatching({ pollEveryMs: DAY, random: seededRandom(run.seed + 1) }, (message) => {
    signatures.check(message);
    const endpoint = endpoints.get(message.url);
    if (endpoint === undefined) throw new Error(`${message.url} was never subscribed`);
    return react(message, endpoint);
  });
  at.platform.write('orders', { id: 1, locationId: null });
  for (let index = 0; index < endpointCount; index += 1) {
    const url = `https://r.example/${index}`;
    const isAlive = index % FRIENDLY === FRIENDLY - 1;
    const script = isAlive ? FAILING_SCRIPT : receiverScript(index, random);
    const { id, secret } = await at.subscribe({ url });
    signatures.expect(url, secret);
    endpoints.set(url, { id, script, isAlive, seen: [] });
  }
  await at.clock.advance(OFF_AFTER_MS);
  const from = at.clock.now();
  const pause = { from, until: from + OFF_MS };
  lives += 1;
  await at.restart(OFF_MS);
  for (const { id, isAlive } of endpoints.values()) {
    const createdAt = at.clock.now();
    const delivery = { messageId: friendId(id), kind: 'batch', body: '{ "data":  1.0 }', eventCount: 1 } as const;
    if (isAlive) await at.outbox.add(id, { ...delivery, createdAt, replayOf: null }, createdAt);
  }
  await at.clock.advance(LONGEST_COURSE_MS);
  await judge(run, at, [...endpoints.values()], pause);
  reportBurst(run, [...endpoints.values()], pause);
  for (const record of at.records) run.hear('the log', JSON.stringify(record));
  await at.close();
}

type Dispatching = Awaited<ReturnType<typeof openDispatching>>;

const friendId = (id: number) => `msg_friend${id}`;

async function judge(run: SuiteRun, at: Dispatching, endpoints: readonly Endpoint[], pause: Pause): Promise<void> {
  let worstMs = 0;
  for (const { id, seen, isAlive } of endpoints) {
    const { errors, skipped, needless, end } = checkCourse(seen, pause, isAlive);
    run.count('endpoints');
    run.count('attempts', seen.length);
    const errorMs = Math.max(0, ...errors);
    worstMs = Math.max(worstMs, errorMs);
    const course = `webhook ${id}, attempt ${errors.indexOf(errorMs) + 2} of ${seen.length}`;
    run.breach('off schedule', `${course}: ${errorMs / SECOND} s off`, errors.filter((error) => error > 0).length);
    run.breach('skipped', `webhook ${id} ended after ${seen.length} attempts`, skipped);
    run.breach('needless attempts', `webhook ${id} went on after its end`, needless);
    const { disabled_reason: disabled } = await at.webhook(id);
    const [delivery] = await at.deliveries(id);
    const found = { status: delivery?.status ?? null, disabled };
    const isRight = isDeepStrictEqual(found, end);
    run.breach('wrong state', `webhook ${id}: ${JSON.stringify(found)}, not ${JSON.stringify(end)}`, isRight ? 0 : 1);
    const logged = delivery ? (await at.attempts(delivery.id)).length : 0;
    run.breach('log and receiver differ', `webhook ${id}`, logged === settledOf(seen) ? 0 : 1);
  }
  run.tell('schedule error max', `${worstMs / SECOND} s`);
}

const settledOf = (seen: readonly SeenAttempt[]) => seen.filter(({ endedAt }) => endedAt !== null).length;

/** After the pause they come spread over 30 s. */
function reportBurst(run: SuiteRun, endpoints: readonly Endpoint[], { until }: Pause): void {
  const woken = endpoints.flatMap(({ seen }) =>
    seen.map(({ at }) => at).filter((at) => at >= until && at < until + 30 * SECOND),
  );
  const busiest = busiestSecond(woken);
  const most = Math.max(8, woken.length / 8);
  run.tell('after the pause', `${woken.length} overdue, at most ${busiest} in a second`);
  run.breach('burst after the pause', `${busiest} of ${woken.length} in one second`, busiest > most ? 1 : 0);
}

/** An attempt as its receiver saw it. */
interface SeenAttempt {
  readonly at: number;
  readonly reaction: Reaction;
  /** When it answered; null where the program was gone by then. */
  readonly endedAt: number | null;
}

/** How long the computer was off. */
interface Pause {
  readonly from: number;
  readonly until: number;
}

/** From the text of the specification, with none of the program's own figures. */
const DELAYS_S = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

const ATTEMPTS = 10;

const SPREAD_MS = 30 * SECOND;

interface CourseEnd {
  readonly status: 'delivered' | 'failed';
  readonly disabled: DisabledReason | null;
}

/**
 * What has to become of a delivery whose receiver reacts so: `errors` are milliseconds by which attempts were too early
 * or too late, `skipped` and `needless` count attempts. `isAlive`: another delivery succeeded meanwhile.
 */
function checkCourse(seen: readonly SeenAttempt[], { from, until }: Pause, isAlive: boolean) {
  const errors: number[] = [];
  let answered = 0;
  for (const [index, { reaction, endedAt }] of seen.entries()) {
    if (endedAt !== null) answered += 1;
    const end = endedAt === null ? null : endAfter(reaction, answered, isAlive);
    const next = seen[index + 1];
    if (end !== null) return { errors, skipped: 0, needless: seen.length - index - 1, end };
    if (next === undefined) continue;
    let [first, last] = endedAt === null ? [until, until + SPREAD_MS] : windowAfter(reaction, answered, endedAt);
    // What falls due while the computer is off comes within 30 s after that.
    if (last >= from && first < until) {
      if (first >= from) first = until;
      last = Math.max(last, until + SPREAD_MS);
    }
    errors.push(Math.max(0, first - next.at, next.at - last));
  }
  return { errors, skipped: 1, needless: 0, end: { status: 'failed', disabled: null } satisfies CourseEnd };
}

function endAfter({ result }: Reaction, answered: number, isAlive: boolean): CourseEnd | null {
  const status = 'status' in result ? result.status : 0;
  if (Math.floor(status / 100) === 2) return { status: 'delivered', disabled: null };
  if (status === 410) return { status: 'failed', disabled: 'gone' };
  return answered < ATTEMPTS ? null : { status: 'failed', disabled: isAlive ? null : 'failing' };
}

/** From when until when the next attempt is due, as far as the computer is on. */
function windowAfter({ retryAfter, result }: Reaction, answered: number, endedAt: number): [number, number] {
  const delay = (DELAYS_S[answered - 1] ?? Number.NaN) * SECOND;
  const until = ('status' in result && retryAfter?.until(endedAt)) || 0;
  const asked = Math.min(until, endedAt + DAY);
  return [Math.max(endedAt + Math.max(5 * SECOND, 0.9 * delay - 1), asked), Math.max(endedAt + 1.1 * delay + 1, asked)];
}

/** Beyond which no course goes: ten attempts, each put off by a day at most, and the pause. */
const LONGEST_COURSE_MS = 14 * DAY + HOUR + MINUTE;

/** What a receiver does at one attempt. */
interface Reaction {
  readonly result: { readonly status: number } | { readonly failure: DeliveryFailure };
  readonly tookMs: number;
  readonly retryAfter: RetryAfter | null;
}

/** A header as it is sent at a moment, and the moment that it names: null for none that can be read. */
interface RetryAfter {
  readonly header: (now: number) => string;
  readonly until: (now: number) => number | null;
}

const FAILURES = ['timeout', 'connection', 'certificate', 'address_refused'] as const;

/** The first answers of the first receivers: on both sides of each border. */
const CORNERS = [200, 410, 302, 503, 199, 500, 299, 300, 404, 429, 308, 502, 204, 399, 409, 411, 504, 100];

/** A receiver for each status there is comes first with that; what it does afterwards is left to chance. */
function receiverScript(index: number, random: () => number): readonly Reaction[] {
  const first = CORNERS[index] ?? 100 + (index % 500);
  return Array.from({ length: ATTEMPTS }, (_, attempt) =>
    reaction(attempt === 0 ? { status: first } : laterResult(random), random),
  );
}

const DONE: Reaction = { result: { status: 200 }, tookMs: 0, retryAfter: null };

/** Fails in the same way for ever. */
const FAILING_SCRIPT: readonly Reaction[] = Array(ATTEMPTS).fill({ ...DONE, result: { status: 500 } });

function outcomeOf({ result, retryAfter }: Reaction, now: number): Outcome {
  const rest = { durationMs: 0, answer: '' };
  if ('failure' in result) return { ...rest, status: null, failure: result.failure };
  const asked = retryAfterMs(retryAfter?.header(now), { now });
  return { ...rest, status: result.status, retryAfterMs: asked, failure: null };
}

function reaction(result: Reaction['result'], random: () => number): Reaction {
  const tookMs = random() < 0.3 ? Math.floor(random() * 15 * SECOND) : 0;
  const isAsking = 'status' in result && random() < 0.4;
  return { result, tookMs, retryAfter: isAsking ? pick(RETRY_AFTERS, random) : null };
}

/** Seldom what ends a delivery, so that most see all ten attempts. */
function laterResult(random: () => number): Reaction['result'] {
  const chance = random();
  if (chance < 0.02) return { status: 410 };
  if (chance < 0.05) return { status: 200 + Math.floor(random() * 100) };
  if (chance < 0.2) return { failure: pick(FAILURES, random) };
  const status = 100 + Math.floor(random() * 500);
  const isEnd = status === 410 || (status >= 200 && status < 300);
  return { status: isEnd ? 503 : status };
}

const RETRY_AFTERS: readonly RetryAfter[] = [
  inSeconds(0),
  inSeconds(7),
  inSeconds(10 * (MINUTE / SECOND)),
  inSeconds(11 * (HOUR / SECOND)),
  inSeconds(25 * (HOUR / SECOND)),
  inSeconds(999_999_999),
  asDate(40 * MINUTE),
  asDate(3 * DAY),
  asDate(-HOUR),
  ...['soon', '-5', '1e3', '12.5', '', '0x10', '5;5', 'Wed, 99 Foo 2026 10:00:00 GMT', '2026-11-21'].map(garbage),
];

function inSeconds(seconds: number): RetryAfter {
  return { header: () => String(seconds), until: (now) => now + seconds * SECOND };
}

function asDate(afterMs: number): RetryAfter {
  const until = (now: number) => Math.floor((now + afterMs) / SECOND) * SECOND;
  return { header: (now) => new Date(until(now)).toUTCString(), until };
}

function garbage(text: string): RetryAfter {
  return { header: () => text, until: () => null };
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('there is nothing to choose from');
  return item;
}
