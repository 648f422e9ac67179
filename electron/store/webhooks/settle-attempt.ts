import { type Kysely, sql } from 'kysely';
import type { StoreSchema } from '../schema.ts';
import { disableWebhook } from './disable-webhook.ts';
import { holdWebhook } from './hold-webhook.ts';
import type { AttemptRecord, LeasedDelivery, Verdict } from './outbox.ts';
import { hasWebhook } from './removed-webhooks.ts';

type Db = Kysely<StoreSchema>;

/** Has to run in a transaction. */
export async function settleAttempt(
  db: Db,
  delivery: LeasedDelivery,
  attempt: AttemptRecord,
  verdict: Verdict,
): Promise<void> {
  await holdWebhook(db, delivery.webhookId);
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({ leased_until: null })
    .where('id', '=', delivery.id)
    .where('leased_until', '=', delivery.leasedUntil)
    .where(hasWebhook())
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const attemptId = await logAttempt(db, delivery, attempt);
  if (delivery.isQueued) await noteHealth(db, delivery, { ...attempt, id: attemptId }, verdict);
  // Before the delivery ends: what the disabling gives up gets the same moment, this one included.
  if (verdict.kind === 'given-up' && verdict.disables) {
    await disableWebhook(db, delivery.webhookId, verdict.disables, endOf(attempt));
  }
  await conclude(db, delivery, endOf(attempt), verdict);
}

/**
 * By the order in which attempts were logged: moments would mislead after a clock that was set. Of a delivery whose
 * first failure is still to be logged it is false.
 */
export async function hasSucceededSince(
  db: Db,
  { id, webhookId, scheduleStart }: LeasedDelivery,
): Promise<boolean> {
  const firstFailure = db
    .selectFrom('webhook_attempts')
    .select(({ fn }) => fn.min('webhook_attempts.id').as('id'))
    .where('delivery_id', '=', id)
    .where('number', '>', scheduleStart);
  const success = await db
    .selectFrom('webhooks')
    .select('id')
    .where('id', '=', webhookId)
    .where('last_success_attempt', '>', firstFailure)
    .executeTakeFirst();
  return success !== undefined;
}

const endOf = ({ at, durationMs }: AttemptRecord) => at + durationMs;

/** Answers its id, which is higher than those of all attempts before. */
async function logAttempt(
  db: Db,
  { id: deliveryId, attempts }: LeasedDelivery,
  attempt: AttemptRecord,
): Promise<number> {
  const { at, status, failure, durationMs: duration_ms, answer } = attempt;
  const { id } = await db
    .insertInto('webhook_attempts')
    .values({ delivery_id: deliveryId, number: attempts + 1, at, status, failure, duration_ms, answer })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function noteHealth(
  db: Db,
  { webhookId }: LeasedDelivery,
  { at, id }: AttemptRecord & { readonly id: number },
  verdict: Verdict,
): Promise<void> {
  const webhook = db.updateTable('webhooks').where('id', '=', webhookId);
  const noted =
    verdict.kind === 'delivered'
      ? webhook.set({ last_success_at: at, last_success_attempt: id, failing_since: null })
      : webhook.set({ failing_since: sql`coalesce(failing_since, ${at})` });
  await noted.execute();
}

async function conclude(db: Db, { id }: LeasedDelivery, endedAt: number, verdict: Verdict): Promise<void> {
  const delivery = db.updateTable('webhook_deliveries').where('id', '=', id);
  if (verdict.kind === 'delivered') {
    await delivery.set({ status: 'delivered', next_attempt_at: null, ended_at: endedAt }).execute();
    return;
  }
  // Not one that was given up while the attempt was under way, with its webhook.
  const pending = delivery.where('status', '=', 'pending');
  const concluded =
    verdict.kind === 'again'
      ? pending.set({ next_attempt_at: verdict.nextAttemptAt })
      : pending.set({ status: 'failed', next_attempt_at: null, ended_at: endedAt });
  await concluded.execute();
}
