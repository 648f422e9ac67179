import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { COUNTING_STATUSES, type ORDER_SORTS } from '../../../shared/contract/orders.ts';
import { AMOUNT_SCALE, type Amount } from '../../../shared/money.ts';
import { byDialect } from '../dialects/dialect.ts';
import { contains, lowered, searchWords, startsWith } from '../dialects/expressions.ts';
import { LISTED_PAGE, listedRows, NO_DETAIL, type OrderedList, type OrderedPlaces } from '../ordered-lists.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import { onlyRow, type PageRange, prepareQuery, type StoreScope } from '../scoped-queries.ts';
import { selectedTotals, type TotalsSelection, withKeys } from '../totals/totals-selection.ts';
import { ORDER_TOTALS } from '../totals/totals-tables.ts';
import { type OrderSelection, selectedOrders } from './order-selection.ts';
import { type CountedList, countPeriods, findOrderOffset, totalOf } from './page-offsets.ts';

/** An order with its customer, whose name and e-mail are null for an unknown one. */
export type OrderRecord = NonNullable<Awaited<ReturnType<typeof findOrderRecord>>>;

/** Orders of whole local days, by the keys of the stored totals: everything but a search. */
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

/** The columns of orders that are summed; among them the cancelled orders, and those that no figure counts. */
export type OrderAmounts = Record<
  (typeof SUMMED)[number] | 'cancelled_orders' | 'cancelled_wt' | 'uncounted_orders' | 'uncounted_wt',
  number
>;

const SUMMED = ['value_wt', 'value_ex', 'discount_wt', 'discount_ex'] as const;

/** Sums over the orders of a selection without a search, by the stored totals. */
export async function sumOrders(db: StoreDb, scope: StoreScope, selection: CountedOrders): Promise<OrderAmounts> {
  const { totals, isSelected } = countedOrders(scope, selection);
  return sumAmounts(db, sql`${selectedTotals(totals, scope, selection)} as totals where ${isSelected}`, sql`orders`);
}

/** Sums over all orders of an ordered list. `db` has to be the transaction of the list. */
export function sumListedOrders(db: StoreDb, { all, once }: OrderedPlaces): Promise<OrderAmounts> {
  const listed = sql`${all} as listed inner join orders on orders.id = listed.id`;
  return once(() => sumAmounts(db, listed, sql`1`));
}

/** `count`: how many orders a row stands for. */
async function sumAmounts(db: StoreDb, from: RawBuilder<unknown>, count: RawBuilder<unknown>): Promise<OrderAmounts> {
  const ofThose = (condition: RawBuilder<unknown>) => (value: RawBuilder<unknown>) =>
    sql`case when ${condition} then ${value} else 0 end`;
  const ofCancelled = ofThose(sql`status = 'cancelled'`);
  const ofUncounted = ofThose(sql`status not in (${sql.join(COUNTING_STATUSES)})`);
  const sums = [
    ...SUMMED.map((column) => [column, sql.id(column)] as const),
    ['cancelled_orders', ofCancelled(count)] as const,
    ['cancelled_wt', ofCancelled(sql.id('value_wt'))] as const,
    ['uncounted_orders', ofUncounted(count)] as const,
    ['uncounted_wt', ofUncounted(sql.id('value_wt'))] as const,
  ].map(([name, value]) => sql`coalesce(sum(${value}), 0) as ${sql.id(name)}`);
  const { rows } = await sql<OrderAmounts>`select ${sql.join(sums)} from ${from}`.execute(db);
  return onlyRow(rows);
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
  /** Beginning of the order number, words that all occur in the customer's name, or an exact value with VAT. */
  readonly q?: string | undefined;
  readonly sort?: OrderSort | undefined;
}

/** True where not all orders of the filters are listed: the stored totals do not sum those. */
export function isSearched({ q }: Pick<OrderSearch, 'q'>): boolean {
  return searchWords(q).length > 0;
}

/** True where the list is not by moment of purchase, by which the stored totals count. */
export function needsOrderedList({ q, sort }: Pick<OrderSearch, 'q' | 'sort'>): boolean {
  return isSearched({ q }) || (sort !== undefined && !sort.endsWith('date_purchased'));
}

/** The orders of a search in its order, then by id. */
export function orderList(scope: StoreScope, selection: OrderSearch): OrderedList {
  const { sort = 'date_purchased' } = selection;
  const words = searchWords(selection.q);
  const eb = expressionBuilder<StoreSchema>();
  // SQLite does not reorder a cross join: the orders that were found come first, not all those of the period.
  const orders =
    words.length === 0
      ? eb.selectFrom('orders')
      : eb
          .selectFrom(ordersFound(scope, selection, words).as('found'))
          .crossJoin('orders')
          .whereRef('orders.id', '=', 'found.id');
  return {
    name: 'orders',
    scope,
    selection,
    subjects: words.length === 0 ? ['orders'] : ['orders', 'customers'],
    rows: orders
      .select(['orders.id', NO_DETAIL])
      .where(selectedOrders(scope, selection))
      // The plus excludes the index by value, which would read the orders of all periods.
      .orderBy(sql`+${sql.ref(sortColumn(sort))}`, sort.startsWith('-') ? 'desc' : 'asc')
      .orderBy('orders.id'),
  };
}

type OrderSort = (typeof ORDER_SORTS)[number];

const SORT_COLUMNS = {
  date_purchased: 'orders.date_purchased',
  value_wt: 'orders.value_wt',
  value_ex_wt: 'orders.value_ex',
  discount_value_wt: 'orders.discount_wt',
  discount_value_ex_wt: 'orders.discount_ex',
} as const satisfies Readonly<Record<Exclude<OrderSort, `-${string}`>, string>>;

function sortColumn(sort: OrderSort) {
  return SORT_COLUMNS[(sort.startsWith('-') ? sort.slice(1) : sort) as keyof typeof SORT_COLUMNS];
}

/** By number, by customer and by value, each through its index, and each order once. */
function ordersFound(scope: StoreScope, { range, q = '' }: OrderSearch, words: readonly string[]) {
  const eb = expressionBuilder<StoreSchema>();
  const isNamed = words.map((word) => contains('customers.folded_name', word));
  const byCustomer = eb
    .selectFrom('customers')
    .crossJoin('orders')
    .select('orders.id')
    .whereRef('orders.customer_id', '=', 'customers.id')
    .where(({ and }) => and({ 'orders.account_id': scope.accountId, 'customers.account_id': scope.accountId }))
    .where((customers) => customers.and(isNamed));
  const amount = amountIn(q);
  const byValue = eb
    .selectFrom('orders')
    .select('orders.id')
    .where(({ and }) => and({ 'orders.account_id': scope.accountId, 'orders.value_wt': amount ?? 0 }))
    .where('orders.date_purchased', '>=', range.start)
    .where('orders.date_purchased', '<', range.end);
  return (
    eb
      .selectFrom('orders')
      .select('orders.id')
      .where('orders.account_id', '=', scope.accountId)
      .where(numberStartsWith(words.join(' ')))
      // The plus excludes the index by date, which would read the whole period.
      .where(sql<SqlBool>`+${sql.ref('orders.date_purchased')} >= ${range.start}`)
      .where(sql<SqlBool>`+${sql.ref('orders.date_purchased')} < ${range.end}`)
      .union(byCustomer)
      .$if(amount !== null, (found) => found.union(byValue))
  );
}

/** Two decimals behind a comma or point, with or without the other one between thousands, a minus and a euro sign. */
const AMOUNT_FORM = /^([-−]?)€?([-−]?)(?:(\d{1,3}(?:\.\d{3})+|\d{1,11}),(\d\d)|(\d{1,3}(?:,\d{3})+|\d{1,11})\.(\d\d))$/;

const AMOUNT_PER_CENT = AMOUNT_SCALE / 100;

/** `€ 1.234,56`, `1234,56` and `1234.56` are one amount; null for any other text. */
function amountIn(text: string): Amount | null {
  const found = AMOUNT_FORM.exec(text.replaceAll(/\s/g, ''));
  if (!found) return null;
  const [, sign, innerSign, euros = found[5], cents = found[6]] = found;
  const amount = Number(`${euros?.replaceAll(/[.,]/g, '')}${cents}`) * AMOUNT_PER_CENT;
  return sign || innerSign ? 0 - amount : amount;
}

/**
 * For SQLite a range for the index, because every text is below byte 255, and the exact comparison; PostgreSQL finds the
 * range by itself.
 */
function numberStartsWith(text: string): Expression<SqlBool> {
  const number = lowered('orders.order_number');
  const isStart = startsWith(number, text);
  return byDialect({
    sqlite: sql<SqlBool>`(${number} >= ${text} and ${number} < ${text} || cast(x'ff' as text)
    and ${isStart})`,
    postgres: isStart,
  });
}
