import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { type CalendarDate, getInstants, type InstantRange } from '../../../shared/calendar.ts';
import { COUNTING_STATUSES, type OrderStatus, type PaymentTerm } from '../../../shared/contract/orders.ts';
import type { StoreSchema } from '../schema.ts';
import type { StoreScope } from '../scoped-queries.ts';

/** Orders by moment of purchase, shop and location; the base of every list and figure. */
export interface OrderRange {
  readonly range: InstantRange;
  /** One of these; not empty. */
  readonly shop_id?: readonly number[] | undefined;
  readonly location_id?: readonly number[] | undefined;
}

export interface OrderSelection extends OrderRange {
  readonly status?: readonly OrderStatus[] | undefined;
  readonly payment_term?: PaymentTerm | undefined;
  readonly is_paid?: boolean | undefined;
  /** The day at the end of which `is_paid` is meant; now unless it is given. */
  readonly as_of?: CalendarDate | undefined;
}

export interface DiscountSelection extends OrderRange {
  /** Only those whose value including VAT is 0. */
  readonly only_full: boolean;
  /** Negative discounts too. */
  readonly include_negative: boolean;
}

/** Orders that are visible in the scope. */
export function ordersInScope({ accountId, locationId }: StoreScope): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'orders'>();
  const isOfAccount = eb('orders.account_id', '=', accountId);
  return locationId === null ? isOfAccount : eb.and([isOfAccount, eb('orders.location_id', '=', locationId)]);
}

/** Orders that count in figures, whenever they were purchased. */
export function countingOrdersInScope(scope: StoreScope): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'orders'>();
  return eb.and([ordersInScope(scope), eb('orders.status', 'in', COUNTING_STATUSES)]);
}

/** Orders on invoice that count in figures and are not paid, whenever they were purchased. */
export function openInvoicesInScope(scope: StoreScope): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'orders'>();
  // Literally the condition of the partial index, or SQLite does not see that it may use it.
  const isOpen = sql<SqlBool>`${sql.ref('orders.payment_term')} = 'invoice' and ${sql.ref('orders.is_paid')} = 0`;
  return eb.and([countingOrdersInScope(scope), isOpen]);
}

function ordersInRange(scope: StoreScope, { range, shop_id, location_id }: OrderRange): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'orders'>();
  const terms = [
    ordersInScope(scope),
    eb('orders.date_purchased', '>=', range.start),
    eb('orders.date_purchased', '<', range.end),
  ];
  if (location_id !== undefined) terms.push(eb('orders.location_id', 'in', location_id));
  if (shop_id !== undefined) terms.push(eb('orders.shop_id', 'in', shop_id));
  return eb.and(terms);
}

/** Orders in the range that count in figures, by their status. */
export function countingOrders(scope: StoreScope, selection: OrderSelection): Expression<SqlBool> {
  return selectedOrders(scope, { ...selection, status: COUNTING_STATUSES });
}

export function selectedOrders(scope: StoreScope, selection: OrderSelection): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'orders'>();
  const { status, payment_term, is_paid, as_of } = selection;
  const terms = [ordersInRange(scope, selection)];
  if (status !== undefined) terms.push(eb('orders.status', 'in', status));
  if (payment_term !== undefined) terms.push(eb('orders.payment_term', '=', payment_term));
  if (is_paid !== undefined) terms.push(as_of === undefined ? isNow(is_paid) : wasAt(as_of, is_paid));
  return eb.and(terms);
}

function isNow(paid: boolean): Expression<SqlBool> {
  return expressionBuilder<StoreSchema, 'orders'>()('orders.is_paid', '=', paid ? 1 : 0);
}

/** An invoice is paid by another order, which nothing leads to: it counts as paid since it last changed. */
function wasAt(day: CalendarDate, paid: boolean): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'orders'>();
  const { end } = getInstants(day, day);
  return paid
    ? eb.and([isNow(true), eb.or([eb('orders.payment_term', '=', 'direct'), eb('orders.date_updated', '<', end)])])
    : eb.or([isNow(false), eb.and([eb('orders.payment_term', '=', 'invoice'), eb('orders.date_updated', '>=', end)])]);
}

export function discountedOrders(scope: StoreScope, selection: DiscountSelection): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'orders'>();
  // Literally the condition of the partial index, or SQLite does not see that it may use it.
  const terms = [ordersInRange(scope, selection), sql<SqlBool>`${sql.ref('orders.discount_wt')} != 0`];
  if (!selection.include_negative) terms.push(eb('orders.discount_wt', '>', 0));
  if (selection.only_full) terms.push(eb('orders.value_wt', '=', 0));
  return eb.and(terms);
}
