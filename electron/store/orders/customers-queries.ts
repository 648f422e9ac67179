import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { CUSTOMER_SORTS } from '../../../shared/contract/customers.ts';
import { searchWords, spellingsOf, typedWords } from '../../../shared/search-text.ts';
import { contains, isAmong, lowered } from '../dialects/expressions.ts';
import {
  LISTED_PAGE,
  listedRows,
  NO_DETAIL,
  type OrderedList,
  type OrderedPlaces,
  type OrderTerm,
} from '../ordered-lists.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import { type PageRange, prepareQuery, type StoreScope } from '../scoped-queries.ts';
import {
  countingOrdersInScope,
  openInvoicesInScope,
  ordersInScope,
  sumOfItems,
  TURNOVER_ITEMS,
} from './order-selection.ts';

export type CustomerOrders = Awaited<ReturnType<typeof sumOrdersOfCustomers>>[number];

/**
 * The customers of a selection in its order, then by id. In a locked scope, by a figure, and by open invoices the list
 * depends on orders too: only then it has sums.
 */
export function customerList(scope: StoreScope, selection: CustomerSelection): OrderedList {
  const { sort = 'id', has_open_invoices: hasOpen } = selection;
  const name = (sort.startsWith('-') ? sort.slice(1) : sort) as SortName;
  const order: OrderTerm = {
    by: sortExpression(name),
    direction: sort.startsWith('-') ? 'desc' : 'asc',
    nullsLast: name === 'date_last_purchased',
  };
  const isOfOrders = scope.locationId !== null || SORTED_FIGURES[name] !== undefined || hasOpen !== undefined;
  const list = { name: 'customers', scope, selection, rows: customerRows(scope, selection, name), order: [order] };
  if (!isOfOrders) return { ...list, subjects: ['customers'] };
  return {
    ...list,
    subjects: ['customers', 'orders', 'order_lines'],
    sums: summedOf(scope),
    follows: {
      ...({ feed: 'orders', subjects: ['orders'], table: 'customers' } as const),
      touched: buyersIn,
      rowsOf: (ids) => customerRows(scope, selection, name, ids).where(isAmong('customers.id', ids)),
    },
  };
}

function buyersIn(orderIds: string) {
  return expressionBuilder<StoreSchema>()
    .selectFrom('orders')
    .select('orders.customer_id as id')
    .where(isAmong('orders.id', orderIds))
    .where('orders.customer_id', 'is not', null);
}

/** `ids`: of whom what they bought is read, as JSON; all by default. */
function customerRows(scope: StoreScope, selection: CustomerSelection, sort: SortName, ids?: string) {
  const figure = SORTED_FIGURES[sort];
  return expressionBuilder<StoreSchema>()
    .selectFrom('customers')
    .$if(figure !== undefined, (customers) =>
      customers.leftJoin(boughtBy(scope, figure ?? 'orders', ids).as('bought'), 'bought.customer_id', 'customers.id'),
    )
    .select(['customers.id', NO_DETAIL])
    .where(selectedCustomers(scope, selection));
}

type SortName = Exclude<(typeof CUSTOMER_SORTS)[number], `-${string}`>;

type BoughtFigure = 'orders' | 'turnover_wt' | 'open_wt' | 'last_purchased';

/** Sorts by what was bought. */
const SORTED_FIGURES: Readonly<Partial<Record<SortName, BoughtFigure>>> = {
  order_count: 'orders',
  turnover_wt: 'turnover_wt',
  open_invoices_wt: 'open_wt',
  date_last_purchased: 'last_purchased',
};

/** Who bought nothing has 0 orders, 0 turnover and nothing open, but no last purchase. */
function sortExpression(name: SortName) {
  const figure = SORTED_FIGURES[name];
  if (figure === 'last_purchased') return sql.ref('bought.figure');
  if (figure !== undefined) return sql`coalesce(${sql.ref('bought.figure')}, 0)`;
  return sql.ref(OWN_COLUMNS[name as keyof typeof OWN_COLUMNS]);
}

const OWN_COLUMNS = {
  id: 'customers.id',
  name: 'customers.folded_name',
  date_created: 'customers.date_created',
} as const;

/**
 * One figure of every customer who bought something, or has an open invoice; items are read for the turnover alone, and
 * open invoices through their index, which has no other orders.
 */
function boughtBy(scope: StoreScope, figure: BoughtFigure, ids?: string) {
  return expressionBuilder<StoreSchema>()
    .selectFrom('orders')
    .$if(figure === 'turnover_wt', (orders) => orders.leftJoin('order_items', 'order_items.order_id', 'orders.id'))
    .select('orders.customer_id')
    .select(({ fn }) =>
      figure === 'turnover_wt'
        ? sumOfItems('value_wt', TURNOVER_ITEMS).as('figure')
        : figure === 'open_wt'
          ? fn.sum<number>('orders.value_wt').as('figure')
          : figure === 'orders'
            ? fn.count<number>('orders.id').as('figure')
            : fn.max<number>('orders.date_purchased').as('figure'),
    )
    .where(figure === 'open_wt' ? openInvoicesInScope(scope) : countingOrdersInScope(scope))
    .where('orders.customer_id', 'is not', null)
    .$if(ids !== undefined, (orders) => orders.where(isAmong('orders.customer_id', ids ?? '')))
    .groupBy('orders.customer_id');
}

/** What is summed of a customer. */
function summedOf(scope: StoreScope) {
  const eb = expressionBuilder<StoreSchema, 'customers'>();
  const orders = eb.selectFrom('orders').whereRef('orders.customer_id', '=', 'customers.id');
  const counting = orders.where(countingOrdersInScope(scope));
  return {
    orders: sql<number>`${counting.select(({ fn }) => fn.countAll().as('orders'))}`,
    turnover_wt: sql<number>`${counting
      .innerJoin('order_items', 'order_items.order_id', 'orders.id')
      .select(sumOfItems('value_wt', TURNOVER_ITEMS).as('turnover_wt'))}`,
    open_wt: sql<number>`coalesce(${orders
      .where(openInvoicesInScope(scope))
      .select(({ fn }) => fn.sum('orders.value_wt').as('open_wt'))}, 0)`,
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

/** Orders, turnover and the last purchase of these customers, of visible orders that count; no row for a customer without any. */
export function sumOrdersOfCustomers(db: StoreDb, scope: StoreScope, ids: readonly number[]) {
  return db
    .selectFrom('orders')
    .leftJoin('order_items', 'order_items.order_id', 'orders.id')
    .select(({ ref }) => ref('orders.customer_id').$notNull().as('customer_id'))
    .select(({ fn }) => [
      fn.count<number>('orders.id').distinct().as('orders'),
      fn.max<number>('orders.date_purchased').as('last_purchased'),
      sumOfItems('value_wt', TURNOVER_ITEMS).as('turnover_wt'),
    ])
    .where(countingOrdersInScope(scope))
    .where('orders.customer_id', 'in', ids)
    .groupBy('orders.customer_id')
    .execute();
}

/** What of the invoices of these customers is open, including VAT; no row for a customer without any. */
export function sumOpenInvoicesOfCustomers(db: StoreDb, scope: StoreScope, ids: readonly number[]) {
  return db
    .selectFrom('orders')
    .select(({ ref }) => ref('orders.customer_id').$notNull().as('customer_id'))
    .select(({ fn }) => fn.sum<number>('orders.value_wt').as('open_wt'))
    .where(openInvoicesInScope(scope))
    .where('orders.customer_id', 'in', ids)
    .groupBy('orders.customer_id')
    .execute();
}

export interface CustomerAmounts {
  readonly orders: number;
  readonly turnover_wt: number;
  readonly open_wt: number;
}

/** Sums over all customers of a list that depends on orders. */
export async function sumListedCustomers(list: OrderedPlaces): Promise<CustomerAmounts> {
  return (await list.sums()) as unknown as CustomerAmounts;
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
  readonly segment_id?: readonly number[];
  readonly has_open_invoices?: boolean;
  readonly sort?: (typeof CUSTOMER_SORTS)[number];
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

function selectedCustomers(scope: StoreScope, selection: CustomerSelection): Expression<SqlBool> {
  const { q, segment_id: segments, has_open_invoices: hasOpen } = selection;
  const eb = expressionBuilder<StoreSchema, 'customers'>();
  const email = lowered('customers.email');
  const isMatched = typedWords(q).map((word) =>
    eb.or([
      ...searchWords(word).map((folded) => contains('customers.folded_name', folded)),
      ...spellingsOf(word).map((spelling) => contains(email, spelling)),
    ]),
  );
  const terms = [customersInScope(scope), ...isMatched];
  if (segments !== undefined) {
    const memberships = eb
      .selectFrom('customer_segments')
      .select('customer_segments.segment_id')
      .whereRef('customer_segments.customer_id', '=', 'customers.id')
      .where('customer_segments.account_id', '=', scope.accountId)
      .where('customer_segments.segment_id', 'in', segments);
    terms.push(eb.exists(memberships));
  }
  if (hasOpen !== undefined) {
    const invoices = eb
      .selectFrom('orders')
      .select('orders.id')
      .whereRef('orders.customer_id', '=', 'customers.id')
      .where(openInvoicesInScope(scope));
    terms.push(hasOpen ? eb.exists(invoices) : eb.not(eb.exists(invoices)));
  }
  return eb.and(terms);
}
