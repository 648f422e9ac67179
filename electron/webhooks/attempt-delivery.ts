import type { Logger } from 'pino';
import type { Clock } from '../base/clock.ts';
import type { DeliveringWebhook } from '../store/webhooks/active-webhooks.ts';
import type { AttemptRecord, LeasedDelivery, Outbox, Verdict } from '../store/webhooks/outbox.ts';
import type { Outcome, Sender } from './https-sender.ts';
import { signedHeaders } from './webhook-message.ts';
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
  /** True once the sender is being closed: a failure then says nothing about the receiver. */
  readonly isClosing: () => boolean;
  /** Called after each attempt that was settled. */
  readonly onSettled?: ((outcome: Verdict['kind']) => void) | undefined;
}

const UNREADABLE: Outcome = { durationMs: 0, answer: '', status: null, failure: 'secret_unreadable' };

/** Sends a leased delivery and settles it, or releases it where closing the sender ended the attempt. */
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

/** Each attempt has its own signature; the body is the same for all, byte for byte. */
async function send(
  { sender, secrets }: AttemptDeps,
  webhook: DeliveringWebhook,
  { messageId: id, body, replayOf }: LeasedDelivery,
  at: number,
): Promise<Outcome> {
  const signing = signingSecrets(secrets, webhook, at);
  if (!signing) return UNREADABLE;
  const headers = {
    ...signedHeaders({ id, timestampS: Math.floor(at / 1000), body }, signing),
    ...(replayOf === null ? {} : { 'webhook-replay': String(replayOf) }),
  };
  return sender.send({ url: webhook.url, headers, body });
}

/** The secret, and the previous one while it signs too; null where they cannot be read. */
function signingSecrets(
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

const GONE = 410;

async function judgeAttempt(
  { outbox, schedule, random }: AttemptDeps,
  delivery: LeasedDelivery,
  outcome: Outcome,
  endedAt: number,
): Promise<Verdict> {
  // Every redirect is a failure too.
  if (outcome.status !== null && outcome.status >= 200 && outcome.status < 300) return { kind: 'delivered' };
  // A ping is sent once.
  if (!delivery.isQueued) return { kind: 'given-up', disables: null };
  if (outcome.failure === 'secret_unreadable') return { kind: 'given-up', disables: 'secret_unreadable' };
  if (outcome.status === GONE) return { kind: 'given-up', disables: 'gone' };
  const number = delivery.attempts - delivery.scheduleStart + 1;
  const retryAfterMs = outcome.status === null ? null : outcome.retryAfterMs;
  const dueAt = nextAttemptAt({ endedAt, number, retryAfterMs }, schedule, random);
  if (dueAt !== null) return { kind: 'again', nextAttemptAt: dueAt };
  const isAlive = await outbox.hasSucceededSince(delivery);
  return { kind: 'given-up', disables: isAlive ? null : 'failing' };
}

const SECOND = 1_000;

const MINUTE = 60 * SECOND;

const HOUR = 60 * MINUTE;

/** Milliseconds from the end of an attempt to the next one: ten attempts, three days and three and a half hours. */
export const RETRY_SCHEDULE: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

const JITTER = 0.1;

const SHORTEST_DELAY_MS = 5 * SECOND;

const LONGEST_WAIT_ON_REQUEST_MS = 24 * HOUR;

/** The longest time until an attempt: the last delay of the schedule, varied. */
export const LONGEST_DELAY_MS = Math.ceil(24 * HOUR * (1 + JITTER));

export interface FailedAttempt {
  readonly endedAt: number;
  /** In its schedule; 1 for the first. */
  readonly number: number;
  /** What the receiver asked for; null where it did not. */
  readonly retryAfterMs: number | null;
}

/**
 * Null where there is none. A delay varies by a tenth so that failures do not come back together, but is at least 5 s. A
 * receiver may ask for a longer one, up to a day, never for a shorter one.
 */
export function nextAttemptAt(
  { endedAt, number, retryAfterMs }: FailedAttempt,
  schedule: readonly number[],
  random: () => number,
): number | null {
  const delayMs = schedule[number - 1];
  if (delayMs === undefined) return null;
  const variedMs = Math.round(delayMs * (1 - JITTER + 2 * JITTER * random()));
  const askedMs = Math.min(retryAfterMs ?? 0, LONGEST_WAIT_ON_REQUEST_MS);
  return endedAt + Math.max(Math.min(SHORTEST_DELAY_MS, delayMs), variedMs, askedMs);
}

const OVERLOADED: ReadonlySet<number> = new Set([429, 502, 503, 504]);

const SHORTEST_REST_MS = 5_000;

const LONGEST_REST_MS = 60_000;

/** Milliseconds in which an overloaded receiver gets no other delivery; the refused one waits as long as it asked. */
export function restAfter(outcome: Outcome): number {
  if (outcome.status === null || !OVERLOADED.has(outcome.status)) return 0;
  return Math.min(Math.max(SHORTEST_REST_MS, outcome.retryAfterMs ?? 0), LONGEST_REST_MS);
}
