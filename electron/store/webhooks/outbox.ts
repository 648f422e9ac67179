import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { DeliveryFailure, DisabledReason, WebhookEvent } from '../../../shared/contract/webhook-records.ts';
import { chooseByDialect, isSharedStore } from '../dialects/dialect.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import { createLease, inWriteTransaction } from '../transactions.ts';
import { disableWebhook, lockWebhook } from './active-webhooks.ts';
import { hasWebhook, isQueued } from './delivery-conditions.ts';
import { endAbandonedPings, type LogRetention, pruneDeliveries } from './prune-deliveries.ts';

/** The position up to which a feed was read for a webhook. */
export interface FeedPosition {
  readonly webhookId: number;
  readonly event: WebhookEvent;
  /** `next` of the platform's feed. */
  readonly position: string;
  /** If the platform lost the position, reading from this time misses nothing. */
  readonly seenAt: number;
}

export interface NewDelivery {
  readonly messageId: string;
  readonly kind: 'batch' | 'ping';
  /** Sent unchanged with every attempt. */
  readonly body: string;
  readonly eventCount: number;
  readonly createdAt: number;
  readonly replayOf: number | null;
}

/** The result of reading a feed after `from`, and the position to continue from. */
export interface Reading {
  readonly from: FeedPosition;
  readonly to: FeedPosition;
  /** `null` if nothing changed; then only the position moves. The first attempt is due at `createdAt`. */
  readonly delivery: NewDelivery | null;
}

/** A delivery that is reserved for one attempt until the lease ends. */
export interface LeasedDelivery {
  readonly id: number;
  readonly webhookId: number;
  readonly messageId: string;
  /** Whether it is in the queue, as all deliveries except pings are. */
  readonly isQueued: boolean;
  readonly body: string;
  readonly createdAt: number;
  readonly replayOf: number | null;
  /** The number of attempts before this one. */
  readonly attempts: number;
  /**
   * The number of those attempts that its schedule does not count: attempts before the webhook was enabled again, and
   * one for each requested retry.
   */
  readonly scheduleStart: number;
  readonly leasedUntil: number;
}

export interface AttemptRecord {
  /** The start of the attempt. */
  readonly at: number;
  readonly status: number | null;
  readonly failure: DeliveryFailure | null;
  readonly durationMs: number;
  /** The first 1024 bytes of the response, as text. */
  readonly answer: string;
}

/** The state of a delivery after an attempt. */
export type Verdict =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'again'; readonly nextAttemptAt: number }
  /** No attempts are left. `disables` is set if the webhook had no success since this delivery first failed. */
  | { readonly kind: 'given-up'; readonly disables: DisabledReason | null };

/**
 * Pending deliveries, stored on disk. Delivers at least once: a delivery stays until an attempt is settled as delivered
 * or given up. Each writing method is one transaction. Pings are not in the queue; they are leased by id and attempted
 * once.
 */
export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox(db: StoreDb) {
  const isShared = isSharedStore(db);

  return {
    /** The lease of the instance that polls for changes. */
    polling: createLease(db, 'polling'),

    async readPositions(webhookId: number): Promise<readonly FeedPosition[]> {
      const rows = await db.selectFrom('webhook_positions').selectAll().where('webhook_id', '=', webhookId).execute();
      return rows.map(({ event, position, seen_at: seenAt }) => ({ webhookId, event, position, seenAt }));
    },

    /**
     * Moves the position and adds the delivery. Returns `false` and does nothing if the position is no longer `from`,
     * or the webhook is disabled or removed.
     */
    put(reading: Reading): Promise<boolean> {
      return inWriteTransaction(db, (transaction) => storeReading(transaction, reading));
    },

    /** Counts pending deliveries in the queue. */
    async countPending(webhookId: number): Promise<number> {
      const { count } = await db
        .selectFrom('webhook_deliveries')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('webhook_id', '=', webhookId)
        .where('status', '=', 'pending')
        .where(isQueued())
        .executeTakeFirstOrThrow();
      return count;
    },

    /**
     * Active webhooks with a delivery that can be leased at `now`, including those that a killed instance had leased.
     */
    async listDue(now: number): Promise<readonly number[]> {
      const rows = await db
        .selectFrom('webhook_deliveries')
        .select('webhook_id as webhookId')
        .distinct()
        .where('next_attempt_at', '<=', now)
        .where(isLeasable(now))
        .where(isQueued())
        .where('webhook_id', 'in', db.selectFrom('webhooks').select('id').where('disabled_reason', 'is', null))
        .execute();
      return rows.map(({ webhookId }) => webhookId);
    },

    /** Reads when the next delivery can be leased after `now`; `null` if there is none. */
    async readNextDueAt(now: number): Promise<number | null> {
      const { dueAt } = await db
        .selectFrom('webhook_deliveries')
        .select(({ fn }) => fn.min<number | null>(LEASABLE_AT).as('dueAt'))
        .where('next_attempt_at', 'is not', null)
        .where(LEASABLE_AT, '>', now)
        .where(isQueued())
        .executeTakeFirstOrThrow();
      return dueAt;
    },

    /**
     * Leases the first due delivery of each webhook, if it is due by `now` and not leased. One transaction for all,
     * because each commit waits for the disk.
     */
    leaseFirst(webhookIds: readonly number[], now: number, leasedUntil: number): Promise<readonly LeasedDelivery[]> {
      return inWriteTransaction(db, async (transaction) => {
        const leased: LeasedDelivery[] = [];
        for (const webhookId of webhookIds) {
          const first = selectFirstDue(transaction, webhookId, now);
          const delivery = await leaseMatching(transaction, (eb) => eb('id', '=', first), leasedUntil);
          if (delivery) leased.push(delivery);
        }
        return leased;
      });
    },

    /** Leases a delivery by id, even if it is not due. `null` if it is leased or no longer pending. */
    leaseOne(deliveryId: number, now: number, leasedUntil: number): Promise<LeasedDelivery | null> {
      return leaseMatching(
        db,
        (eb) => eb.and([eb('id', '=', deliveryId), eb('next_attempt_at', 'is not', null), isLeasable(now)]),
        leasedUntil,
      );
    },

    /**
     * Whether the webhook had a success after this delivery first failed, or since its schedule restarted. Compares ids
     * of attempts, because the clock may change.
     */
    async hasSucceededSince({ id, webhookId, scheduleStart }: LeasedDelivery): Promise<boolean> {
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
    },

    /**
     * Logs an attempt and updates the delivery and the health of its webhook. Does nothing if another attempt took over
     * the lease. If the webhook was disabled in the meantime, only a success changes the delivery.
     */
    settle(delivery: LeasedDelivery, attempt: AttemptRecord, verdict: Verdict): Promise<void> {
      return inWriteTransaction(db, (transaction) => settleAttempt(transaction, delivery, attempt, verdict));
    },

    /** Ends a lease without a result, so that the delivery can be leased again immediately. */
    async release({ id, leasedUntil }: LeasedDelivery): Promise<void> {
      await db
        .updateTable('webhook_deliveries')
        .set({ leased_until: null })
        .where(({ and }) => and({ id, leased_until: leasedUntil }))
        .execute();
    },

    /**
     * Call at startup. Ends leases and unfinished pings of an earlier process. In a shared store other instances may
     * still hold them; there, leases expire and pings end at the next pruning.
     */
    async releaseLeases(now: number): Promise<void> {
      if (isShared) return;
      await inWriteTransaction(db, async (transaction) => {
        await transaction
          .updateTable('webhook_deliveries')
          .set({ leased_until: null })
          .where('leased_until', 'is not', null)
          .execute();
        await endAbandonedPings(transaction, now, Number.MAX_SAFE_INTEGER);
      });
    },

    /** Limits due times to `latest`, to correct those that a wrong clock set. */
    async limitDueTimes(latest: number): Promise<void> {
      await db
        .updateTable('webhook_deliveries')
        .set({ next_attempt_at: latest })
        .where('next_attempt_at', '>', latest)
        .execute();
    },

    prune: (retention: LogRetention, shouldContinue?: () => boolean) => pruneDeliveries(db, retention, shouldContinue),
  };
}

/** The time from which a delivery can be leased. */
const LEASABLE_AT = chooseByDialect<number>({
  sqlite: sql`max(next_attempt_at, coalesce(leased_until, 0))`,
  postgres: sql`greatest(next_attempt_at, leased_until)`,
});

const createBuilder = () => expressionBuilder<StoreSchema, 'webhook_deliveries'>();

function isLeasable(now: number): Expression<SqlBool> {
  const eb = createBuilder();
  return eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]);
}

async function storeReading(db: StoreDb, { from, to, delivery }: Reading): Promise<boolean> {
  await lockWebhook(db, from.webhookId);
  const active = db.selectFrom('webhooks').select('id').where('disabled_reason', 'is', null);
  const { numUpdatedRows } = await db
    .updateTable('webhook_positions')
    .set({ position: to.position, seen_at: to.seenAt })
    .where(({ and }) => and({ webhook_id: from.webhookId, event: from.event, position: from.position }))
    .where('webhook_id', 'in', active)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (delivery) await insertDelivery(db, from.webhookId, delivery);
  return true;
}

/** Adds a delivery that is due immediately and returns its id. The transaction must hold the lock of the webhook. */
export async function insertDelivery(db: StoreDb, webhookId: number, delivery: NewDelivery): Promise<number> {
  const { id } = await db
    .insertInto('webhook_deliveries')
    .values({
      webhook_id: webhookId,
      message_id: delivery.messageId,
      kind: delivery.kind,
      status: 'pending',
      body: delivery.body,
      event_count: delivery.eventCount,
      created_at: delivery.createdAt,
      next_attempt_at: delivery.createdAt,
      replay_of: delivery.replayOf,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Skips deliveries that another instance is leasing. */
function selectFirstDue(db: StoreDb, webhookId: number, now: number) {
  return db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('next_attempt_at', '<=', now)
    .where(isLeasable(now))
    .where(isQueued())
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1)
    .$if(isSharedStore(db), (query) => query.forUpdate().skipLocked());
}

async function leaseMatching(
  db: StoreDb,
  condition: (eb: ReturnType<typeof createBuilder>) => Expression<SqlBool>,
  leasedUntil: number,
): Promise<LeasedDelivery | null> {
  const leased = await db
    .updateTable('webhook_deliveries')
    .set({ leased_until: leasedUntil })
    .where(condition(createBuilder()))
    .where(hasWebhook())
    .returning(['id', 'webhook_id as webhookId', 'message_id as messageId', 'body', 'created_at as createdAt'])
    .returning(['replay_of as replayOf', 'schedule_start as scheduleStart', isQueued().as('isQueued')])
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

async function settleAttempt(
  db: StoreDb,
  delivery: LeasedDelivery,
  attempt: AttemptRecord,
  verdict: Verdict,
): Promise<void> {
  await lockWebhook(db, delivery.webhookId);
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({ leased_until: null })
    .where('id', '=', delivery.id)
    .where('leased_until', '=', delivery.leasedUntil)
    .where(hasWebhook())
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const attemptId = await logAttempt(db, delivery, attempt);
  if (delivery.isQueued) await updateHealth(db, delivery, { ...attempt, id: attemptId }, verdict);
  // Must precede `writeVerdict`: this delivery and those that disabling ends need the same end time.
  if (verdict.kind === 'given-up' && verdict.disables) {
    await disableWebhook(db, delivery.webhookId, verdict.disables, getEndTime(attempt));
  }
  await writeVerdict(db, delivery, getEndTime(attempt), verdict);
}

const getEndTime = ({ at, durationMs }: AttemptRecord) => at + durationMs;

/** Returns its id, which is higher than those of all earlier attempts. */
async function logAttempt(db: StoreDb, { id: deliveryId, attempts }: LeasedDelivery, attempt: AttemptRecord) {
  const { at, status, failure, durationMs: duration_ms, answer } = attempt;
  const { id } = await db
    .insertInto('webhook_attempts')
    .values({ delivery_id: deliveryId, number: attempts + 1, at, status, failure, duration_ms, answer })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function updateHealth(
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

async function writeVerdict(
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
  const update =
    verdict.kind === 'again'
      ? delivery.set({ next_attempt_at: (await isActive(db, webhookId)) ? verdict.nextAttemptAt : null })
      : delivery.set({ status: 'failed', next_attempt_at: null, ended_at: endedAt });
  // Skips a delivery that failed because its webhook was disabled during the attempt.
  await update.where('status', '=', 'pending').execute();
}

/** `false` if the webhook was paused during the attempt. Enabling it schedules the next attempt. */
async function isActive(db: StoreDb, webhookId: number): Promise<boolean> {
  const active = db.selectFrom('webhooks').select('id').where('disabled_reason', 'is', null);
  return (await active.where('id', '=', webhookId).executeTakeFirst()) !== undefined;
}
