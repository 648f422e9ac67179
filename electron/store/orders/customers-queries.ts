import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { CUSTOMER_SORTS } from '../../../shared/contract/customers.ts';
import { searchWords, spellingsOf, typedWords } from '../../../shared/search-text.ts';
import { contains, isAmong, lowered, notByIndex } from '../dialects/expressions.ts';
import type { List, OrderTerm } from '../list-reader.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import type { StoreScope } from '../scoped-queries.ts';
import {
  countingOrdersInScope,
  openInvoicesInScope,
  ordersInScope,
  sumOfItems,
  TURNOVER_ITEMS,
} from './order-selection.ts';

export type CustomerOrders = Awaited<ReturnType<typeof sumOrdersOfCustomers>>[number];

/**
 * The ids of the customers of a selection in its order, then by id. The list has sums only if it depends on orders: in a
 * locked scope, sorted by a figure, or limited to open invoices.
 */
export function customerList(
  db: StoreDb,
  scope: StoreScope,
  selection: CustomerSelection,
): List<{ id: number }, keyof CustomerAmounts> {
  const { sort = 'id', has_open_invoices: hasOpen } = selection;
  const name = (sort.startsWith('-') ? sort.slice(1) : sort) as SortName;
  const figure = SORTED_FIGURES[name];
  const isOfOrders = scope.locationId !== null || figure !== undefined || hasOpen !== undefined;
  const order: OrderTerm = {
    by: sortExpression(name),
    direction: sort.startsWith('-') ? 'desc' : 'asc',
    nullsLast: name === 'date_last_purchased',
  };
  return {
    name: 'customers',
    scope,
    selection,
    subjects: isOfOrders ? ['customers', 'orders', 'order_lines'] : ['customers'],
    query: db
      .selectFrom('customers')
      .$if(figure !== undefined, (customers) =>
        customers.leftJoin(boughtBy(db, scope, figure ?? 'orders').as('bought'), 'bought.customer_id', 'customers.id'),
      )
      .select('customers.id')
      .where(selectedCustomers(scope, selection)),
    order: [order, { by: sql.ref('customers.id'), direction: 'asc' }],
    ...(isOfOrders && { sums: summedOf(scope) }),
  };
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
function boughtBy(db: StoreDb, scope: StoreScope, figure: BoughtFigure) {
  return db
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

/** These customers, unsorted. */
export function readCustomers(db: StoreDb, { accountId }: StoreScope, ids: readonly number[]) {
  return db
    .selectFrom('customers')
    .selectAll('customers')
    .where(isAmong('customers.id', JSON.stringify(ids)))
    .where(notByIndex('customers.account_id'), '=', accountId)
    .execute();
}

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
