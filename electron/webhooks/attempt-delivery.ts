import type { Logger } from 'pino';
import type { Clock } from '../base/clock.ts';
import type { DeliveringWebhook } from '../store/webhooks/active-webhooks.ts';
import type { AttemptRecord, LeasedDelivery, Outbox, Verdict } from '../store/webhooks/outbox.ts';
import { type JudgingDeps, judgeAttempt } from './judge-attempt.ts';
import type { Outcome, Sender } from './sender.ts';
import { signedHeaders } from './sign-message.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

export interface AttemptDeps extends JudgingDeps {
  readonly outbox: Pick<Outbox, 'hasSucceededSince' | 'settle' | 'release'>;
  readonly sender: Pick<Sender, 'send'>;
  readonly secrets: Pick<WebhookSecrets, 'open'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
  /** True once the sender is being closed: a failure is then none of the receiver's. */
  readonly isClosing: () => boolean;
}

const UNREADABLE: Outcome = { durationMs: 0, answer: '', status: null, failure: 'secret_unreadable' };

/**
 * Sends a leased delivery and settles it. Where closing the sender ended it, it is given back: the next start, or
 * another instance at once, attempts it again.
 */
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
  tell(deps.log, { webhookId: webhook.id, deliveryId: delivery.id, status, failure, durationMs }, verdict);
  return outcome;
}

/** The signature is of this attempt; the body is that of every attempt, byte for byte. */
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

/** The secret, and the one of before while it signs too; null where they cannot be read. */
function signingSecrets(
  { open }: Pick<WebhookSecrets, 'open'>,
  { sealedSecret, oldSealedSecret, oldSecretUntil }: DeliveringWebhook,
  at: number,
): readonly string[] | null {
  const isOldInUse = oldSealedSecret !== null && oldSecretUntil !== null && at < oldSecretUntil;
  const opened = [sealedSecret, ...(isOldInUse ? [oldSealedSecret] : [])].map(open);
  return opened.every((secret) => secret !== null) ? opened : null;
}

function tell(log: Logger, fields: object, verdict: Verdict): void {
  if (verdict.kind === 'delivered') log.debug(fields, 'a webhook was told');
  else if (verdict.kind === 'again') log.info(fields, 'a delivery of a webhook failed and is repeated');
  else if (verdict.disables) log.warn({ ...fields, reason: verdict.disables }, 'a webhook was disabled');
  else log.warn(fields, 'a delivery of a webhook was given up');
}
