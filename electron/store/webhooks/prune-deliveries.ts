import { setImmediate } from 'node:timers/promises';
import { type Expression, expressionBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { StoreDb, StoreSchema } from '../schema.ts';
import { inWriteTransaction } from '../transactions.ts';
import { hasWebhook, isQueued } from './delivery-conditions.ts';

/** How much of the past is kept; instants are milliseconds. */
export interface LogRetention {
  readonly endedBefore: number;
  /** Of each webhook. */
  readonly mostEnded: number;
  /** Answers under an idempotency key that were made until then are forgotten. */
  readonly answeredUntil: number;
  /** Pings that were made until then and still wait were broken off, and end as failed. */
  readonly pingedUntil: number;
  readonly now: number;
}

/**
 * Removes what need not be kept any longer, and what is left of removed webhooks, portion by portion until `goesOn`
 * is false. What enabling a webhook would bring back is kept.
 */
export async function pruneDeliveries(db: StoreDb, kept: LogRetention, goesOn = () => true): Promise<void> {
  await db.deleteFrom('webhook_idempotency').where('created_at', '<=', kept.answeredUntil).execute();
  await endUnmadePings(db, kept.now, kept.pingedUntil);
  await removeInPortions(db, (deliveries) => deliveries.where((eb) => eb.not(hasWebhook())), goesOn);
  const webhooks = await db.selectFrom('webhooks').select('id').execute();
  for (const { id } of webhooks) await pruneWebhook(db, id, kept, goesOn);
}

/** Removes deliveries that ended long ago, and all but the last ones. */
async function pruneWebhook(
  db: StoreDb,
  id: number,
  { endedBefore, mostEnded }: LogRetention,
  goesOn: () => boolean,
): Promise<void> {
  const removeOf = (select: (deliveries: DeliveryIds) => DeliveryIds) =>
    removeInPortions(db, (deliveries) => select(deliveries.where('webhook_id', '=', id).where(isDoneWith(id))), goesOn);
  await removeOf((deliveries) => deliveries.where('ended_at', '<', endedBefore));
  const lastTooMany = await findTooMany(db, id, mostEnded);
  if (lastTooMany === null) return;
  await removeOf((deliveries) =>
    deliveries.where('status', 'in', ['delivered', 'failed']).where('id', '<=', lastTooMany),
  );
}

/**
 * Deliveries that were given up since the disabling become pending again when the webhook is enabled. Checked with each
 * portion: the webhook may be disabled meanwhile.
 */
function isDoneWith(webhookId: number): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'webhook_deliveries'>();
  const disabledAt = eb.selectFrom('webhooks').select('disabled_at').where('id', '=', webhookId);
  const neededFrom = eb.fn.coalesce(disabledAt, eb.val(Number.MAX_SAFE_INTEGER));
  return eb.or([eb('status', '=', 'delivered'), eb('ended_at', '<', neededFrom)]);
}

/** By id, because the clock can change. `null` if none is too many. */
async function findTooMany(db: StoreDb, webhookId: number, mostEnded: number): Promise<number | null> {
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

type DeliveryIds = SelectQueryBuilder<StoreSchema, 'webhook_deliveries', { id: number }>;

const PORTION = 100;

/** Removes a selection of deliveries with their attempts: a short transaction for each portion, and other work between. */
export async function removeInPortions(
  db: StoreDb,
  select: (deliveries: DeliveryIds) => DeliveryIds,
  goesOn = () => true,
): Promise<void> {
  for (let removed = PORTION; removed === PORTION; ) {
    await setImmediate();
    if (!goesOn()) return;
    removed = await inWriteTransaction(db, (transaction) => removePortion(transaction, select));
  }
}

async function removePortion(db: StoreDb, select: (deliveries: DeliveryIds) => DeliveryIds): Promise<number> {
  const portion = await select(db.selectFrom('webhook_deliveries').select('id')).limit(PORTION).execute();
  if (portion.length === 0) return 0;
  const ids = portion.map(({ id }) => id);
  await db.deleteFrom('webhook_deliveries').where('id', 'in', ids).execute();
  return ids.length;
}

/** Ends pings that were made until then and never ended: nobody sends them any more. */
export async function endUnmadePings(db: StoreDb, now: number, createdUntil: number): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', next_attempt_at: null, leased_until: null, ended_at: now })
    .where('next_attempt_at', 'is not', null)
    .where('created_at', '<=', createdUntil)
    .where((eb) => eb.not(isQueued()))
    .execute();
}
