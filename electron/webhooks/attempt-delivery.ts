import type { Logger } from 'pino';
import type { Clock } from '../base/clock.ts';
import type { DeliveringWebhook } from '../store/webhooks/active-webhooks.ts';
import type { AttemptRecord, LeasedDelivery, Outbox, Verdict } from '../store/webhooks/outbox.ts';
import type { Outcome, Sender } from './https-sender.ts';
import { createSignedHeaders } from './webhook-message.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

export interface AttemptDeps {
  readonly outbox: Pick<Outbox, 'hasSucceededSince' | 'settle' | 'release'>;
  /** Milliseconds between attempts. */
  readonly schedule: readonly number[];
  readonly random: () => number;
  readonly sender: Pick<Sender, 'send'>;
  readonly secrets: Pick<WebhookSecrets, 'open'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
  /** Whether the sender is being closed. A failure then says nothing about the receiver. */
  readonly isClosing: () => boolean;
  readonly onSettled?: ((outcome: Verdict['kind']) => void) | undefined;
}

const UNREADABLE_SECRET: Outcome = { durationMs: 0, answer: '', status: null, failure: 'secret_unreadable' };

/** Sends a leased delivery and settles it. If closing the sender ended the attempt, releases the delivery instead. */
export async function attemptDelivery(
  deps: AttemptDeps,
  webhook: DeliveringWebhook,
  delivery: LeasedDelivery,
): Promise<Outcome> {
  const at = deps.clock.now();
  const outcome = await send(deps, webhook, delivery, at);
  if (outcome.failure && deps.isClosing()) {
    await deps.outbox.release(delivery);
    return outcome;
  }
  const { status, failure, durationMs, answer } = outcome;
  const attempt: AttemptRecord = { at, status, failure, durationMs, answer };
  const verdict = await judgeAttempt(deps, delivery, outcome, deps.clock.now());
  await deps.outbox.settle(delivery, attempt, verdict);
  deps.onSettled?.(verdict.kind);
  logVerdict(deps.log, { webhookId: webhook.id, deliveryId: delivery.id, status, failure, durationMs }, verdict);
  return outcome;
}

/** Signs each attempt separately. The body is always the same, byte for byte. */
async function send(
  { sender, secrets }: AttemptDeps,
  webhook: DeliveringWebhook,
  { messageId: id, body, replayOf }: LeasedDelivery,
  at: number,
): Promise<Outcome> {
  const signing = openSigningSecrets(secrets, webhook, at);
  if (!signing) return UNREADABLE_SECRET;
  const headers = {
    ...createSignedHeaders({ id, timestampS: Math.floor(at / 1000), body }, signing),
    ...(replayOf === null ? {} : { 'webhook-replay': String(replayOf) }),
  };
  return sender.send({ url: webhook.url, headers, body });
}

/** Returns the secret, and the previous one while it still signs; `null` if one cannot be read. */
function openSigningSecrets(
  { open }: Pick<WebhookSecrets, 'open'>,
  { sealedSecret, oldSealedSecret, oldSecretUntil }: DeliveringWebhook,
  at: number,
): readonly string[] | null {
  const isOldInUse = oldSealedSecret !== null && oldSecretUntil !== null && at < oldSecretUntil;
  const opened = [sealedSecret, ...(isOldInUse ? [oldSealedSecret] : [])].map(open);
  return opened.every((secret) => secret !== null) ? opened : null;
}

function logVerdict(log: Logger, fields: object, verdict: Verdict): void {
  if (verdict.kind === 'delivered') log.debug(fields, 'a webhook was notified');
  else if (verdict.kind === 'again') log.info(fields, 'a delivery of a webhook failed and is repeated');
  else if (verdict.disables) log.warn({ ...fields, reason: verdict.disables }, 'a webhook was disabled');
  else log.warn(fields, 'a delivery of a webhook was given up');
}

const GONE_STATUS = 410;

async function judgeAttempt(
  { outbox, schedule, random }: AttemptDeps,
  delivery: LeasedDelivery,
  outcome: Outcome,
  endedAt: number,
): Promise<Verdict> {
  // Redirects are failures too.
  if (outcome.status !== null && outcome.status >= 200 && outcome.status < 300) return { kind: 'delivered' };
  if (!delivery.isQueued) return { kind: 'given-up', disables: null };
  if (outcome.failure === 'secret_unreadable') return { kind: 'given-up', disables: 'secret_unreadable' };
  if (outcome.status === GONE_STATUS) return { kind: 'given-up', disables: 'gone' };
  const number = delivery.attempts - delivery.scheduleStart + 1;
  const retryAfterMs = outcome.status === null ? null : outcome.retryAfterMs;
  const dueAt = computeNextAttemptAt({ endedAt, number, retryAfterMs }, schedule, random);
  if (dueAt !== null) return { kind: 'again', nextAttemptAt: dueAt };
  const isAlive = await outbox.hasSucceededSince(delivery);
  return { kind: 'given-up', disables: isAlive ? null : 'failing' };
}

const SECOND_MS = 1_000;

const MINUTE_MS = 60 * SECOND_MS;

const HOUR_MS = 60 * MINUTE_MS;

/** Milliseconds from the end of each attempt to the next: ten attempts within three days and three and a half hours. */
export const RETRY_SCHEDULE: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

const JITTER = 0.1;

const MIN_DELAY_MS = 5 * SECOND_MS;

const MAX_REQUESTED_DELAY_MS = 24 * HOUR_MS;

export const MAX_DELAY_MS = Math.ceil(24 * HOUR_MS * (1 + JITTER));

export interface FailedAttempt {
  readonly endedAt: number;
  /** Position in the schedule, starting at 1. */
  readonly number: number;
  /** The delay that the receiver requested; `null` if it requested none. */
  readonly retryAfterMs: number | null;
}

/**
 * Returns `null` after the last attempt. Delays vary by 10% so that failed deliveries do not all return at once, and
 * are at least 5 s. A receiver can ask for a longer delay of up to a day, but not for a shorter one.
 */
export function computeNextAttemptAt(
  { endedAt, number, retryAfterMs }: FailedAttempt,
  schedule: readonly number[],
  random: () => number,
): number | null {
  const delayMs = schedule[number - 1];
  if (delayMs === undefined) return null;
  const jitteredMs = Math.round(delayMs * (1 - JITTER + 2 * JITTER * random()));
  const requestedMs = Math.min(retryAfterMs ?? 0, MAX_REQUESTED_DELAY_MS);
  return endedAt + Math.max(Math.min(MIN_DELAY_MS, delayMs), jitteredMs, requestedMs);
}

const OVERLOADED_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);

const MIN_REST_MS = 5_000;

const MAX_REST_MS = 60_000;

/**
 * Returns how long an overloaded receiver gets no other deliveries. The failed delivery waits as long as the receiver
 * asked.
 */
export function getRestMs(outcome: Outcome): number {
  if (outcome.status === null || !OVERLOADED_STATUSES.has(outcome.status)) return 0;
  return Math.min(Math.max(MIN_REST_MS, outcome.retryAfterMs ?? 0), MAX_REST_MS);
}
