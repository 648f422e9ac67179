import type { Kysely } from 'kysely';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import type { AttemptRecord, NewDelivery } from '../../../electron/store/webhooks/outbox.ts';

/** With a position `a` in the feed of orders. Answers its id. */
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

/** It took 3 ms. */
export function attempt(at: number, status: number): AttemptRecord {
  return { at, status, failure: null, durationMs: 3, answer: '' };
}
