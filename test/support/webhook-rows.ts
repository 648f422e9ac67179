import type { Insertable, Kysely } from 'kysely';
import type { StoreSchema } from '../../electron/store/schema.ts';
import type { StoredDelivery } from '../../electron/store/webhooks/delivery-log-queries.ts';
import type { StoredWebhook } from '../../electron/store/webhooks/webhooks-repository.ts';
import type { WebhooksTable } from '../../electron/store/webhooks/webhooks-schema.ts';

/** Creates a newly subscribed webhook of user 31 of account 1. */
export function createWebhookRow(given: Partial<Insertable<WebhooksTable>> = {}): Insertable<WebhooksTable> {
  return {
    account_id: 1,
    user_id: 31,
    location_id: null,
    url: 'https://hooks.receiver.example/',
    events: 'order.updated',
    description: '',
    created_at: 1_000,
    sealed_secret: 'v1.first',
    ...given,
  };
}

export function insertWebhook(
  db: Kysely<StoreSchema>,
  given: Partial<Insertable<WebhooksTable>> = {},
): Promise<StoredWebhook> {
  return db.insertInto('webhooks').values(createWebhookRow(given)).returningAll().executeTakeFirstOrThrow();
}

/** A delivery that succeeded after one attempt. */
export async function insertDelivery(
  db: Kysely<StoreSchema>,
  webhookId: number,
  given: Partial<StoredDelivery> = {},
): Promise<StoredDelivery> {
  const delivery = await db
    .insertInto('webhook_deliveries')
    .values({
      webhook_id: webhookId,
      message_id: 'msg_1',
      kind: 'batch',
      status: 'delivered',
      body: '{"type":"batch"}',
      event_count: 1,
      created_at: 2_000,
      next_attempt_at: null,
      replay_of: null,
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertAttempt(db, delivery.id, 1);
  return delivery;
}

export async function insertAttempt(db: Kysely<StoreSchema>, deliveryId: number, number: number): Promise<void> {
  await db
    .insertInto('webhook_attempts')
    .values({
      delivery_id: deliveryId,
      number,
      at: 3_000 + number,
      status: 204,
      failure: null,
      duration_ms: 12,
      answer: `answer ${number}`,
    })
    .execute();
}
