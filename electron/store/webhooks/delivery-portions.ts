import { setImmediate } from 'node:timers/promises';
import type { Kysely, SelectQueryBuilder } from 'kysely';
import { inWriteTransaction } from '../in-write-transaction.ts';
import type { StoreSchema } from '../schema.ts';

type Db = Kysely<StoreSchema>;
type DeliveryIds = SelectQueryBuilder<StoreSchema, 'webhook_deliveries', { id: number }>;

const PORTION = 100;

export interface Portions {
  /** Resolves when others had their turn. */
  turn(): Promise<unknown>;
  /** False once there is no time for another portion. */
  goesOn(): boolean;
}

export const UNHURRIED: Portions = { turn: setImmediate, goesOn: () => true };

/**
 * Removes the deliveries of a selection with their attempts, a transaction for each portion, so that nobody waits for
 * all of them. False where it was broken off.
 */
export async function removeInPortions(
  db: Db,
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

async function removePortion(db: Db, select: (deliveries: DeliveryIds) => DeliveryIds): Promise<number> {
  const portion = await select(db.selectFrom('webhook_deliveries').select('id')).limit(PORTION).execute();
  if (portion.length === 0) return 0;
  const ids = portion.map(({ id }) => id);
  await db.deleteFrom('webhook_deliveries').where('id', 'in', ids).execute();
  return ids.length;
}
