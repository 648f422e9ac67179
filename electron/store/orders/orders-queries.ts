import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { ORDER_SORTS } from '../../../shared/contract/orders.ts';
import { byDialect } from '../dialects/dialect.ts';
import { contains, lowered, searchWords, startsWith } from '../dialects/expressions.ts';
import { LISTED_PAGE, listedRows, NO_DETAIL, type OrderedList, type OrderedPlaces } from '../ordered-lists.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import { type PageRange, prepareQuery, type StoreScope } from '../scoped-queries.ts';
import { type TotalsSelection, withKeys } from '../totals/totals-selection.ts';
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
  /** Beginning of the order number, or words that all occur in the customer's name. */
  readonly q?: string | undefined;
  readonly sort?: OrderSort | undefined;
}

/** True where the list is not by moment of purchase, by which the stored totals count. */
export function needsOrderedList({ q, sort }: Pick<OrderSearch, 'q' | 'sort'>): boolean {
  return searchWords(q).length > 0 || (sort !== undefined && !sort.endsWith('date_purchased'));
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
      .orderBy(sortColumn(sort), sort.startsWith('-') ? 'desc' : 'asc')
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

/** By number and by customer, each through its index, and each order once. */
function ordersFound(scope: StoreScope, { range }: OrderSelection, words: readonly string[]) {
  const eb = expressionBuilder<StoreSchema>();
  const isNamed = words.map((word) => contains('customers.folded_name', word));
  const byCustomer = eb
    .selectFrom('customers')
    .crossJoin('orders')
    .select('orders.id')
    .whereRef('orders.customer_id', '=', 'customers.id')
    .where(({ and }) => and({ 'orders.account_id': scope.accountId, 'customers.account_id': scope.accountId }))
    .where((customers) => customers.and(isNamed));
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
  );
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
