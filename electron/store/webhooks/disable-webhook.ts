import type { Kysely } from 'kysely';
import type { DisabledReason } from '../../../shared/contract/webhook-records.ts';
import type { StoreSchema } from '../schema.ts';
import { isQueued } from './delivery-queue.ts';
import { holdWebhook } from './hold-webhook.ts';

/**
 * Has to run in a transaction. What is pending is given up at the same moment, by which `revive` finds it. An attempt
 * under way keeps its lease, so that it can be settled.
 */
export async function disableWebhook(
  db: Kysely<StoreSchema>,
  id: number,
  reason: DisabledReason,
  at: number,
): Promise<void> {
  await holdWebhook(db, id);
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({ disabled_reason: reason, disabled_at: at })
    .where('id', '=', id)
    .where('disabled_reason', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await db
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', next_attempt_at: null, ended_at: at })
    .where('webhook_id', '=', id)
    .where('status', '=', 'pending')
    .where(isQueued())
    .execute();
}
