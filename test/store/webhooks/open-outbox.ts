import type { Kysely } from 'kysely';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { createActiveWebhooks } from '../../../electron/store/webhooks/active-webhooks.ts';
import {
  type AttemptRecord,
  createOutbox,
  type FeedPosition,
  insertDelivery,
  type LeasedDelivery,
  type NewDelivery,
} from '../../../electron/store/webhooks/outbox.ts';
import { createRequestedDeliveries } from '../../../electron/store/webhooks/requested-deliveries.ts';
import { openTestStore } from '../../support/open-test-store.ts';

export const NOW = 1_000_000;
export const LEASE = 30_000;

/** An outbox on a separate store, with one webhook at the position `a` in the feed of orders. */
export async function openOutbox() {
  const { db, close } = await openTestStore();
  const outbox = createOutbox(db);
  const webhookId = await insertWebhook(db);
  const lease = async (now = NOW) => (await outbox.leaseFirst([webhookId], now, now + LEASE))[0] ?? null;
  const positionAt = (position: string): FeedPosition => ({
    ...{ webhookId, position, seenAt: NOW },
    event: 'order.updated',
  });

  return {
    ...{ db, close, outbox, webhookId, lease, positionAt },
    requests: createRequestedDeliveries(db),
    webhooks: createActiveWebhooks(db),
    put: (from: string, to: string, delivery: NewDelivery | null = newDelivery(NOW)) =>
      outbox.put({ from: positionAt(from), to: positionAt(to), delivery }),
    /** Makes a delivery whose first attempt is due at `dueAt`. */
    async add(dueAt: number, changed: Partial<NewDelivery> = {}): Promise<number> {
      const id = await insertDelivery(db, webhookId, { ...newDelivery(NOW), ...changed });
      await db.updateTable('webhook_deliveries').set({ next_attempt_at: dueAt }).where('id', '=', id).execute();
      return id;
    },
    /** Throws if nothing is due. */
    async leased(now = NOW): Promise<LeasedDelivery> {
      const delivery = await lease(now);
      if (!delivery) throw new Error('nothing was due');
      return delivery;
    },
    delivery: (id: number) =>
      db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    webhook: () => db.selectFrom('webhooks').selectAll().where('id', '=', webhookId).executeTakeFirstOrThrow(),
  };
}

/** Inserts a webhook at the position `a` in the feed of orders. Returns its id. */
export async function insertWebhook(db: Kysely<StoreSchema>): Promise<number> {
  const { id } = await db
    .insertInto('webhooks')
    .values({
      account_id: 1,
      user_id: 2,
      location_id: null,
      url: 'https://receiver.example/',
      events: 'order.updated,product.updated',
      description: '',
      created_at: 0,
      sealed_secret: 'sealed',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('webhook_positions')
    .values({ webhook_id: id, event: 'order.updated', position: 'a', seen_at: 0 })
    .execute();
  return id;
}

export function newDelivery(createdAt: number): NewDelivery {
  return { messageId: 'msg_1', kind: 'batch', body: '{"n":1}', eventCount: 1, createdAt, replayOf: null };
}

/** An attempt that took 3 ms. */
export function attempt(at: number, status: number): AttemptRecord {
  return { at, status, failure: null, durationMs: 3, answer: '' };
}
