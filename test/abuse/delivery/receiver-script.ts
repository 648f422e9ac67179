import type { Outcome } from '../../../electron/webhooks/https-sender.ts';
import type { DeliveryFailure } from '../../../shared/contract/webhook-records.ts';
import { retryAfterMs } from '../../../shared/retry.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../unit/feeds/webhooks/spans-of-time.ts';

/** What a receiver does at one attempt. */
export interface Reaction {
  readonly result: { readonly status: number } | { readonly failure: DeliveryFailure };
  readonly tookMs: number;
  readonly retryAfter: RetryAfter | null;
}

/** A header as it is sent at a moment, and the moment that it names: null for none that can be read. */
export interface RetryAfter {
  readonly header: (now: number) => string;
  readonly until: (now: number) => number | null;
}

const ATTEMPTS = 10;
const FAILURES = ['timeout', 'connection', 'certificate', 'address_refused'] as const;
/** The first answers of the first receivers: on both sides of each border. */
const CORNERS = [200, 410, 302, 503, 199, 500, 299, 300, 404, 429, 308, 502, 204, 399, 409, 411, 504, 100];

/** A receiver for each status there is comes first with that; what it does afterwards is left to chance. */
export function receiverScript(index: number, random: () => number): readonly Reaction[] {
  const first = CORNERS[index] ?? 100 + (index % 500);
  return Array.from({ length: ATTEMPTS }, (_, attempt) =>
    reaction(attempt === 0 ? { status: first } : laterResult(random), random),
  );
}

/** Fails in the same way for ever. */
export function failingScript(): readonly Reaction[] {
  const failing: Reaction = { result: { status: 500 }, tookMs: 0, retryAfter: null };
  return Array.from({ length: ATTEMPTS }, () => failing);
}

export function outcomeOf({ result, retryAfter }: Reaction, now: number): Outcome {
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
  ...['soon', '-5', '1e3', '12.5', '', '0x10', '5;5', 'Wed, 99 Foo 2026 10:00:00 GMT', '2026-11-21'].map(
    garbage,
  ),
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
