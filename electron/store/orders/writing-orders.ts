import type { Kysely } from 'kysely';
import { recordOrderChanges } from '../changes/order-changes.ts';
import type { StoreSchema } from '../schema.ts';
import { type ChangedOrders, withTotals } from '../totals/with-totals.ts';

/**
 * Writes orders: the only way in which it is done. Totals stay equal to the orders, and each of them gets a version in
 * the feed of orders. `db` has to be a transaction, and `write` may write no other orders than those that are named.
 */
export async function writingOrders<Result>(
  db: Kysely<StoreSchema>,
  orders: ChangedOrders,
  write: () => Promise<Result>,
): Promise<Result> {
  const result = await withTotals(db, orders, write);
  await recordOrderChanges(db, [...new Set([...orders.existing, ...(orders.made ?? [])])]);
  return result;
}
