import {
  type AliasableExpression,
  type Expression,
  expressionBuilder,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { COUNTING_STATUSES, type ORDER_SORTS } from '../../../shared/contract/orders.ts';
import { withoutSeparators } from '../../../shared/fold-text.ts';
import { type Amounts, amountsIn, searchWords, spellingsOf } from '../../../shared/search-text.ts';
import { byDialect } from '../dialects/dialect.ts';
import { contains, lowered, separatorsRemoved, startsWith } from '../dialects/expressions.ts';
import {
  LISTED_PAGE,
  listedRows,
  NO_DETAIL,
  namesOf,
  type OrderedList,
  type OrderedPlaces,
  rowsWithIds,
} from '../ordered-lists.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import { onlyRow, type PageRange, prepareQuery, type StoreScope } from '../scoped-queries.ts';
import { selectedTotals, type TotalsSelection, withKeys } from '../totals/totals-selection.ts';
import { NON_REVENUE_WT, ORDER_TOTALS } from '../totals/totals-tables.ts';
import { type OrderSelection, selectedOrders } from './order-selection.ts';
import { type CountedList, countPeriods, findOrderOffset, totalOf } from './page-offsets.ts';

/** An order with its customer, whose name and e-mail are null for an unknown one. */
export type OrderRecord = NonNullable<Awaited<ReturnType<typeof findOrderRecord>>>;

/** Orders of whole local days, by the keys of the stored totals: everything but a search, a customer and a past day. */
export type CountedOrders = OrderSelection & TotalsSelection;

/** How many orders there are, and one page of them by moment of purchase, then id. */
export async function readOrders(
  db: StoreDb,
  scope: StoreScope,
  selection: CountedOrders & { readonly sort?: (typeof ORDER_SORTS)[number] | undefined },
  { start, limit }: PageRange,
): Promise<{ total: number; orders: OrderRecord[] }> {
  const direction = selection.sort?.startsWith('-') ? 'desc' : 'asc';
  const list = countedOrders(scope, selection);
  const counts = await countPeriods(db, list);
  const total = totalOf(counts);
  const place = await findOrderOffset(db, list, counts, start, direction);
  if (!place) return { total, orders: [] };
  // Only the ids are read for the rows before the page.
  const page = db
    .selectFrom('orders')
    .select('orders.id')
    .where(selectedOrders(scope, { ...selection, range: place.range }))
    .orderBy('orders.date_purchased', direction)
    .orderBy('orders.id')
    .limit(limit)
    .offset(place.skip);
  const orders = await ordersWithCustomer(db)
    .innerJoin(page.as('page'), 'page.id', 'orders.id')
    .orderBy('orders.date_purchased', direction)
    .orderBy('orders.id')
    .execute();
  return { total, orders };
}

function countedOrders(scope: StoreScope, selection: CountedOrders): CountedList {
  const { status, payment_term, is_paid } = selection;
  return { totals: ORDER_TOTALS, scope, selection, isSelected: withKeys({ status, payment_term, is_paid }) };
}

/**
 * Of orders: among them are the cancelled ones, and those that no figure counts. `non_revenue_wt` is what the others have
 * that makes no turnover.
 */
export type OrderAmounts = Record<keyof ReturnType<typeof summedOf>, number>;

/** Sums over the orders of a selection without a search, by the stored totals. */
export async function sumOrders(db: StoreDb, scope: StoreScope, selection: CountedOrders): Promise<OrderAmounts> {
  const { totals, isSelected } = countedOrders(scope, selection);
  const summed = summedOf({ count: sql`orders`, nonRevenue: sql`non_revenue_wt` });
  const sums = Object.entries(summed).map(([name, value]) => sql`coalesce(sum(${value}), 0) as ${sql.id(name)}`);
  const { rows } = await sql<OrderAmounts>`select ${sql.join(sums)}
    from ${selectedTotals(totals, scope, selection)} as totals where ${isSelected}`.execute(db);
  return onlyRow(rows);
}

/** What is summed of a row; `count`: how many orders it stands for. */
function summedOf({ count, nonRevenue }: Readonly<Record<'count' | 'nonRevenue', RawBuilder<number>>>) {
  const ofThose = (condition: RawBuilder<unknown>) => (value: RawBuilder<number>) =>
    sql<number>`case when ${condition} then ${value} else 0 end`;
  const ofCancelled = ofThose(sql`status = 'cancelled'`);
  const isCounted = sql`status in (${sql.join(COUNTING_STATUSES.map((status) => sql.lit(status)))})`;
  const ofUncounted = ofThose(sql`not ${isCounted}`);
  return {
    value_wt: sql.id<number>('value_wt'),
    value_ex: sql.id<number>('value_ex'),
    discount_wt: sql.id<number>('discount_wt'),
    discount_ex: sql.id<number>('discount_ex'),
    cancelled_orders: ofCancelled(count),
    cancelled_wt: ofCancelled(sql.id('value_wt')),
    uncounted_orders: ofUncounted(count),
    uncounted_wt: ofUncounted(sql.id('value_wt')),
    non_revenue_wt: ofThose(isCounted)(nonRevenue),
  };
}

const LISTED_SUMS = summedOf({ count: sql`1`, nonRevenue: NON_REVENUE_WT });

/** Sums over all orders of a searched list. `db` has to be the transaction of the list. */
export async function sumListedOrders(list: OrderedPlaces): Promise<OrderAmounts> {
  return (await list.sums()) as OrderAmounts;
}

/** A page of orders out of an ordered list. `db` has to be the transaction of the list. */
export async function readListedOrders(db: StoreDb, list: OrderedPlaces, page: PageRange): Promise<OrderRecord[]> {
  return listedOrders.run(db, await list.page(page));
}

const listedOrders = prepareQuery(LISTED_PAGE, (db, { from, before, rows }) =>
  ordersWithCustomer(db)
    .innerJoin(listedRows({ rows }), 'listed.id', 'orders.id')
    .where('listed.place', '>=', from)
    .where('listed.place', '<', before)
    .orderBy('listed.place'),
);

export function findOrderRecord(db: StoreDb, { accountId, locationId }: StoreScope, id: number) {
  return ordersWithCustomer(db)
    .where('orders.account_id', '=', accountId)
    .where('orders.id', '=', id)
    .$if(locationId !== null, (orders) => orders.where('orders.location_id', '=', locationId))
    .executeTakeFirst();
}

export function ordersWithCustomer(db: StoreDb) {
  return db
    .selectFrom('orders')
    .leftJoin('customers', 'customers.id', 'orders.customer_id')
    .selectAll('orders')
    .select(['customers.name as customer_name', 'customers.email as customer_email']);
}

export interface OrderSearch extends OrderSelection {
  /** Beginning of the order number, words that all occur in the customer's name, or a value with VAT or its beginning. */
  readonly q?: string | undefined;
  readonly customer_id?: number | undefined;
  readonly sort?: OrderSort | undefined;
}

/** True for a filter that is no key of the stored totals: they do not sum those orders. */
export function isSearched({ q, customer_id, as_of }: Pick<OrderSearch, 'q' | 'customer_id' | 'as_of'>): boolean {
  return customer_id !== undefined || as_of !== undefined || searchWords(q).length > 0;
}

/** True where the list is not by moment of purchase, by which the stored totals count, or not counted by them. */
export function needsOrderedList({
  sort,
  ...search
}: Pick<OrderSearch, 'q' | 'customer_id' | 'as_of' | 'sort'>): boolean {
  return isSearched(search) || (sort !== undefined && !sort.endsWith('date_purchased'));
}

/** The orders of a search in its order, then by id; of a search with their sums, which the totals do not have. */
export function orderList(scope: StoreScope, selection: OrderSearch): OrderedList {
  const { sort = 'date_purchased' } = selection;
  const isOfCustomers = searchWords(selection.q).length > 0 || sort.endsWith('customer_name');
  return {
    name: 'orders',
    scope,
    selection,
    subjects: isOfCustomers ? ['orders', 'customers'] : ['orders'],
    rows: orderRows(scope, selection),
    order: [
      {
        by: sortExpression(sort),
        direction: sort.startsWith('-') ? 'desc' : 'asc',
        nullsLast: sort.endsWith('customer_name'),
      },
    ],
    sums: isSearched(selection) ? LISTED_SUMS : {},
    follows: {
      feed: 'orders',
      // An order is recorded when its customer gets another name.
      subjects: ['orders', 'customers'],
      ...(sort.endsWith('shop') && { names: namesOf('shops', scope) }),
      table: 'orders',
      touched: rowsWithIds,
      rowsOf: (ids) => orderRows(scope, selection, ids),
    },
  };
}

/** All orders of the search, or those of some ids. */
function orderRows(scope: StoreScope, selection: OrderSearch, ids?: string) {
  const { customer_id } = selection;
  const words = searchWords(selection.q);
  const eb = expressionBuilder<StoreSchema>();
  const ofSearch = () =>
    words.length > 0 ? ordersFound(scope, selection, words) : ordersOfCustomer(scope, customer_id);
  const found: AliasableExpression<{ id: number }> | undefined = ids === undefined ? ofSearch() : rowsWithIds(ids);
  // SQLite does not reorder a cross join: the orders that were found come first, not all those of the period.
  const orders = found
    ? eb.selectFrom(found.as('found')).crossJoin('orders').whereRef('orders.id', '=', 'found.id')
    : eb.selectFrom('orders');
  return orders
    .select(['orders.id', NO_DETAIL])
    .where(selectedOrders(scope, selection))
    .$if(customer_id !== undefined, (listed) => listed.where('orders.customer_id', '=', customer_id ?? null))
    .$if(ids !== undefined && words.length > 0, (listed) => listed.where(isFound(scope, selection, words)));
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
function sortExpression(sort: OrderSort): RawBuilder<unknown> {
  const name = sort.startsWith('-') ? sort.slice(1) : sort;
  if (name === 'customer_name') {
    return sql`(select customers.folded_name from customers where customers.id = orders.customer_id)`;
  }
  if (name === 'shop') return sql`(select shops.folded_title from shops where shops.id = orders.shop_id)`;
  // The plus excludes the index by value, which would read the orders of all periods.
  return sql`+${sql.ref(SORT_COLUMNS[name as keyof typeof SORT_COLUMNS])}`;
}

/** Through their index; undefined where no customer is asked for. */
function ordersOfCustomer({ accountId }: StoreScope, customerId: number | undefined) {
  if (customerId === undefined) return undefined;
  return expressionBuilder<StoreSchema>()
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.account_id', '=', accountId)
    .where('orders.customer_id', '=', customerId);
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

/** The same of one order. */
function isFound(scope: StoreScope, { q = '' }: OrderSearch, words: readonly string[]): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'orders'>();
  const amounts = amountsIn(q);
  const buyer = eb
    .selectFrom('customers')
    .select('customers.id')
    .whereRef('customers.id', '=', 'orders.customer_id')
    .where(isNamed(scope, words));
  const isBegun = isNumberedBy(q, amounts !== null);
  return eb.or([isBegun, eb.exists(buyer), ...(amounts === null ? [] : [isWorth(amounts)])]);
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

/**
 * Separators do not matter, but those of an amount do: `110.65` is no number 11065. For SQLite a range for the index,
 * because every text is below byte 255, and the exact comparison; PostgreSQL finds the range by itself.
 */
function numberStartsWith(text: string, isAmount: boolean): Expression<SqlBool> {
  const start = withoutSeparators(text);
  // Of separators alone: every number would begin so.
  if (start === '') return sql<SqlBool>`1 = 0`;
  const written = lowered('orders.order_number');
  const number = separatorsRemoved(written);
  const isStart = startsWith(number, start);
  const isFound = byDialect({
    sqlite: sql<SqlBool>`(${number} >= ${start} and ${number} < ${start} || cast(x'ff' as text)
    and ${isStart})`,
    postgres: isStart,
  });
  return isAmount && start !== text.replaceAll(' ', '')
    ? sql<SqlBool>`(${isFound} and ${startsWith(written, text)})`
    : isFound;
}
