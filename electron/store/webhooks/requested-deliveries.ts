import { type SelectQueryBuilder, sql } from 'kysely';
import { getClockToleranceMs } from '../dialects/dialect.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import { inWriteTransaction } from '../transactions.ts';
import { holdWebhook } from './active-webhooks.ts';
import { isQueued } from './delivery-conditions.ts';
import { insertDelivery, type NewDelivery } from './outbox.ts';

/** How often a webhook may be pinged, or have deliveries replayed. */
export interface MessageRate {
  readonly most: number;
  readonly windowMs: number;
}

/** A further delivery of what a finished one brought; `replayOf` is the first of the row. */
export type NewReplay = NewDelivery & { readonly replayOf: number };

export type AddedReplay =
  | { readonly kind: 'added'; readonly id: number }
  /** `id` brings the same already. */
  | { readonly kind: 'pending'; readonly id: number }
  /** There were as many as may be in the window before it, whoever made them. `oldestAt` is the time of the oldest. */
  | { readonly kind: 'full'; readonly oldestAt: number };

export type RetriedDelivery =
  | { readonly kind: 'due' }
  /** It is not pending any more. */
  | { readonly kind: 'ended' }
  /** Pending deliveries had as many attempts as may be in the window before it, the oldest of them at `oldestAt`. */
  | { readonly kind: 'full'; readonly oldestAt: number };

export type RequestedDeliveries = ReturnType<typeof createRequestedDeliveries>;

/** Deliveries that a user asks for. The store counts them, so that a limit holds for all instances together. */
export function createRequestedDeliveries(db: StoreDb) {
  return {
    /**
     * Makes a ping that is due at once and answers its id. If there were too many, makes nothing and answers the time of
     * the oldest of them. Rejects if the webhook was removed.
     */
    addPing(
      webhookId: number,
      ping: NewDelivery,
      rate: MessageRate,
    ): Promise<{ readonly id: number } | { readonly oldestAt: number }> {
      return inWriteTransaction(db, async (transaction) => {
        await demandWebhook(transaction, webhookId);
        const oldestAt = await oldestOfFullWindow(transaction, [pingsOf(transaction, webhookId)], rate, ping.createdAt);
        if (oldestAt !== null) return { oldestAt };
        return { id: await insertDelivery(transaction, webhookId, ping) };
      });
    },

    /** Makes a replay that is due at once, unless one is pending or there were too many. Rejects like `addPing`. */
    addReplay(webhookId: number, replay: NewReplay, rate: MessageRate): Promise<AddedReplay> {
      return inWriteTransaction(db, async (transaction): Promise<AddedReplay> => {
        await demandWebhook(transaction, webhookId);
        const { createdAt, replayOf } = replay;
        const pending = await pendingOfSame(transaction, webhookId, replayOf);
        if (pending) return { kind: 'pending', id: pending.id };
        const replays = replaysSince(transaction, webhookId, createdAt - rate.windowMs);
        const oldestAt = await oldestOfFullWindow(transaction, replays, rate, createdAt);
        if (oldestAt !== null) return { kind: 'full', oldestAt };
        return { kind: 'added', id: await insertDelivery(transaction, webhookId, replay) };
      });
    },

    /**
     * Makes a pending delivery of the queue due at `now`, without using up an attempt of its schedule. Changes nothing
     * if it is due or being attempted already.
     */
    retry(webhookId: number, deliveryId: number, now: number, rate: MessageRate): Promise<RetriedDelivery> {
      return inWriteTransaction(db, async (transaction): Promise<RetriedDelivery> => {
        await holdWebhook(transaction, webhookId);
        return retryDelivery(transaction, { webhookId, deliveryId, now, rate });
      });
    },
  };
}

/** Locks the webhook until the transaction ends. */
async function demandWebhook(db: StoreDb, id: number): Promise<void> {
  await holdWebhook(db, id);
  const webhook = await db.selectFrom('webhooks').select('id').where('id', '=', id).executeTakeFirst();
  if (!webhook) throw new Error(`webhook ${id} was removed: it gets no delivery`);
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
  const attempted = await pending
    .innerJoin('webhook_attempts', 'webhook_attempts.delivery_id', 'webhook_deliveries.id')
    .select('webhook_attempts.at')
    .where('webhook_attempts.at', '>', now - rate.windowMs)
    .where('webhook_attempts.at', '<=', now + getClockToleranceMs(db))
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
      .where('created_at', '<=', now + getClockToleranceMs(db))
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
