import { type Expression, expressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { clockToleranceMs, isSharedStore } from '../dialects/dialect.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import { createLease, inWriteTransaction } from '../transactions.ts';
import { holdWebhook, reviveWebhook } from './active-webhooks.ts';
import { createDeliveryLeases, hasSucceededSince, settleAttempt } from './delivery-attempts.ts';
import {
  endUnmadePings,
  isQueued,
  type Portions,
  removeInPortions,
  sweepRemovedWebhooks,
  UNHURRIED,
} from './delivery-queue.ts';
import { createGroupedWrites } from './grouped-writes.ts';
import type {
  AddedReplay,
  LogRetention,
  MessageRate,
  NewDelivery,
  Outbox,
  Reading,
  RetriedDelivery,
} from './outbox.ts';
import { createIdempotencyRepository } from './webhooks-repository.ts';

/** `turn` is for tests with a clock of their own. */
export function createOutbox(db: StoreDb, turn?: () => Promise<void>): Outbox {
  const grouped = createGroupedWrites(db, turn);

  return {
    isShared: isSharedStore(db),
    polling: createLease(db, 'polling'),
    ...createDeliveryLeases(db, grouped),
    ...createDeliveryTimes(db),

    async positionsOf(webhookId) {
      const rows = await db.selectFrom('webhook_positions').selectAll().where('webhook_id', '=', webhookId).execute();
      return rows.map(({ event, position, seen_at: seenAt }) => ({ webhookId, event, position, seenAt }));
    },

    put: (reading) => grouped((transaction) => put(transaction, reading)),
    add: (webhookId, delivery, dueAt) =>
      inWriteTransaction(db, async (transaction) => {
        await demandWebhook(transaction, webhookId);
        return insert(transaction, webhookId, delivery, dueAt);
      }),
    addPing: (webhookId, ping, rate) =>
      inWriteTransaction(db, async (transaction) => {
        await demandWebhook(transaction, webhookId);
        const oldestAt = await oldestOfFullWindow(transaction, [pingsOf(transaction, webhookId)], rate, ping.createdAt);
        if (oldestAt !== null) return { oldestAt };
        return { id: await insert(transaction, webhookId, ping, ping.createdAt) };
      }),
    addReplay: (webhookId, replay, rate) =>
      inWriteTransaction(db, async (transaction): Promise<AddedReplay> => {
        await demandWebhook(transaction, webhookId);
        const { createdAt, replayOf } = replay;
        const pending = await pendingOfSame(transaction, webhookId, replayOf);
        if (pending) return { kind: 'pending', id: pending.id };
        const replays = replaysSince(transaction, webhookId, createdAt - rate.windowMs);
        const oldestAt = await oldestOfFullWindow(transaction, replays, rate, createdAt);
        if (oldestAt !== null) return { kind: 'full', oldestAt };
        return { kind: 'added', id: await insert(transaction, webhookId, replay, createdAt) };
      }),

    retry: (webhookId, deliveryId, now, rate) =>
      inWriteTransaction(db, async (transaction): Promise<RetriedDelivery> => {
        await holdWebhook(transaction, webhookId);
        return retry(transaction, { webhookId, deliveryId, now, rate });
      }),

    async countPending(webhookId) {
      const { count } = await db
        .selectFrom('webhook_deliveries')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('webhook_id', '=', webhookId)
        .where('status', '=', 'pending')
        .where(isQueued())
        .executeTakeFirstOrThrow();
      return count;
    },

    hasSucceededSince: (delivery) => hasSucceededSince(db, delivery),
    settle: (delivery, attempt, verdict) =>
      grouped((transaction) => settleAttempt(transaction, delivery, attempt, verdict)),
    revive: (webhookId, now) => inWriteTransaction(db, (transaction) => reviveWebhook(transaction, webhookId, now)),
    prune: (kept, goesOn = UNHURRIED.goesOn) => pruneStore(db, kept, { turn: turn ?? UNHURRIED.turn, goesOn }),
  };
}

async function put(db: StoreDb, { from, to, delivery, dueAt }: Reading): Promise<boolean> {
  await holdWebhook(db, from.webhookId);
  const active = db.selectFrom('webhooks').select('id').where('disabled_reason', 'is', null);
  const { numUpdatedRows } = await db
    .updateTable('webhook_positions')
    .set({ position: to.position, seen_at: to.seenAt })
    .where(({ and }) => and({ webhook_id: from.webhookId, event: from.event, position: from.position }))
    .where('webhook_id', 'in', active)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (delivery) await insert(db, from.webhookId, delivery, dueAt);
  return true;
}

/** Locks the webhook until the transaction ends. */
async function demandWebhook(db: StoreDb, id: number): Promise<void> {
  await holdWebhook(db, id);
  const webhook = await db.selectFrom('webhooks').select('id').where('id', '=', id).executeTakeFirst();
  if (!webhook) throw new Error(`webhook ${id} was removed: it gets no delivery`);
}

async function insert(db: StoreDb, webhookId: number, delivery: NewDelivery, dueAt: number): Promise<number> {
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
      next_attempt_at: dueAt,
      replay_of: delivery.replayOf,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface Retry {
  readonly webhookId: number;
  readonly deliveryId: number;
  readonly now: number;
  readonly rate: MessageRate;
}

async function retry(db: StoreDb, { webhookId, deliveryId, now, rate }: Retry): Promise<RetriedDelivery> {
  const pending = db
    .selectFrom('webhook_deliveries')
    .where('webhook_deliveries.webhook_id', '=', webhookId)
    .where('webhook_deliveries.status', '=', 'pending')
    .where(isQueued());
  const delivery = await pending.select('next_attempt_at').where('id', '=', deliveryId).executeTakeFirst();
  if (!delivery) return { kind: 'ended' };
  if (delivery.next_attempt_at === null || delivery.next_attempt_at <= now) return { kind: 'due' };
  const attempted = await pending
    .innerJoin('webhook_attempts', 'webhook_attempts.delivery_id', 'webhook_deliveries.id')
    .select('webhook_attempts.at')
    .where('webhook_attempts.at', '>', now - rate.windowMs)
    .where('webhook_attempts.at', '<=', now + clockToleranceMs(db))
    .orderBy('webhook_attempts.at', 'desc')
    .limit(rate.most)
    .execute();
  const oldestAt = attempted[rate.most - 1]?.at;
  if (oldestAt !== undefined) return { kind: 'full', oldestAt };
  const attempts = sql<number>`(select count(*) from webhook_attempts where delivery_id = webhook_deliveries.id)`;
  await db
    .updateTable('webhook_deliveries')
    .set({
      next_attempt_at: now,
      // Never more than were made: the first attempt stands at the beginning of the schedule.
      schedule_start: sql`case when schedule_start < ${attempts} then schedule_start + 1 else schedule_start end`,
    })
    .where('id', '=', deliveryId)
    .execute();
  return { kind: 'due' };
}

type Moments = SelectQueryBuilder<StoreSchema, 'webhook_deliveries', { created_at: number }>;

function momentsOf(db: StoreDb, webhookId: number): Moments {
  return db.selectFrom('webhook_deliveries').select('created_at').where('webhook_id', '=', webhookId);
}

function pingsOf(db: StoreDb, webhookId: number): Moments {
  return momentsOf(db, webhookId).where('kind', '=', 'ping').where('replay_of', 'is', null);
}

/** Replays made since then are pending or have ended since then: each kind has an index. */
function replaysSince(db: StoreDb, webhookId: number, since: number): readonly Moments[] {
  const replays = momentsOf(db, webhookId).where('replay_of', 'is not', null);
  return [replays.where('status', '=', 'pending'), replays.where('ended_at', '>', since)];
}

/** The moment of the oldest delivery in a full window; null where another one is allowed. */
async function oldestOfFullWindow(
  db: StoreDb,
  selections: readonly Moments[],
  { most, windowMs }: MessageRate,
  now: number,
): Promise<number | null> {
  const found: number[] = [];
  for (const moments of selections) {
    const rows = await moments
      .where('created_at', '>', now - windowMs)
      // A moment further in the future was written before the clock was set back.
      .where('created_at', '<=', now + clockToleranceMs(db))
      .orderBy('created_at', 'desc')
      .limit(most)
      .execute();
    found.push(...rows.map(({ created_at: createdAt }) => createdAt));
  }
  return found.toSorted((one, other) => other - one)[most - 1] ?? null;
}

/** A pending delivery with the content of the delivery `first`. */
function pendingOfSame(db: StoreDb, webhookId: number, first: number): Promise<{ id: number } | undefined> {
  return db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where(({ and }) => and({ webhook_id: webhookId, status: 'pending' }))
    .where(({ or }) => or({ id: first, replay_of: first }))
    .limit(1)
    .executeTakeFirst();
}

/** Moves the moments at which deliveries are due. */
function createDeliveryTimes(db: StoreDb): Pick<Outbox, 'spread' | 'shift' | 'bound'> {
  return {
    spread: (now, later) =>
      inWriteTransaction(db, async (transaction) => {
        const overdue = await transaction
          .selectFrom('webhook_deliveries')
          .select('id')
          .where('next_attempt_at', '<=', now)
          .where(isQueued())
          .execute();
        // Always in the same order: another instance may do the same now, or have delivered one of them meanwhile.
        for (const { id } of overdue.toSorted((one, other) => one.id - other.id)) {
          await transaction
            .updateTable('webhook_deliveries')
            .set({ next_attempt_at: later() })
            .where('id', '=', id)
            .where('next_attempt_at', '<=', now)
            .execute();
        }
      }),

    async bound(latest) {
      await db
        .updateTable('webhook_deliveries')
        .set({ next_attempt_at: latest })
        .where('next_attempt_at', '>', latest)
        .execute();
    },

    async shift(byMs) {
      // A change of one instance's clock does not apply to the moments that others wrote.
      if (isSharedStore(db)) return;
      await db
        .updateTable('webhook_deliveries')
        .set({ next_attempt_at: sql`next_attempt_at + ${byMs}` })
        .where('next_attempt_at', 'is not', null)
        .execute();
    },
  };
}

async function pruneStore(db: StoreDb, kept: LogRetention, portions: Portions): Promise<void> {
  await createIdempotencyRepository(db).removeUntil(kept.answeredUntil);
  await endUnmadePings(db, kept.now, kept.pingedUntil);
  await sweepRemovedWebhooks(db, portions);
  const webhooks = await db.selectFrom('webhooks').select('id').execute();
  for (const { id } of webhooks) await pruneWebhook(db, id, kept, portions);
}

/** Removes deliveries that ended long ago, and all but the last ones. */
async function pruneWebhook(db: StoreDb, id: number, { endedBefore, mostEnded }: LogRetention, portions: Portions) {
  await removeInPortions(db, portions, (deliveries) =>
    deliveries.where('webhook_id', '=', id).where('ended_at', '<', endedBefore).where(isDoneWith(id)),
  );
  const lastTooMany = await findTooMany(db, id, mostEnded);
  if (lastTooMany === null) return;
  await removeInPortions(db, portions, (deliveries) =>
    deliveries
      .where('webhook_id', '=', id)
      .where('status', 'in', ['delivered', 'failed'])
      .where('id', '<=', lastTooMany)
      .where(isDoneWith(id)),
  );
}

/**
 * Deliveries that were given up since the disabling become pending again when the webhook is enabled. Checked with each
 * portion: the webhook may be disabled meanwhile.
 */
function isDoneWith(webhookId: number): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'webhook_deliveries'>();
  const disabledAt = eb.selectFrom('webhooks').select('disabled_at').where('id', '=', webhookId);
  const neededFrom = eb.fn.coalesce(disabledAt, eb.val(Number.MAX_SAFE_INTEGER));
  return eb.or([eb('status', '=', 'delivered'), eb('ended_at', '<', neededFrom)]);
}

/** By id, because the clock can change. Null where none is too many. */
async function findTooMany(db: StoreDb, webhookId: number, mostEnded: number): Promise<number | null> {
  const found = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('status', 'in', ['delivered', 'failed'])
    .orderBy('id', 'desc')
    .limit(1)
    .offset(mostEnded)
    .executeTakeFirst();
  return found?.id ?? null;
}
