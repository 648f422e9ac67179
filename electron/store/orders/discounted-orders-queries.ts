import type { StoreDb } from '../schema.ts';
import type { StoreScope } from '../scoped-queries.ts';
import { type DiscountSelection, matchDiscountedOrders } from './order-selection.ts';

/** A position in a list sorted by purchase time and id. */
export interface OrderKey {
  readonly datePurchased: number;
  readonly id: number;
}

/** A row of the list. Name and e-mail are `null` if the order has no customer. */
export type DiscountedOrder = Awaited<ReturnType<typeof readDiscountedOrders>>[number];

const BELOW_ALL_IDS = -1;

/** Reads orders with a discount after the given position, oldest first. */
export function readDiscountedOrders(
  db: StoreDb,
  scope: StoreScope,
  selection: DiscountSelection,
  after: OrderKey | null,
  limit: number,
) {
  const { range } = selection;
  // Reading starts in the index at the key, not at the start of the range, so that all batches cost the same.
  const isInRange = after !== null && after.datePurchased >= range.start;
  const key = isInRange ? after : { datePurchased: range.start, id: BELOW_ALL_IDS };
  const rest = { ...selection, range: { start: key.datePurchased, end: range.end } };
  return selectDiscountedOrders(db, scope, rest, key).limit(limit).execute();
}

function selectDiscountedOrders(db: StoreDb, scope: StoreScope, selection: DiscountSelection, after: OrderKey) {
  return db
    .selectFrom('orders')
    .leftJoin('customers', 'customers.id', 'orders.customer_id')
    .select(['orders.id', 'order_number', 'date_purchased', 'status', 'shop_id', 'currency'])
    .select(['value_wt', 'value_ex', 'discount_wt', 'discount_ex', 'sold_before_discount_wt'])
    .select(['customers.name as customer_name', 'customers.email as customer_email'])
    .where(matchDiscountedOrders(scope, selection))
    .where((eb) => eb(eb.refTuple('orders.date_purchased', 'orders.id'), '>', eb.tuple(after.datePurchased, after.id)))
    .orderBy('orders.date_purchased')
    .orderBy('orders.id');
}
