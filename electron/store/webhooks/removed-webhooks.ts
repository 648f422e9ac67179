import { type Expression, expressionBuilder, type Kysely, type SqlBool } from 'kysely';
import type { StoreSchema } from '../schema.ts';
import { type Portions, removeInPortions } from './delivery-portions.ts';

type Db = Kysely<StoreSchema>;

/** What a removed webhook left behind is nobody's: it is neither sent nor settled. */
export function hasWebhook(): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'webhook_deliveries'>();
  return eb('webhook_deliveries.webhook_id', 'in', eb.selectFrom('webhooks').select('webhooks.id'));
}

/** Removes what removed webhooks left behind; where that was broken off, the next time goes on. */
export async function sweepRemovedWebhooks(db: Db, portions: Portions): Promise<void> {
  const removed = await db.selectFrom('removed_webhooks').select('webhook_id').execute();
  for (const { webhook_id } of removed) {
    const isSwept = await removeInPortions(db, portions, (deliveries) =>
      deliveries.where('webhook_id', '=', webhook_id),
    );
    if (isSwept) await db.deleteFrom('removed_webhooks').where('webhook_id', '=', webhook_id).execute();
  }
}
