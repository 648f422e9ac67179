import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import { contains, lowered, searchWords } from '../dialects/expressions.ts';
import { LISTED_PAGE, listedRows, NO_DETAIL, type OrderedList, type OrderedPlaces } from '../ordered-lists.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import { type PageRange, prepareQuery, type StoreScope } from '../scoped-queries.ts';
import { countingOrdersInScope, ordersInScope, sumOfItems, TURNOVER_ITEMS } from './order-selection.ts';

export type CustomerOrders = Awaited<ReturnType<typeof sumOrdersOfCustomers>>[number];

/** Customers by id. In a locked scope the list depends on orders too. */
export function customerList(scope: StoreScope, selection: CustomerSelection): OrderedList {
  return {
    name: 'customers',
    scope,
    selection,
    subjects: scope.locationId === null ? ['customers'] : ['customers', 'orders'],
    rows: expressionBuilder<StoreSchema>()
      .selectFrom('customers')
      .select(['customers.id', NO_DETAIL])
      .where(selectedCustomers(scope, selection))
      .orderBy('customers.id'),
  };
}

/** A page of customers out of an ordered list. `db` has to be the transaction of the list. */
export async function readListedCustomers(db: StoreDb, list: OrderedPlaces, page: PageRange) {
  return listedCustomers.run(db, await list.page(page));
}

const listedCustomers = prepareQuery(LISTED_PAGE, (db, { from, before, rows }) =>
  db
    .selectFrom(listedRows({ rows }))
    .innerJoin('customers', 'customers.id', 'listed.id')
    .selectAll('customers')
    .where('listed.place', '>=', from)
    .where('listed.place', '<', before)
    .orderBy('listed.place'),
);

export function findCustomerRow(db: StoreDb, scope: StoreScope, id: number) {
  return db
    .selectFrom('customers')
    .selectAll('customers')
    .where(customersInScope(scope))
    .where('customers.id', '=', id)
    .executeTakeFirst();
}

/** Orders and turnover of these customers, of visible orders that count; no row for a customer without any. */
export function sumOrdersOfCustomers(db: StoreDb, scope: StoreScope, ids: readonly number[]) {
  return ordersOfCustomers(db, scope, ids).execute();
}

/** The query itself, for tests of its plan. */
export function ordersOfCustomers(db: StoreDb, scope: StoreScope, ids: readonly number[]) {
  return db
    .selectFrom('orders')
    .leftJoin('order_items', 'order_items.order_id', 'orders.id')
    .select(({ ref }) => ref('orders.customer_id').$notNull().as('customer_id'))
    .select(({ fn }) => [
      fn.count<number>('orders.id').distinct().as('orders'),
      sumOfItems('value_wt', TURNOVER_ITEMS).as('turnover_wt'),
    ])
    .where(countingOrdersInScope(scope))
    .where('orders.customer_id', 'in', ids)
    .groupBy('orders.customer_id');
}

/** The segments of these customers, by customer and segment. */
export function readSegmentsOfCustomers(db: StoreDb, accountId: number, ids: readonly number[]) {
  return db
    .selectFrom('customer_segments')
    .select(['customer_id', 'segment_id'])
    .where('account_id', '=', accountId)
    .where('customer_id', 'in', ids)
    .orderBy('customer_id')
    .orderBy('segment_id')
    .execute();
}

export interface CustomerSelection {
  /** Every word must occur in name or e-mail address, whatever the case and the accents. */
  readonly q?: string;
}

/** Customers of the account; where the scope has a location, those with an order there, of any status. */
export function customersInScope(scope: StoreScope): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'customers'>();
  const isOfAccount = eb('customers.account_id', '=', scope.accountId);
  if (scope.locationId === null) return isOfAccount;
  const orders = eb
    .selectFrom('orders')
    .select('orders.id')
    .whereRef('orders.customer_id', '=', 'customers.id')
    .where(ordersInScope(scope));
  return eb.and([isOfAccount, eb.exists(orders)]);
}

function selectedCustomers(scope: StoreScope, { q }: CustomerSelection): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'customers'>();
  const email = lowered('customers.email');
  const isMatched = searchWords(q).map((word) =>
    eb.or([contains('customers.folded_name', word), contains(email, word)]),
  );
  return eb.and([customersInScope(scope), ...isMatched]);
}
