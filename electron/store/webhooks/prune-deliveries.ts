import { type Expression, expressionBuilder, type Kysely, type SqlBool } from 'kysely';
import type { StoreSchema } from '../schema.ts';
import { type Portions, removeInPortions } from './delivery-portions.ts';
import type { KeptLog } from './outbox.ts';

type Db = Kysely<StoreSchema>;

/** What ended long ago, and what is more than the last ones of a webhook. */
export async function pruneDeliveries(db: Db, kept: KeptLog, portions: Portions): Promise<void> {
  const webhooks = await db.selectFrom('webhooks').select('id').execute();
  for (const { id } of webhooks) await pruneWebhook(db, id, kept, portions);
}

async function pruneWebhook(
  db: Db,
  id: number,
  { endedBefore, mostEnded }: KeptLog,
  portions: Portions,
): Promise<void> {
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
 * What was given up since the disabling is pending again when the webhook is enabled. Asked with each portion: others
 * may disable it meanwhile.
 */
function isDoneWith(webhookId: number): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'webhook_deliveries'>();
  const disabledAt = eb.selectFrom('webhooks').select('disabled_at').where('id', '=', webhookId);
  const neededFrom = eb.fn.coalesce(disabledAt, eb.val(Number.MAX_SAFE_INTEGER));
  return eb.or([eb('status', '=', 'delivered'), eb('ended_at', '<', neededFrom)]);
}

/** By id: moments would mislead after a clock that was set. Null where none is too many. */
async function findTooMany(db: Db, webhookId: number, mostEnded: number): Promise<number | null> {
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
