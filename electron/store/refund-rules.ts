import type { Kysely } from 'kysely';
import { OrderRuleError } from './order-rule-error.ts';
import type { StoreSchema } from './schema.ts';

const IDS_PER_QUERY = 1_000;

/**
 * Checks that of every order with one of these ids all products came back, in orders that follow it: only then
 * is an order refunded. What a customer bought while bringing back does not count. Throws `OrderRuleError`.
 */
export async function checkRefunds(db: Kysely<StoreSchema>, ids: readonly number[]): Promise<void> {
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
    const sales = await readSales(db, ids.slice(start, start + IDS_PER_QUERY));
    const kept = sales.find(({ sold, returned }) => (sold ?? 0) + (returned ?? 0) !== 0);
    if (kept) throw new OrderRuleError('refunded_order_came_back_whole', kept.order_number);
  }
}

/** The orders with how much was sold and, as a negative quantity, how much came back. */
function readSales(db: Kysely<StoreSchema>, ids: readonly number[]) {
  return db
    .selectFrom('orders as sale')
    .select('sale.order_number')
    .select((eb) =>
      eb
        .selectFrom('order_items as item')
        .whereRef('item.order_id', '=', 'sale.id')
        .where('item.type', '=', 'product')
        .select(({ fn }) => fn.sum<number>('item.quantity').as('sold'))
        .as('sold'),
    )
    .select((eb) =>
      eb
        .selectFrom('orders as follower')
        .innerJoin('order_items as item', 'item.order_id', 'follower.id')
        .whereRef('follower.follows_order_id', '=', 'sale.id')
        .where('item.type', '=', 'product')
        .where('item.quantity', '<', 0)
        .select(({ fn }) => fn.sum<number>('item.quantity').as('returned'))
        .as('returned'),
    )
    .where('sale.id', 'in', ids)
    .execute();
}
