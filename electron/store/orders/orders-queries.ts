import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { COUNTING_STATUSES, type ORDER_SORTS } from '../../../shared/contract/orders.ts';
import { withoutSeparators } from '../../../shared/fold-text.ts';
import { type Amounts, amountsIn, searchWords, spellingsOf } from '../../../shared/search-text.ts';
import {
  contains,
  isAmong,
  toLower,
  avoidIndex,
  removeSeparators,
  startsWithIndexed,
  startsWith,
} from '../dialects/expressions.ts';
import type { List } from '../list-reader.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import type { StoreScope } from '../scoped-queries.ts';
import { type OrderSelection, selectedOrders } from './order-selection.ts';

/** An order with its customer, whose name and e-mail are null for an unknown one. */
export type OrderRecord = NonNullable<Awaited<ReturnType<typeof findOrderRecord>>>;

/** These orders with their customers, unsorted. */
export function readOrders(db: StoreDb, { accountId }: StoreScope, ids: readonly number[]) {
  return ordersWithCustomer(db)
    .where(isAmong('orders.id', JSON.stringify(ids)))
    .where(avoidIndex('orders.account_id'), '=', accountId)
    .execute();
}

export function findOrderRecord(db: StoreDb, { accountId, locationId }: StoreScope, id: number) {
  return ordersWithCustomer(db)
    .where('orders.account_id', '=', accountId)
    .where('orders.id', '=', id)
    .$if(locationId !== null, (orders) => orders.where('orders.location_id', '=', locationId))
    .executeTakeFirst();
}

function ordersWithCustomer(db: StoreDb) {
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
  /** Beginning of the order number, words that all occur in the customer's name, or a value with VAT or its beginning. */
  readonly q?: string | undefined;
  readonly customer_id?: number | undefined;
  readonly sort?: OrderSort | undefined;
}

/**
 * Sums over all orders of a list, cancelled and other uncounted ones included. `non_revenue_wt` is the value of the items
 * that are no turnover, in orders that count. Amounts are 1/10 000 euro.
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

/** The ids of the orders of a search in its order, then by id. */
export function orderList(
  db: StoreDb,
  scope: StoreScope,
  selection: OrderSearch,
): List<{ id: number }, keyof typeof ORDER_SUMS> {
  const { sort = 'date_purchased' } = selection;
  const isSearch = searchWords(selection.q).length > 0;
  return {
    name: 'orders',
    scope,
    selection,
    subjects: isSearch ? ['orders', 'customers'] : ['orders'],
    query: listedOrders(db, scope, selection).select('orders.id'),
    order: [
      {
        by: sortExpression(sort),
        direction: sort.startsWith('-') ? 'desc' : 'asc',
        nullsLast: sort.endsWith('customer_name'),
      },
      { by: sql.ref('orders.id'), direction: 'asc' },
    ],
    sums: ORDER_SUMS,
  };
}

/** The same with the orders themselves. A page skips rows, which takes less time where they are ids; a batch skips none. */
export function orderRecordList(db: StoreDb, scope: StoreScope, selection: OrderSearch): List<OrderRecord, string> {
  return {
    ...orderList(db, scope, selection),
    query: listedOrders(db, scope, selection)
      .leftJoin('customers', 'customers.id', 'orders.customer_id')
      .select(ORDER_COLUMNS)
      .select(CUSTOMER_COLUMNS),
  };
}

function listedOrders(db: StoreDb, scope: StoreScope, selection: OrderSearch) {
  const { customer_id } = selection;
  const words = searchWords(selection.q);
  // SQLite does not reorder a cross join: the orders that were found come first, not all those of the period.
  const orders =
    words.length > 0
      ? db
          .selectFrom(ordersFound(scope, selection, words).as('found'))
          .crossJoin('orders')
          .whereRef('orders.id', '=', 'found.id')
      : db.selectFrom('orders');
  return orders
    .where(selectedOrders(scope, selection))
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

/** Names are looked up by id: a join would let the database begin with all customers or shops. */
function sortExpression(sort: OrderSort): Expression<unknown> {
  const name = sort.startsWith('-') ? sort.slice(1) : sort;
  if (name === 'customer_name') {
    return sql`(select customers.folded_name from customers where customers.id = orders.customer_id)`;
  }
  if (name === 'shop') return sql`(select shops.folded_title from shops where shops.id = orders.shop_id)`;
  return sql.ref(SORT_COLUMNS[name as keyof typeof SORT_COLUMNS]);
}

/** By number, by customer and by value, each through its index, and each order once. */
function ordersFound(scope: StoreScope, { range, q = '' }: OrderSearch, words: readonly string[]) {
  const eb = expressionBuilder<StoreSchema>();
  const amounts = amountsIn(q);
  const byCustomer = eb
    .selectFrom('customers')
    .crossJoin('orders')
    .select('orders.id')
    .whereRef('orders.customer_id', '=', 'customers.id')
    .where(({ and }) => and({ 'orders.account_id': scope.accountId }))
    .where(isNamed(scope, words));
  const byValue = eb
    .selectFrom('orders')
    .select('orders.id')
    .where(({ and }) => and({ 'orders.account_id': scope.accountId }))
    .where(isWorth(amounts))
    .where('orders.date_purchased', '>=', range.start)
    .where('orders.date_purchased', '<', range.end);
  return (
    eb
      .selectFrom('orders')
      .select('orders.id')
      .where('orders.account_id', '=', scope.accountId)
      .where(isNumberedBy(q, amounts !== null))
      // The plus excludes the index by date, which would read the whole period.
      .where(sql<SqlBool>`+${sql.ref('orders.date_purchased')} >= ${range.start}`)
      .where(sql<SqlBool>`+${sql.ref('orders.date_purchased')} < ${range.end}`)
      .union(byCustomer)
      .$if(amounts !== null, (found) => found.union(byValue))
  );
}

function isNamed({ accountId }: StoreScope, words: readonly string[]): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'customers'>();
  const isNamedBy = words.map((word) => contains('customers.folded_name', word));
  return eb.and([eb('customers.account_id', '=', accountId), ...isNamedBy]);
}

function isWorth(amounts: Amounts | null): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'orders'>();
  return eb.and([eb('orders.value_wt', '>=', amounts?.least ?? 0), eb('orders.value_wt', '<=', amounts?.most ?? 0)]);
}

function isNumberedBy(q: string, isAmount: boolean): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'orders'>();
  return eb.or(spellingsOf(q).map((spelling) => numberStartsWith(spelling, isAmount)));
}

/** Separators do not matter, but those of an amount do: `110.65` is no number 11065. */
function numberStartsWith(text: string, isAmount: boolean): Expression<SqlBool> {
  const start = withoutSeparators(text);
  // Of separators alone: every number would begin so.
  if (start === '') return sql<SqlBool>`1 = 0`;
  const written = toLower('orders.order_number');
  const isFound = startsWithIndexed(removeSeparators(written), start);
  return isAmount && start !== text.replaceAll(' ', '')
    ? sql<SqlBool>`(${isFound} and ${startsWith(written, text)})`
    : isFound;
}
