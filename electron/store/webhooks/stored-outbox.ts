import type { Kysely } from 'kysely';
import { isSharedStore } from '../dialects/is-shared-store.ts';
import { inWriteTransaction } from '../in-write-transaction.ts';
import type { StoreSchema } from '../schema.ts';
import { createDeliveryLeases } from './delivery-leases.ts';
import { UNHURRIED } from './delivery-portions.ts';
import { isQueued } from './delivery-queue.ts';
import { createDeliveryTimes } from './delivery-times.ts';
import { createGroupedWrites } from './grouped-writes.ts';
import { holdWebhook } from './hold-webhook.ts';
import type { NewDelivery, Outbox, Reading } from './outbox.ts';
import { oldestOfFullWindow } from './ping-admission.ts';
import { pruneStore } from './prune-store.ts';
import { reviveWebhook } from './revive-webhook.ts';
import { hasSucceededSince, settleAttempt } from './settle-attempt.ts';

type Db = Kysely<StoreSchema>;

/** `turn` is for tests whose time goes on without the event loop. */
export function createOutbox(db: Db, turn?: () => Promise<void>): Outbox {
  const grouped = createGroupedWrites(db, turn);

  return {
    isShared: isSharedStore(db),
    ...createDeliveryLeases(db, grouped),
    ...createDeliveryTimes(db),

    async positionsOf(webhookId) {
      const rows = await db
        .selectFrom('webhook_positions')
        .selectAll()
        .where('webhook_id', '=', webhookId)
        .execute();
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
        const oldestAt = await oldestOfFullWindow(transaction, webhookId, rate, ping.createdAt);
        if (oldestAt !== null) return { oldestAt };
        return { id: await insert(transaction, webhookId, ping, ping.createdAt) };
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
    revive: (webhookId, now) =>
      inWriteTransaction(db, (transaction) => reviveWebhook(transaction, webhookId, now)),
    prune: (kept, goesOn = UNHURRIED.goesOn) =>
      pruneStore(db, kept, { turn: turn ?? UNHURRIED.turn, goesOn }),
  };
}

async function put(db: Db, { from, to, delivery, dueAt }: Reading): Promise<boolean> {
  await holdWebhook(db, from.webhookId);
  const active = db.selectFrom('webhooks').select('id').where('disabled_reason', 'is', null);
  const { numUpdatedRows } = await db
    .updateTable('webhook_positions')
    .set({ position: to.position, seen_at: to.seenAt })
    .where('webhook_id', '=', from.webhookId)
    .where('event', '=', from.event)
    .where('position', '=', from.position)
    .where('webhook_id', 'in', active)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (delivery) await insert(db, from.webhookId, delivery, dueAt);
  return true;
}

/** It stays until the transaction ends. */
async function demandWebhook(db: Db, id: number): Promise<void> {
  await holdWebhook(db, id);
  const webhook = await db.selectFrom('webhooks').select('id').where('id', '=', id).executeTakeFirst();
  if (!webhook) throw new Error(`webhook ${id} was removed: it gets no delivery`);
}

async function insert(db: Db, webhookId: number, delivery: NewDelivery, dueAt: number): Promise<number> {
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
