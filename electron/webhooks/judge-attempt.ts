import type { LeasedDelivery, Outbox, Verdict } from '../store/webhooks/outbox.ts';
import { nextAttemptAt } from './retry-schedule.ts';
import type { Outcome } from './sender.ts';

export interface JudgingDeps {
  readonly outbox: Pick<Outbox, 'hasSucceededSince'>;
  readonly schedule: readonly number[];
  readonly random: () => number;
}

const GONE = 410;

/** What becomes of a delivery after an attempt that ended at `endedAt`. */
export async function judgeAttempt(
  { outbox, schedule, random }: JudgingDeps,
  delivery: LeasedDelivery,
  outcome: Outcome,
  endedAt: number,
): Promise<Verdict> {
  if (isSuccess(outcome)) return { kind: 'delivered' };
  // A ping is made once, at once.
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

/** Every redirect is a failure too. */
function isSuccess({ status }: Outcome): boolean {
  return status !== null && status >= 200 && status < 300;
}
