import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { DeliveryFailure, DisabledReason, WebhookEvent } from '../../../shared/contract/webhook-records.ts';
import { chooseByDialect, isSharedStore } from '../dialects/dialect.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import { createLease, inWriteTransaction } from '../transactions.ts';
import { disableWebhook, holdWebhook } from './active-webhooks.ts';
import { hasWebhook, isQueued } from './delivery-conditions.ts';
import { endUnmadePings, type LogRetention, pruneDeliveries } from './prune-deliveries.ts';

/** How far a feed went into the deliveries of a webhook. */
export interface FeedPosition {
  readonly webhookId: number;
  readonly event: WebhookEvent;
  /** `next` of the platform's feed. */
  readonly position: string;
  /** A moment from which on nothing is missed if the platform lost the position. */
  readonly seenAt: number;
}

export interface NewDelivery {
  readonly messageId: string;
  readonly kind: 'batch' | 'ping';
  /** Exactly what is sent at every attempt. */
  readonly body: string;
  readonly eventCount: number;
  readonly createdAt: number;
  readonly replayOf: number | null;
}

/** What was read from a feed after `from`, and where the next reading begins. */
export interface Reading {
  readonly from: FeedPosition;
  readonly to: FeedPosition;
  /** `null` if nothing changed: then only the position moves. Its first attempt is due at its `createdAt`. */
  readonly delivery: NewDelivery | null;
}

/** A delivery that an attempt has for itself until its lease ends. */
export interface LeasedDelivery {
  readonly id: number;
  readonly webhookId: number;
  readonly messageId: string;
  /** Whether it is in the queue: all deliveries but pings are. */
  readonly isQueued: boolean;
  readonly body: string;
  readonly createdAt: number;
  readonly replayOf: number | null;
  /** Attempts made before this one. */
  readonly attempts: number;
  /**
   * How many of them do not count in its schedule: those before the webhook was enabled again, when it started over,
   * and one for each retry that somebody asked for.
   */
  readonly scheduleStart: number;
  readonly leasedUntil: number;
}

export interface AttemptRecord {
  /** When it began. */
  readonly at: number;
  readonly status: number | null;
  readonly failure: DeliveryFailure | null;
  readonly durationMs: number;
  /** The first 1024 bytes, as text. */
  readonly answer: string;
}

/** What becomes of a delivery after an attempt. */
export type Verdict =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'again'; readonly nextAttemptAt: number }
  /** No attempt is left; `disables` if the webhook had no success since the first failure of this delivery. */
  | { readonly kind: 'given-up'; readonly disables: DisabledReason | null };

/**
 * The deliveries that were not made yet, safe on disk. Each method that writes is one transaction. At least once: what
 * was put stays until an attempt is settled as delivered or given up. The queue of a webhook is all of its deliveries but
 * pings, which are leased by their id and attempted once.
 */
export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox(db: StoreDb) {
  const isShared = isSharedStore(db);

  return {
    /** Held by the instance that looks for changes. */
    polling: createLease(db, 'polling'),

    async positionsOf(webhookId: number): Promise<readonly FeedPosition[]> {
      const rows = await db.selectFrom('webhook_positions').selectAll().where('webhook_id', '=', webhookId).execute();
      return rows.map(({ event, position, seen_at: seenAt }) => ({ webhookId, event, position, seenAt }));
    },

    /**
     * Moves the position and makes the delivery. Answers false, and does nothing, if the position is not `from` any
     * more, or if the webhook is disabled or removed.
     */
    put(reading: Reading): Promise<boolean> {
      return inWriteTransaction(db, (transaction) => putReading(transaction, reading));
    },

    /** Pending deliveries of the queue. */
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

    /** Active webhooks with a delivery that may be leased at `now`, also one that a killed instance left behind. */
    async listDue(now: number): Promise<readonly number[]> {
      const rows = await db
        .selectFrom('webhook_deliveries')
        .select('webhook_id as webhookId')
        .distinct()
        .where('next_attempt_at', '<=', now)
        .where(isFree(now))
        .where(isQueued())
        .where('webhook_id', 'in', db.selectFrom('webhooks').select('id').where('disabled_reason', 'is', null))
        .execute();
      return rows.map(({ webhookId }) => webhookId);
    },

    /** When the first delivery of any queue that cannot be leased at `now` can be; `null` if there is none. */
    async nextDueAt(now: number): Promise<number | null> {
      const { dueAt } = await db
        .selectFrom('webhook_deliveries')
        .select(({ fn }) => fn.min<number | null>(FREE_AT).as('dueAt'))
        .where('next_attempt_at', 'is not', null)
        .where(FREE_AT, '>', now)
        .where(isQueued())
        .executeTakeFirstOrThrow();
      return dueAt;
    },

    /**
     * Of each of these webhooks the delivery of the queue that is due first, if it is due by `now` and not leased to
     * another attempt. One transaction for all: each commit waits for the disk.
     */
    leaseFirst(webhookIds: readonly number[], now: number, leasedUntil: number): Promise<readonly LeasedDelivery[]> {
      return inWriteTransaction(db, async (transaction) => {
        const leased: LeasedDelivery[] = [];
        for (const webhookId of webhookIds) {
          const first = firstDue(transaction, webhookId, now);
          const delivery = await leaseWhere(transaction, (eb) => eb('id', '=', first), leasedUntil);
          if (delivery) leased.push(delivery);
        }
        return leased;
      });
    },

    /** One delivery by its id, whenever it is due; `null` if it is leased, or not pending any more. */
    leaseOne(deliveryId: number, now: number, leasedUntil: number): Promise<LeasedDelivery | null> {
      return leaseWhere(
        db,
        (eb) => eb.and([eb('id', '=', deliveryId), eb('next_attempt_at', 'is not', null), isFree(now)]),
        leasedUntil,
      );
    },

    /**
     * Whether the webhook had a success after this delivery failed first, or since its schedule started over. By the
     * order in which attempts were logged, because the clock can change.
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
     * Logs the attempt and writes what becomes of the delivery, and the health of its webhook. Does nothing if another
     * attempt has taken over the lease. If the webhook was disabled meanwhile, only a success changes the delivery.
     */
    settle(delivery: LeasedDelivery, attempt: AttemptRecord, verdict: Verdict): Promise<void> {
      return inWriteTransaction(db, (transaction) => settleAttempt(transaction, delivery, attempt, verdict));
    },

    /** Gives back a delivery whose attempt did not end: it can be leased again at once. */
    async release({ id, leasedUntil }: LeasedDelivery): Promise<void> {
      await db
        .updateTable('webhook_deliveries')
        .set({ leased_until: null })
        .where(({ and }) => and({ id, leased_until: leasedUntil }))
        .execute();
    },

    /**
     * For the start: ends all leases, and pings that were not made, because nobody can be at work with them. In a shared
     * store others may be; there a lease ends by itself, and a ping at the next pruning.
     */
    async releaseLeases(now: number): Promise<void> {
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

    /** Brings deliveries that are due later than `latest` forward to it: a clock that was wrong has dated them. */
    async limitDueTimes(latest: number): Promise<void> {
      await db
        .updateTable('webhook_deliveries')
        .set({ next_attempt_at: latest })
        .where('next_attempt_at', '>', latest)
        .execute();
    },

    /** See `pruneDeliveries`. */
    prune: (kept: LogRetention, goesOn?: () => boolean) => pruneDeliveries(db, kept, goesOn),
  };
}

/** When a delivery may be leased. */
const FREE_AT = chooseByDialect<number>({
  sqlite: sql`max(next_attempt_at, coalesce(leased_until, 0))`,
  postgres: sql`greatest(next_attempt_at, leased_until)`,
});

const builder = () => expressionBuilder<StoreSchema, 'webhook_deliveries'>();

function isFree(now: number): Expression<SqlBool> {
  const eb = builder();
  return eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]);
}

async function putReading(db: StoreDb, { from, to, delivery }: Reading): Promise<boolean> {
  await holdWebhook(db, from.webhookId);
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

/** Makes a delivery that is due at once, and answers its id. Has to run in the transaction that holds the webhook. */
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

/** Deliveries that another instance is about to lease are skipped. */
function firstDue(db: StoreDb, webhookId: number, now: number) {
  return db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('next_attempt_at', '<=', now)
    .where(isFree(now))
    .where(isQueued())
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1)
    .$if(isSharedStore(db), (query) => query.forUpdate().skipLocked());
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
