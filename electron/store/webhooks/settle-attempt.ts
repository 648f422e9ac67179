import { type Kysely, sql } from 'kysely';
import type { StoreSchema } from '../schema.ts';
import { isQueued } from './delivery-queue.ts';
import { disableWebhook } from './disable-webhook.ts';
import type { AttemptRecord, LeasedDelivery, Verdict } from './outbox.ts';

type Db = Kysely<StoreSchema>;

/** Has to run in a transaction. */
export async function settleAttempt(
  db: Db,
  delivery: LeasedDelivery,
  attempt: AttemptRecord,
  verdict: Verdict,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({ leased_until: null })
    .where('id', '=', delivery.id)
    .where('leased_until', '=', delivery.leasedUntil)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await logAttempt(db, delivery, attempt);
  if (delivery.kind === 'batch' || delivery.replayOf !== null)
    await noteHealth(db, delivery, attempt, verdict);
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
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_attempts', 'webhook_attempts.delivery_id', 'webhook_deliveries.id')
    .select('webhook_attempts.id')
    .where('webhook_deliveries.webhook_id', '=', webhookId)
    .where('webhook_deliveries.status', '=', 'delivered')
    .where(isQueued())
    .where('webhook_attempts.id', '>', firstFailure)
    .where('webhook_attempts.status', '>=', 200)
    .where('webhook_attempts.status', '<', 300)
    .limit(1)
    .executeTakeFirst();
  return success !== undefined;
}

const endOf = ({ at, durationMs }: AttemptRecord) => at + durationMs;

async function logAttempt(db: Db, { id, attempts }: LeasedDelivery, attempt: AttemptRecord): Promise<void> {
  const { at, status, failure, durationMs: duration_ms, answer } = attempt;
  await db
    .insertInto('webhook_attempts')
    .values({ delivery_id: id, number: attempts + 1, at, status, failure, duration_ms, answer })
    .execute();
}

async function noteHealth(
  db: Db,
  { webhookId }: LeasedDelivery,
  { at }: AttemptRecord,
  verdict: Verdict,
): Promise<void> {
  const webhook = db.updateTable('webhooks').where('id', '=', webhookId);
  const noted =
    verdict.kind === 'delivered'
      ? webhook.set({ last_success_at: at, failing_since: null })
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
