import { type SelectQueryBuilder, sql } from 'kysely';
import { getClockToleranceMs } from '../dialects/dialect.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import { inWriteTransaction } from '../transactions.ts';
import { lockWebhook } from './active-webhooks.ts';
import { isQueued } from './delivery-conditions.ts';
import { insertDelivery, type NewDelivery } from './outbox.ts';

/** The maximum rate of pings or replays of a webhook. */
export interface MessageRate {
  readonly max: number;
  readonly windowMs: number;
}

/** Repeats a finished delivery. `replayOf` is the original delivery, even for a replay of a replay. */
export type NewReplay = NewDelivery & { readonly replayOf: number };

export type AddedReplay =
  | { readonly kind: 'added'; readonly id: number }
  /** Delivery `id` is pending with the same content. */
  | { readonly kind: 'pending'; readonly id: number }
  /** The window has the maximum number. `oldestAt` is the time of the oldest. */
  | { readonly kind: 'full'; readonly oldestAt: number };

export type RetriedDelivery =
  | { readonly kind: 'due' }
  /** It is no longer pending. */
  | { readonly kind: 'ended' }
  /** The window has the maximum number of attempts. `oldestAt` is the time of the oldest. */
  | { readonly kind: 'full'; readonly oldestAt: number };

export type RequestedDeliveries = ReturnType<typeof createRequestedDeliveries>;

/** Deliveries requested by a user. Counted in the store, so that limits apply to all instances together. */
export function createRequestedDeliveries(db: StoreDb) {
  return {
    /**
     * Adds a ping that is due immediately and returns its id. If the rate is exceeded, adds nothing and returns the
     * time of the oldest ping. Rejects if the webhook was removed.
     */
    addPing(
      webhookId: number,
      ping: NewDelivery,
      rate: MessageRate,
    ): Promise<{ readonly id: number } | { readonly oldestAt: number }> {
      return inWriteTransaction(db, async (transaction) => {
        await lockExistingWebhook(transaction, webhookId);
        const oldestAt = await readOldestIfFull(
          transaction,
          [selectPings(transaction, webhookId)],
          rate,
          ping.createdAt,
        );
        if (oldestAt !== null) return { oldestAt };
        return { id: await insertDelivery(transaction, webhookId, ping) };
      });
    },

    /**
     * Adds a replay that is due immediately, unless one is pending or the rate is exceeded. Rejects if the webhook was
     * removed.
     */
    addReplay(webhookId: number, replay: NewReplay, rate: MessageRate): Promise<AddedReplay> {
      return inWriteTransaction(db, async (transaction): Promise<AddedReplay> => {
        await lockExistingWebhook(transaction, webhookId);
        const { createdAt, replayOf } = replay;
        const pending = await findPendingCopy(transaction, webhookId, replayOf);
        if (pending) return { kind: 'pending', id: pending.id };
        const replays = selectReplaysSince(transaction, webhookId, createdAt - rate.windowMs);
        const oldestAt = await readOldestIfFull(transaction, replays, rate, createdAt);
        if (oldestAt !== null) return { kind: 'full', oldestAt };
        return { kind: 'added', id: await insertDelivery(transaction, webhookId, replay) };
      });
    },

    /**
     * Makes a pending delivery due at `now` without using up an attempt of its schedule. Changes nothing if it is due
     * or being attempted.
     */
    retry(webhookId: number, deliveryId: number, now: number, rate: MessageRate): Promise<RetriedDelivery> {
      return inWriteTransaction(db, async (transaction): Promise<RetriedDelivery> => {
        await lockWebhook(transaction, webhookId);
        return retryDelivery(transaction, { webhookId, deliveryId, now, rate });
      });
    },
  };
}

async function lockExistingWebhook(db: StoreDb, id: number): Promise<void> {
  await lockWebhook(db, id);
  const webhook = await db.selectFrom('webhooks').select('id').where('id', '=', id).executeTakeFirst();
  if (!webhook) throw new Error(`webhook ${id} was removed and cannot get deliveries`);
}

interface Retry {
  readonly webhookId: number;
  readonly deliveryId: number;
  readonly now: number;
  readonly rate: MessageRate;
}

async function retryDelivery(db: StoreDb, { webhookId, deliveryId, now, rate }: Retry): Promise<RetriedDelivery> {
  const pending = db
    .selectFrom('webhook_deliveries')
    .where('webhook_deliveries.webhook_id', '=', webhookId)
    .where('webhook_deliveries.status', '=', 'pending')
    .where(isQueued());
  const delivery = await pending.select('next_attempt_at').where('id', '=', deliveryId).executeTakeFirst();
  if (!delivery) return { kind: 'ended' };
  if (delivery.next_attempt_at === null || delivery.next_attempt_at <= now) return { kind: 'due' };
  const recentAttempts = await pending
    .innerJoin('webhook_attempts', 'webhook_attempts.delivery_id', 'webhook_deliveries.id')
    .select('webhook_attempts.at')
    .where('webhook_attempts.at', '>', now - rate.windowMs)
    .where('webhook_attempts.at', '<=', now + getClockToleranceMs(db))
    .orderBy('webhook_attempts.at', 'desc')
    .limit(rate.max)
    .execute();
  const oldestAt = recentAttempts[rate.max - 1]?.at;
  if (oldestAt !== undefined) return { kind: 'full', oldestAt };
  const attempts = sql<number>`(select count(*) from webhook_attempts where delivery_id = webhook_deliveries.id)`;
  await db
    .updateTable('webhook_deliveries')
    .set({
      next_attempt_at: now,
      // Must not exceed the number of attempts.
      schedule_start: sql`case when schedule_start < ${attempts} then schedule_start + 1 else schedule_start end`,
    })
    .where('id', '=', deliveryId)
    .execute();
  return { kind: 'due' };
}

type CreationTimes = SelectQueryBuilder<StoreSchema, 'webhook_deliveries', { created_at: number }>;

function selectCreationTimes(db: StoreDb, webhookId: number): CreationTimes {
  return db.selectFrom('webhook_deliveries').select('created_at').where('webhook_id', '=', webhookId);
}

function selectPings(db: StoreDb, webhookId: number): CreationTimes {
  return selectCreationTimes(db, webhookId).where('kind', '=', 'ping').where('replay_of', 'is', null);
}

/** Replays created since then are pending or ended since then. Each condition has an index. */
function selectReplaysSince(db: StoreDb, webhookId: number, since: number): readonly CreationTimes[] {
  const replays = selectCreationTimes(db, webhookId).where('replay_of', 'is not', null);
  return [replays.where('status', '=', 'pending'), replays.where('ended_at', '>', since)];
}

/** The time of the oldest delivery if the window is full; `null` if another delivery is allowed. */
async function readOldestIfFull(
  db: StoreDb,
  selections: readonly CreationTimes[],
  { max, windowMs }: MessageRate,
  now: number,
): Promise<number | null> {
  const found: number[] = [];
  for (const times of selections) {
    const rows = await times
      .where('created_at', '>', now - windowMs)
      // A timestamp further in the future was written before the clock was set back.
      .where('created_at', '<=', now + getClockToleranceMs(db))
      .orderBy('created_at', 'desc')
      .limit(max)
      .execute();
    found.push(...rows.map(({ created_at: createdAt }) => createdAt));
  }
  return found.toSorted((one, other) => other - one)[max - 1] ?? null;
}

/** Finds a pending delivery with the content of delivery `first`. */
function findPendingCopy(db: StoreDb, webhookId: number, first: number): Promise<{ id: number } | undefined> {
  return db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where(({ and }) => and({ webhook_id: webhookId, status: 'pending' }))
    .where(({ or }) => or({ id: first, replay_of: first }))
    .limit(1)
    .executeTakeFirst();
}
