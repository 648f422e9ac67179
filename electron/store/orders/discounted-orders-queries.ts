import type { StoreDb } from '../schema.ts';
import type { StoreScope } from '../scoped-queries.ts';
import { type DiscountSelection, discountedOrders } from './order-selection.ts';

/** A position in a list by moment of purchase and id. */
export interface OrderKey {
  readonly datePurchased: number;
  readonly id: number;
}

/** A row of the list; name and e-mail are null for an unknown customer. */
export type DiscountedOrder = Awaited<ReturnType<typeof readDiscountedOrders>>[number];

/** Below every id. */
const NO_ID = -1;

/** Orders with a discount, oldest first, from the one after the key on. */
export function readDiscountedOrders(
  db: StoreDb,
  scope: StoreScope,
  selection: DiscountSelection,
  after: OrderKey | null,
  limit: number,
) {
  const { range } = selection;
  // The index is entered at the key, not at the start of the range, so that each batch costs the same.
  const isInRange = after !== null && after.datePurchased >= range.start;
  const key = isInRange ? after : { datePurchased: range.start, id: NO_ID };
  const rest = { ...selection, range: { start: key.datePurchased, end: range.end } };
  return discountedOrdersAfter(db, scope, rest, key).limit(limit).execute();
}

/** Its range begins at the key. */
function discountedOrdersAfter(db: StoreDb, scope: StoreScope, selection: DiscountSelection, after: OrderKey) {
  return db
    .selectFrom('orders')
    .leftJoin('customers', 'customers.id', 'orders.customer_id')
    .select(['orders.id', 'order_number', 'date_purchased', 'status', 'shop_id', 'currency'])
    .select(['value_wt', 'value_ex', 'discount_wt', 'discount_ex', 'sold_before_discount_wt'])
    .select(['customers.name as customer_name', 'customers.email as customer_email'])
    .where(discountedOrders(scope, selection))
    .where((eb) => eb(eb.refTuple('orders.date_purchased', 'orders.id'), '>', eb.tuple(after.datePurchased, after.id)))
    .orderBy('orders.date_purchased')
    .orderBy('orders.id');
}
