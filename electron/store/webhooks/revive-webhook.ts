import { type Kysely, sql } from 'kysely';
import type { StoreSchema } from '../schema.ts';
import { isQueued } from './delivery-queue.ts';
import { holdWebhook } from './hold-webhook.ts';

/** Has to run in a transaction. */
export async function reviveWebhook(db: Kysely<StoreSchema>, id: number, now: number): Promise<void> {
  await holdWebhook(db, id);
  const webhook = await db
    .selectFrom('webhooks')
    .select('disabled_at')
    .where('id', '=', id)
    .where('disabled_reason', 'is not', null)
    .executeTakeFirst();
  if (!webhook) return;
  await db
    .updateTable('webhooks')
    .set({ disabled_reason: null, disabled_at: null })
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('webhook_deliveries')
    .set({
      status: 'pending',
      next_attempt_at: now,
      ended_at: null,
      schedule_start: sql`(select count(*) from webhook_attempts where delivery_id = webhook_deliveries.id)`,
    })
    .where('webhook_id', '=', id)
    .where('status', '=', 'failed')
    .where('ended_at', '>=', webhook.disabled_at)
    .where(isQueued())
    .execute();
}
