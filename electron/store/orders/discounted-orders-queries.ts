import type { StoreDb } from '../schema.ts';
import { prepareScopedQuery, type StoreScope } from '../scoped-queries.ts';
import { type DiscountSelection, discountedOrders, valueSoldBeforeDiscount } from './order-selection.ts';

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
  const { range, only_full, include_negative, shop_id, location_id } = selection;
  // The index is entered at the key, not at the start of the range: each batch costs the same.
  const isInRange = after !== null && after.datePurchased >= range.start;
  const { datePurchased, id } = isInRange ? after : { datePurchased: range.start, id: NO_ID };
  const key: OrderKey = { datePurchased, id };
  if (isSeveral(shop_id) || isSeveral(location_id)) {
    const rest = { ...selection, range: { start: datePurchased, end: range.end } };
    return discountedOrdersAfter(db, scope, rest, key).limit(limit).execute();
  }
  const form = { only_full, include_negative, isOfShop: shop_id !== undefined, isAt: location_id !== undefined };
  return queryOf(form).run(db, scope, {
    start: datePurchased,
    end: range.end,
    afterId: id,
    shop_id: shop_id?.[0] ?? NO_ID,
    location_id: location_id?.[0] ?? NO_ID,
    limit,
  });
}

/** Asked for so rarely that compiling it each time is no matter. */
function isSeveral(ids: readonly number[] | undefined): boolean {
  return ids !== undefined && ids.length > 1;
}

/** The part of a selection that changes the text of its query. */
interface QueryForm {
  readonly only_full: boolean;
  readonly include_negative: boolean;
  readonly isOfShop: boolean;
  readonly isAt: boolean;
}

const VALUES = { start: 0, end: 0, afterId: 0, shop_id: 0, location_id: 0, limit: 0 };

type DiscountQuery = ReturnType<typeof prepareDiscountQuery>;

const queries = new Map<string, DiscountQuery>();

function queryOf(form: QueryForm): DiscountQuery {
  const key = JSON.stringify(form);
  const query = queries.get(key) ?? prepareDiscountQuery(form);
  queries.set(key, query);
  return query;
}

function prepareDiscountQuery({ isOfShop, isAt, ...kind }: QueryForm) {
  return prepareScopedQuery(VALUES, (db, scope, { start, end, afterId, limit, ...values }) => {
    const selection = {
      ...kind,
      range: { start, end },
      ...(isOfShop && { shop_id: [values.shop_id] }),
      ...(isAt && { location_id: [values.location_id] }),
    };
    return discountedOrdersAfter(db, scope, selection, { datePurchased: start, id: afterId }).limit(limit);
  });
}

/** Its range begins at the key. */
function discountedOrdersAfter(db: StoreDb, scope: StoreScope, selection: DiscountSelection, after: OrderKey) {
  return db
    .selectFrom('orders')
    .leftJoin('customers', 'customers.id', 'orders.customer_id')
    .select(['orders.id', 'order_number', 'date_purchased', 'status', 'shop_id', 'currency'])
    .select(['value_wt', 'value_ex', 'discount_wt', 'discount_ex'])
    .select(['customers.name as customer_name', 'customers.email as customer_email'])
    .select(valueSoldBeforeDiscount().as('sold_before_discount_wt'))
    .where(discountedOrders(scope, selection))
    .where((eb) => eb(eb.refTuple('orders.date_purchased', 'orders.id'), '>', eb.tuple(after.datePurchased, after.id)))
    .orderBy('orders.date_purchased')
    .orderBy('orders.id');
}
