import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { CUSTOMER_SORTS } from '../../../shared/contract/customers.ts';
import { listSpellings, splitSearch, splitTyped } from '../../../shared/search-text.ts';
import { avoidIndex, contains, isAmong, toLower } from '../dialects/expressions.ts';
import type { List, OrderTerm } from '../list-reader.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import type { StoreScope } from '../scoped-queries.ts';
import { isCountingOrderInScope, isOpenInvoiceInScope, isOrderInScope } from './order-selection.ts';

/**
 * Defines the list of ids of the selected customers, sorted by `sort`, then by id. It has sums only if it reads orders:
 * for a locked scope, a sort by purchases, or the filter on open invoices.
 */
export function defineCustomerList(
  db: StoreDb,
  scope: StoreScope,
  selection: CustomerSelection,
): List<{ id: number }, keyof CustomerAmounts> {
  const { sort = 'id', has_open_invoices: hasOpen } = selection;
  const name = (sort.startsWith('-') ? sort.slice(1) : sort) as SortName;
  const readsOrders = scope.locationId !== null || PURCHASE_SORTS.includes(name) || hasOpen !== undefined;
  const order: OrderTerm = {
    by: SORT_VALUES[name],
    direction: sort.startsWith('-') ? 'desc' : 'asc',
    nullsLast: name === 'date_last_purchased',
  };
  return {
    name: 'customers',
    scope,
    selection,
    subjects: readsOrders ? ['customers', 'orders'] : ['customers'],
    query: db
      .selectFrom('customers')
      .$if(readsOrders, (customers) =>
        customers
          .leftJoin(sumPurchases(db, scope).as('bought'), 'bought.customer_id', 'customers.id')
          .leftJoin(sumOpenInvoices(db, scope).as('invoiced'), 'invoiced.customer_id', 'customers.id'),
      )
      .$if(name === 'date_last_purchased', (customers) =>
        customers.leftJoin(findLastPurchases(db, scope).as('latest'), 'latest.customer_id', 'customers.id'),
      )
      .select('customers.id')
      .where(matchCustomers(scope, selection)),
    order: [order, { by: sql.ref('customers.id'), direction: 'asc' }],
    ...(readsOrders && { sums: CUSTOMER_SUMS }),
    isComputed: PURCHASE_SORTS.includes(name),
  };
}

type SortName = Exclude<(typeof CUSTOMER_SORTS)[number], `-${string}`>;

const CUSTOMER_SUMS = {
  orders: sql.ref<number>('bought.orders'),
  turnover_wt: sql.ref<number>('bought.turnover_wt'),
  open_wt: sql.ref<number>('invoiced.open_wt'),
};

/** Sorts that read orders. */
const PURCHASE_SORTS: readonly SortName[] = ['order_count', 'turnover_wt', 'open_invoices_wt', 'date_last_purchased'];

/** A customer without purchases has 0 orders, 0 turnover and nothing open, but a null last purchase. */
const SORT_VALUES: Readonly<Record<SortName, Expression<unknown>>> = {
  id: sql.ref('customers.id'),
  name: sql.ref('customers.folded_name'),
  date_created: sql.ref('customers.date_created'),
  order_count: sql`coalesce(${CUSTOMER_SUMS.orders}, 0)`,
  turnover_wt: sql`coalesce(${CUSTOMER_SUMS.turnover_wt}, 0)`,
  open_invoices_wt: sql`coalesce(${CUSTOMER_SUMS.open_wt}, 0)`,
  date_last_purchased: sql.ref('latest.purchased'),
};

/** Sums orders and turnover of each customer, from visible orders that count. */
function sumPurchases(db: StoreDb, { accountId, locationId }: StoreScope) {
  return db
    .selectFrom('customer_totals')
    .select('customer_id')
    .select(({ fn }) => [fn.sum<number>('orders').as('orders'), fn.sum<number>('turnover_wt').as('turnover_wt')])
    .where('account_id', '=', accountId)
    .$if(locationId !== null, (totals) => totals.where('location_id', '=', locationId))
    .groupBy('customer_id');
}

/** Sums the open invoices of each customer, including VAT. */
function sumOpenInvoices(db: StoreDb, scope: StoreScope) {
  return db
    .selectFrom('orders')
    .select(({ ref }) => ref('orders.customer_id').$notNull().as('customer_id'))
    .select(({ fn }) => fn.sum<number>('orders.value_wt').as('open_wt'))
    .where(isOpenInvoiceInScope(scope))
    .where('orders.customer_id', 'is not', null)
    .groupBy('orders.customer_id');
}

function findLastPurchases(db: StoreDb, scope: StoreScope) {
  return db
    .selectFrom('orders')
    .select(({ ref }) => ref('orders.customer_id').$notNull().as('customer_id'))
    .select(({ fn }) => fn.max<number>('orders.date_purchased').as('purchased'))
    .where(isCountingOrderInScope(scope))
    .where('orders.customer_id', 'is not', null)
    .groupBy('orders.customer_id');
}

/** Reads customers by id, unsorted. */
export function readCustomers(db: StoreDb, { accountId }: StoreScope, ids: readonly number[]) {
  return db
    .selectFrom('customers')
    .selectAll('customers')
    .where(isAmong('customers.id', JSON.stringify(ids)))
    .where(avoidIndex('customers.account_id'), '=', accountId)
    .execute();
}

export function findCustomerRow(db: StoreDb, scope: StoreScope, id: number) {
  return db
    .selectFrom('customers')
    .selectAll('customers')
    .where(isCustomerInScope(scope))
    .where('customers.id', '=', id)
    .executeTakeFirst();
}

export type CustomerFigures = Awaited<ReturnType<typeof readCustomerFigures>>[number];

/**
 * Reads what these customers bought and owe, from visible orders that count. Fields are `null` if a customer has no
 * such order.
 */
export function readCustomerFigures(db: StoreDb, scope: StoreScope, ids: readonly number[]) {
  const bought = sumPurchases(db, scope).where('customer_id', 'in', ids);
  const invoiced = sumOpenInvoices(db, scope).where('orders.customer_id', 'in', ids);
  const latest = findLastPurchases(db, scope).where('orders.customer_id', 'in', ids);
  return db
    .selectFrom('customers')
    .leftJoin(bought.as('bought'), 'bought.customer_id', 'customers.id')
    .leftJoin(invoiced.as('invoiced'), 'invoiced.customer_id', 'customers.id')
    .leftJoin(latest.as('latest'), 'latest.customer_id', 'customers.id')
    .select(['customers.id', 'bought.orders', 'bought.turnover_wt', 'invoiced.open_wt', 'latest.purchased'])
    .where('customers.id', 'in', ids)
    .where(avoidIndex('customers.account_id'), '=', scope.accountId)
    .execute();
}

export interface CustomerAmounts {
  readonly orders: number;
  readonly turnover_wt: number;
  readonly open_wt: number;
}

/** Reads the segments of these customers, sorted by customer and segment. */
export function readCustomerSegments(db: StoreDb, accountId: number, ids: readonly number[]) {
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
  /** Every word must occur in name or e-mail address. Case and accents are ignored. */
  readonly q?: string;
  readonly segment_id?: readonly number[];
  readonly has_open_invoices?: boolean;
  readonly sort?: (typeof CUSTOMER_SORTS)[number];
}

/** Customers of the account. If the scope has a location, only those with an order there, of any status. */
export function isCustomerInScope(scope: StoreScope): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'customers'>();
  const isInAccount = eb('customers.account_id', '=', scope.accountId);
  if (scope.locationId === null) return isInAccount;
  const orders = eb
    .selectFrom('orders')
    .select('orders.id')
    .whereRef('orders.customer_id', '=', 'customers.id')
    .where(isOrderInScope(scope));
  return eb.and([isInAccount, eb.exists(orders)]);
}

function matchCustomers(scope: StoreScope, selection: CustomerSelection): Expression<SqlBool> {
  const { q, segment_id: segments, has_open_invoices: hasOpen } = selection;
  const eb = expressionBuilder<StoreSchema, 'customers'>();
  const email = toLower('customers.email');
  const wordConditions = splitTyped(q).map((word) =>
    eb.or([
      ...splitSearch(word).map((folded) => contains('customers.folded_name', folded)),
      ...listSpellings(word).map((spelling) => contains(email, spelling)),
    ]),
  );
  const terms = [isCustomerInScope(scope), ...wordConditions];
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
      .where(isOpenInvoiceInScope(scope));
    terms.push(hasOpen ? eb.exists(invoices) : eb.not(eb.exists(invoices)));
  }
  return eb.and(terms);
}
