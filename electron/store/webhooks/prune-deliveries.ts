import { setImmediate } from 'node:timers/promises';
import { type Expression, expressionBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { StoreDb, StoreSchema } from '../schema.ts';
import { inWriteTransaction } from '../transactions.ts';
import { hasWebhook, isQueued } from './delivery-conditions.ts';

/** Limits for what pruning retains. Instants are in milliseconds. */
export interface LogRetention {
  readonly endedBefore: number;
  /** The maximum number of ended deliveries per webhook. */
  readonly maxEnded: number;
  /** Stored responses for idempotency keys created until then are removed. */
  readonly answeredUntil: number;
  /** Pending pings created until then were interrupted and end as failed. */
  readonly pingedUntil: number;
  readonly now: number;
}

/**
 * Removes old deliveries, and those of removed webhooks, in batches until `shouldContinue` returns false. Retains
 * deliveries that enabling a webhook would restart.
 */
export async function pruneDeliveries(
  db: StoreDb,
  retention: LogRetention,
  shouldContinue = () => true,
): Promise<void> {
  await db.deleteFrom('webhook_idempotency').where('created_at', '<=', retention.answeredUntil).execute();
  await endAbandonedPings(db, retention.now, retention.pingedUntil);
  await removeInBatches(db, (deliveries) => deliveries.where((eb) => eb.not(hasWebhook())), shouldContinue);
  const webhooks = await db.selectFrom('webhooks').select('id').execute();
  for (const { id } of webhooks) await pruneWebhook(db, id, retention, shouldContinue);
}

/** Removes old deliveries, and the oldest ones beyond the maximum. */
async function pruneWebhook(
  db: StoreDb,
  id: number,
  { endedBefore, maxEnded }: LogRetention,
  shouldContinue: () => boolean,
): Promise<void> {
  const removeMatching = (select: (deliveries: DeliveryIds) => DeliveryIds) =>
    removeInBatches(
      db,
      (deliveries) => select(deliveries.where('webhook_id', '=', id).where(isRemovable(id))),
      shouldContinue,
    );
  await removeMatching((deliveries) => deliveries.where('ended_at', '<', endedBefore));
  const lastExcessId = await findLastExcessId(db, id, maxEnded);
  if (lastExcessId === null) return;
  await removeMatching((deliveries) =>
    deliveries.where('status', 'in', ['delivered', 'failed']).where('id', '<=', lastExcessId),
  );
}

/**
 * Deliveries that failed since the webhook was disabled become pending if it is enabled, so they stay. Checked with
 * each batch, because the webhook may be disabled in the meantime.
 */
function isRemovable(webhookId: number): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'webhook_deliveries'>();
  const disabledAt = eb.selectFrom('webhooks').select('disabled_at').where('id', '=', webhookId);
  const neededFrom = eb.fn.coalesce(disabledAt, eb.val(Number.MAX_SAFE_INTEGER));
  return eb.or([eb('status', '=', 'delivered'), eb('ended_at', '<', neededFrom)]);
}

/** Finds the highest id beyond the maximum, by id because the clock may change. `null` if there are not that many. */
async function findLastExcessId(db: StoreDb, webhookId: number, maxEnded: number): Promise<number | null> {
  const found = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('status', 'in', ['delivered', 'failed'])
    .orderBy('id', 'desc')
    .limit(1)
    .offset(maxEnded)
    .executeTakeFirst();
  return found?.id ?? null;
}

type DeliveryIds = SelectQueryBuilder<StoreSchema, 'webhook_deliveries', { id: number }>;

const BATCH_SIZE = 100;

/** Removes deliveries and their attempts in short transactions, with other work in between. */
export async function removeInBatches(
  db: StoreDb,
  select: (deliveries: DeliveryIds) => DeliveryIds,
  shouldContinue = () => true,
): Promise<void> {
  for (let removed = BATCH_SIZE; removed === BATCH_SIZE; ) {
    await setImmediate();
    if (!shouldContinue()) return;
    removed = await inWriteTransaction(db, (transaction) => removeBatch(transaction, select));
  }
}

async function removeBatch(db: StoreDb, select: (deliveries: DeliveryIds) => DeliveryIds): Promise<number> {
  const batch = await select(db.selectFrom('webhook_deliveries').select('id')).limit(BATCH_SIZE).execute();
  if (batch.length === 0) return 0;
  const ids = batch.map(({ id }) => id);
  await db.deleteFrom('webhook_deliveries').where('id', 'in', ids).execute();
  return ids.length;
}

/** Ends unfinished pings that were created until then, because they are no longer sent. */
export async function endAbandonedPings(db: StoreDb, now: number, createdUntil: number): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', next_attempt_at: null, leased_until: null, ended_at: now })
    .where('next_attempt_at', 'is not', null)
    .where('created_at', '<=', createdUntil)
    .where((eb) => eb.not(isQueued()))
    .execute();
}
