import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { byDialect, isSharedStore } from '../dialects/dialect.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import { inWriteTransaction } from '../transactions.ts';
import { disableWebhook, holdWebhook } from './active-webhooks.ts';
import { endUnmadePings, hasWebhook, isQueued } from './delivery-queue.ts';
import type { GroupedWrite } from './grouped-writes.ts';
import type { AttemptRecord, LeasedDelivery, Outbox, Verdict } from './outbox.ts';

type DeliveryLeases = Pick<Outbox, 'lease' | 'leaseOne' | 'nextDueAt' | 'waiting' | 'release' | 'releaseLeases'>;

const LEASED = [
  'id',
  'webhook_id as webhookId',
  'message_id as messageId',
  'body',
  'created_at as createdAt',
  'replay_of as replayOf',
  'schedule_start as scheduleStart',
] as const;

/** When a delivery may be leased. */
const FREE_AT = byDialect<number>({
  sqlite: sql`max(next_attempt_at, coalesce(leased_until, 0))`,
  postgres: sql`greatest(next_attempt_at, leased_until)`,
});

export function createDeliveryLeases(db: StoreDb, grouped: GroupedWrite): DeliveryLeases {
  const isShared = isSharedStore(db);

  return {
    lease(webhookId, now, leasedUntil) {
      const first = db
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('webhook_id', '=', webhookId)
        .where('next_attempt_at', '<=', now)
        .where(isFree(now))
        .where(isQueued())
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(1)
        // Deliveries that another instance is about to lease are skipped.
        .$if(isShared, (query) => query.forUpdate().skipLocked());
      return grouped((transaction) => leaseWhere(transaction, (eb) => eb('id', '=', first), leasedUntil));
    },

    leaseOne(deliveryId, now, leasedUntil) {
      return leaseWhere(
        db,
        (eb) => eb.and([eb('id', '=', deliveryId), eb('next_attempt_at', 'is not', null), isFree(now)]),
        leasedUntil,
      );
    },

    async nextDueAt(webhookId) {
      const { dueAt } = await db
        .selectFrom('webhook_deliveries')
        .select(({ fn }) => fn.min<number | null>(FREE_AT).as('dueAt'))
        .where('webhook_id', '=', webhookId)
        .where('next_attempt_at', 'is not', null)
        .where(isQueued())
        .executeTakeFirstOrThrow();
      return dueAt;
    },

    async waiting(now) {
      const rows = await db
        .selectFrom('webhook_deliveries')
        .select('webhook_id as webhookId')
        .distinct()
        .where('next_attempt_at', '<=', now)
        .where(isFree(now))
        .where(isQueued())
        .execute();
      return rows.map(({ webhookId }) => webhookId);
    },

    async release({ id, leasedUntil }) {
      await db
        .updateTable('webhook_deliveries')
        .set({ leased_until: null })
        .where(({ and }) => and({ id, leased_until: leasedUntil }))
        .execute();
    },

    async releaseLeases(now) {
      if (isShared) return;
      await inWriteTransaction(db, async (transaction) => {
        await transaction
          .updateTable('webhook_deliveries')
          .set({ leased_until: null })
          .where('leased_until', 'is not', null)
          .execute();
        await endUnmadePings(transaction, now, Number.MAX_SAFE_INTEGER);
      });
    },
  };
}

const builder = () => expressionBuilder<StoreSchema, 'webhook_deliveries'>();

function isFree(now: number): Expression<SqlBool> {
  const eb = builder();
  return eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]);
}

async function leaseWhere(
  db: StoreDb,
  condition: (eb: ReturnType<typeof builder>) => Expression<SqlBool>,
  leasedUntil: number,
): Promise<LeasedDelivery | null> {
  const leased = await db
    .updateTable('webhook_deliveries')
    .set({ leased_until: leasedUntil })
    .where(condition(builder()))
    .where(hasWebhook())
    .returning(LEASED)
    .returning(isQueued().as('isQueued'))
    .returning((eb) =>
      eb
        .selectFrom('webhook_attempts')
        .select(({ fn }) => fn.countAll<number>().as('attempts'))
        .whereRef('delivery_id', '=', 'webhook_deliveries.id')
        .$asScalar()
        .$notNull()
        .as('attempts'),
    )
    .executeTakeFirst();
  return leased ? { ...leased, isQueued: leased.isQueued === 1, leasedUntil } : null;
}

/** Has to run in a transaction. */
export async function settleAttempt(
  db: StoreDb,
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
  // Before the delivery ends: deliveries that the disabling gives up, and this one, get the same moment.
  if (verdict.kind === 'given-up' && verdict.disables) {
    await disableWebhook(db, delivery.webhookId, verdict.disables, endOf(attempt));
  }
  await conclude(db, delivery, endOf(attempt), verdict);
}

/**
 * By the order in which attempts were logged, because the clock can change. False for a delivery whose first failure is
 * not logged yet.
 */
export async function hasSucceededSince(db: StoreDb, { id, webhookId, scheduleStart }: LeasedDelivery) {
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

/** Answers its id, which is higher than those of all earlier attempts. */
async function logAttempt(db: StoreDb, { id: deliveryId, attempts }: LeasedDelivery, attempt: AttemptRecord) {
  const { at, status, failure, durationMs: duration_ms, answer } = attempt;
  const { id } = await db
    .insertInto('webhook_attempts')
    .values({ delivery_id: deliveryId, number: attempts + 1, at, status, failure, duration_ms, answer })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function noteHealth(
  db: StoreDb,
  { webhookId }: LeasedDelivery,
  { at, id }: AttemptRecord & { readonly id: number },
  verdict: Verdict,
): Promise<void> {
  const health =
    verdict.kind === 'delivered'
      ? { last_success_at: at, last_success_attempt: id, failing_since: null }
      : { failing_since: sql<number>`coalesce(failing_since, ${at})` };
  await db.updateTable('webhooks').set(health).where('id', '=', webhookId).execute();
}

async function conclude(
  db: StoreDb,
  { id, webhookId }: LeasedDelivery,
  endedAt: number,
  verdict: Verdict,
): Promise<void> {
  const delivery = db.updateTable('webhook_deliveries').where('id', '=', id);
  if (verdict.kind === 'delivered') {
    await delivery.set({ status: 'delivered', next_attempt_at: null, ended_at: endedAt }).execute();
    return;
  }
  const concluded =
    verdict.kind === 'again'
      ? delivery.set({ next_attempt_at: (await isActive(db, webhookId)) ? verdict.nextAttemptAt : null })
      : delivery.set({ status: 'failed', next_attempt_at: null, ended_at: endedAt });
  // Not a delivery that was given up with its webhook during the attempt.
  await concluded.where('status', '=', 'pending').execute();
}

/** False for one that was paused during the attempt: enabling it gives its deliveries their next attempt. */
async function isActive(db: StoreDb, webhookId: number): Promise<boolean> {
  const active = db.selectFrom('webhooks').select('id').where('disabled_reason', 'is', null);
  return (await active.where('id', '=', webhookId).executeTakeFirst()) !== undefined;
}
