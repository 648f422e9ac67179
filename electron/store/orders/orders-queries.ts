import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { COUNTING_STATUSES, type ORDER_SORTS } from '../../../shared/contract/orders.ts';
import { removeSeparators } from '../../../shared/fold-text.ts';
import { type Amounts, listSpellings, parseAmountRange, splitSearch } from '../../../shared/search-text.ts';
import {
  avoidIndex,
  contains,
  isAmong,
  startsWith,
  startsWithIndexed,
  stripSeparators,
  toLower,
} from '../dialects/expressions.ts';
import type { List } from '../list-reader.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import type { StoreScope } from '../scoped-queries.ts';
import { matchOrders, type OrderSelection } from './order-selection.ts';

/** An order with its customer. Name and e-mail are `null` if the order has no customer. */
export type OrderRecord = NonNullable<Awaited<ReturnType<typeof findOrderRecord>>>;

/** Reads orders with their customers by order id, unsorted. */
export function readOrders(db: StoreDb, { accountId }: StoreScope, ids: readonly number[]) {
  return selectOrdersWithCustomer(db)
    .where(isAmong('orders.id', JSON.stringify(ids)))
    .where(avoidIndex('orders.account_id'), '=', accountId)
    .execute();
}

export function findOrderRecord(db: StoreDb, { accountId, locationId }: StoreScope, id: number) {
  return selectOrdersWithCustomer(db)
    .where('orders.account_id', '=', accountId)
    .where('orders.id', '=', id)
    .$if(locationId !== null, (orders) => orders.where('orders.location_id', '=', locationId))
    .executeTakeFirst();
}

function selectOrdersWithCustomer(db: StoreDb) {
  return db
    .selectFrom('orders')
    .leftJoin('customers', 'customers.id', 'orders.customer_id')
    .select(ORDER_COLUMNS)
    .select(CUSTOMER_COLUMNS);
}

const ORDER_COLUMNS = [
  ...(['orders.id', 'orders.order_number', 'orders.date_purchased', 'orders.date_updated'] as const),
  ...(['orders.status', 'orders.payment_term', 'orders.is_paid', 'orders.currency'] as const),
  ...(['orders.shop_id', 'orders.location_id', 'orders.customer_id'] as const),
  ...(['orders.value_wt', 'orders.value_ex', 'orders.discount_wt', 'orders.discount_ex'] as const),
] as const;

const CUSTOMER_COLUMNS = ['customers.name as customer_name', 'customers.email as customer_email'] as const;

export interface OrderSearch extends OrderSelection {
  /**
   * The start of the order number, words that all occur in the customer's name, or a value including VAT or its start.
   */
  readonly q?: string | undefined;
  /** Default: true. */
  readonly searchesNames?: boolean | undefined;
  readonly customer_id?: number | undefined;
  readonly sort?: OrderSort | undefined;
}

/**
 * Sums over all orders of a list, including those that do not count. `non_revenue_wt` is the value of items that are
 * not turnover, in orders that count. Amounts are 1/10,000 euro.
 */
export type OrderAmounts = Record<keyof typeof ORDER_SUMS, number>;

const IS_COUNTED = sql`orders.status in (${sql.join(COUNTING_STATUSES.map((status) => sql.lit(status)))})`;

const ORDER_SUMS = {
  value_wt: sql.ref<number>('orders.value_wt'),
  value_ex: sql.ref<number>('orders.value_ex'),
  discount_wt: sql.ref<number>('orders.discount_wt'),
  discount_ex: sql.ref<number>('orders.discount_ex'),
  cancelled_orders: sql<number>`case when orders.status = 'cancelled' then 1 else 0 end`,
  cancelled_wt: sql<number>`case when orders.status = 'cancelled' then orders.value_wt else 0 end`,
  uncounted_orders: sql<number>`case when ${IS_COUNTED} then 0 else 1 end`,
  uncounted_wt: sql<number>`case when ${IS_COUNTED} then 0 else orders.value_wt end`,
  non_revenue_wt: sql<number>`case when ${IS_COUNTED} then orders.non_revenue_wt else 0 end`,
};

/** Defines the list of ids of the found orders, sorted by `sort`, then by id. */
export function defineOrderList(
  db: StoreDb,
  scope: StoreScope,
  selection: OrderSearch,
): List<{ id: number }, keyof typeof ORDER_SUMS> {
  const { sort = 'date_purchased' } = selection;
  const isSearch = splitSearch(selection.q).length > 0;
  return {
    name: 'orders',
    scope,
    selection,
    subjects: isSearch ? ['orders', 'customers'] : ['orders'],
    query: selectListedOrders(db, scope, selection).select('orders.id'),
    order: [
      {
        by: getSortExpression(sort),
        direction: sort.startsWith('-') ? 'desc' : 'asc',
        nullsLast: sort.endsWith('customer_name'),
      },
      { by: sql.ref('orders.id'), direction: 'asc' },
    ],
    sums: ORDER_SUMS,
  };
}

/**
 * Defines the list of the orders themselves. Use it for batches, which skip no rows. Pages skip rows, which is faster
 * with ids.
 */
export function defineOrderRecordList(
  db: StoreDb,
  scope: StoreScope,
  selection: OrderSearch,
): List<OrderRecord, string> {
  return {
    ...defineOrderList(db, scope, selection),
    query: selectListedOrders(db, scope, selection)
      .leftJoin('customers', 'customers.id', 'orders.customer_id')
      .select(ORDER_COLUMNS)
      .select(CUSTOMER_COLUMNS),
  };
}

function selectListedOrders(db: StoreDb, scope: StoreScope, selection: OrderSearch) {
  const { customer_id } = selection;
  const words = splitSearch(selection.q);
  // SQLite does not reorder a cross join, so it starts with the found orders, not with all of the period.
  const orders =
    words.length > 0
      ? db
          .selectFrom(selectFoundOrders(scope, selection, words).as('found'))
          .crossJoin('orders')
          .whereRef('orders.id', '=', 'found.id')
      : db.selectFrom('orders');
  return orders
    .where(matchOrders(scope, selection))
    .$if(customer_id !== undefined, (listed) => listed.where('orders.customer_id', '=', customer_id ?? null));
}

type OrderSort = (typeof ORDER_SORTS)[number];

const SORT_COLUMNS = {
  date_purchased: 'orders.date_purchased',
  value_wt: 'orders.value_wt',
  value_ex_wt: 'orders.value_ex',
  discount_value_wt: 'orders.discount_wt',
  discount_value_ex_wt: 'orders.discount_ex',
} as const satisfies Readonly<Record<Exclude<OrderSort, `-${string}` | 'customer_name' | 'shop'>, string>>;

/** Looks up names by id, because with a join the database might start with all customers or shops. */
function getSortExpression(sort: OrderSort): Expression<unknown> {
  const name = sort.startsWith('-') ? sort.slice(1) : sort;
  if (name === 'customer_name') {
    return sql`(select customers.folded_name from customers where customers.id = orders.customer_id)`;
  }
  if (name === 'shop') return sql`(select shops.folded_title from shops where shops.id = orders.shop_id)`;
  return sql.ref(SORT_COLUMNS[name as keyof typeof SORT_COLUMNS]);
}

/** Finds orders by number, by customer and by value, each with its index. Each order occurs once. */
function selectFoundOrders(
  scope: StoreScope,
  { range, q = '', searchesNames = true }: OrderSearch,
  words: readonly string[],
) {
  const eb = expressionBuilder<StoreSchema>();
  const amounts = parseAmountRange(q);
  const byCustomer = eb
    .selectFrom('customers')
    .crossJoin('orders')
    .select('orders.id')
    .whereRef('orders.customer_id', '=', 'customers.id')
    .where(({ and }) => and({ 'orders.account_id': scope.accountId }))
    .where(matchCustomerName(scope, words));
  const byValue = eb
    .selectFrom('orders')
    .select('orders.id')
    .where(({ and }) => and({ 'orders.account_id': scope.accountId }))
    .where(matchValue(amounts))
    .where('orders.date_purchased', '>=', range.start)
    .where('orders.date_purchased', '<', range.end);
  return (
    eb
      .selectFrom('orders')
      .select('orders.id')
      .where('orders.account_id', '=', scope.accountId)
      .where(matchNumber(q, amounts !== null))
      // The plus keeps SQLite from using the index by date, which would read the whole period.
      .where(sql<SqlBool>`+${sql.ref('orders.date_purchased')} >= ${range.start}`)
      .where(sql<SqlBool>`+${sql.ref('orders.date_purchased')} < ${range.end}`)
      .$if(searchesNames, (found) => found.union(byCustomer))
      .$if(amounts !== null, (found) => found.union(byValue))
  );
}

function matchCustomerName({ accountId }: StoreScope, words: readonly string[]): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'customers'>();
  const isNamedBy = words.map((word) => contains('customers.folded_name', word));
  return eb.and([eb('customers.account_id', '=', accountId), ...isNamedBy]);
}

function matchValue(amounts: Amounts | null): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'orders'>();
  return eb.and([eb('orders.value_wt', '>=', amounts?.min ?? 0), eb('orders.value_wt', '<=', amounts?.max ?? 0)]);
}

function matchNumber(q: string, isAmount: boolean): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'orders'>();
  return eb.or(listSpellings(q).map((spelling) => matchNumberStart(spelling, isAmount)));
}

/** Ignores separators, except those of an amount: `110.65` does not match number 11065. */
function matchNumberStart(text: string, isAmount: boolean): Expression<SqlBool> {
  const start = removeSeparators(text);
  // The text has separators only, which would match every number.
  if (start === '') return sql<SqlBool>`1 = 0`;
  const orderNumber = toLower('orders.order_number');
  const isFound = startsWithIndexed(stripSeparators(orderNumber), start);
  return isAmount && start !== text.replaceAll(' ', '')
    ? sql<SqlBool>`(${isFound} and ${startsWith(orderNumber, text)})`
    : isFound;
}
