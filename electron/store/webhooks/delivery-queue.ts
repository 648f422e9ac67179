import { setImmediate } from 'node:timers/promises';
import {
  type Expression,
  type ExpressionWrapper,
  expressionBuilder,
  type SelectQueryBuilder,
  type SqlBool,
} from 'kysely';
import type { StoreDb, StoreSchema } from '../schema.ts';
import { inWriteTransaction } from '../transactions.ts';

/** Deliveries that are retried: all but pings. Pings that earlier versions replayed are retried too. */
export function isQueued(): ExpressionWrapper<StoreSchema, 'webhook_deliveries', SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'webhook_deliveries'>();
  return eb.or([eb('kind', '=', 'batch'), eb('replay_of', 'is not', null)]);
}

/** Deliveries of removed webhooks are neither sent nor settled. */
export function hasWebhook(): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'webhook_deliveries'>();
  return eb('webhook_deliveries.webhook_id', 'in', eb.selectFrom('webhooks').select('webhooks.id'));
}

/** Removes the deliveries of removed webhooks; the next call continues where this one was stopped. */
export async function sweepRemovedWebhooks(db: StoreDb, portions: Portions): Promise<void> {
  const removed = await db.selectFrom('removed_webhooks').select('webhook_id').execute();
  for (const { webhook_id } of removed) {
    const isSwept = await removeInPortions(db, portions, (deliveries) =>
      deliveries.where('webhook_id', '=', webhook_id),
    );
    if (isSwept) await db.deleteFrom('removed_webhooks').where('webhook_id', '=', webhook_id).execute();
  }
}

type DeliveryIds = SelectQueryBuilder<StoreSchema, 'webhook_deliveries', { id: number }>;

const PORTION = 100;

export interface Portions {
  /** Resolves after other tasks have run. */
  turn(): Promise<unknown>;
  /** False once there is no time for another portion. */
  goesOn(): boolean;
}

export const UNHURRIED: Portions = { turn: setImmediate, goesOn: () => true };

/**
 * Removes the deliveries of a selection with their attempts, a short transaction for each portion. False where it was
 * stopped.
 */
export async function removeInPortions(
  db: StoreDb,
  { turn, goesOn }: Portions,
  select: (deliveries: DeliveryIds) => DeliveryIds,
): Promise<boolean> {
  for (let removed = PORTION; removed === PORTION; ) {
    await turn();
    if (!goesOn()) return false;
    removed = await inWriteTransaction(db, (transaction) => removePortion(transaction, select));
  }
  return true;
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
