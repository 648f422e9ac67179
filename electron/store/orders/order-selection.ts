import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { type CalendarDate, getInstants, type InstantRange } from '../../../shared/calendar.ts';
import { COUNTING_STATUSES, type OrderStatus, type PaymentTerm } from '../../../shared/contract/orders.ts';
import type { StoreSchema } from '../schema.ts';
import type { StoreScope } from '../scoped-queries.ts';

/** Selects orders by purchase time, shop and location. The base of every list and figure. */
export interface OrderRange {
  readonly range: InstantRange;
  /** Any of these shops. Not empty. */
  readonly shop_id?: readonly number[] | undefined;
  readonly location_id?: readonly number[] | undefined;
}

export interface OrderSelection extends OrderRange {
  readonly status?: readonly OrderStatus[] | undefined;
  readonly payment_term?: PaymentTerm | undefined;
  readonly is_paid?: boolean | undefined;
  /** `is_paid` is evaluated at the end of this day. Default: now. */
  readonly as_of?: CalendarDate | undefined;
}

export interface DiscountSelection extends OrderRange {
  /** Only orders whose value including VAT is 0. */
  readonly only_full: boolean;
  /** Include negative discounts. */
  readonly include_negative: boolean;
}

export function isOrderInScope({ accountId, locationId }: StoreScope): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'orders'>();
  const isInAccount = eb('orders.account_id', '=', accountId);
  return locationId === null ? isInAccount : eb.and([isInAccount, eb('orders.location_id', '=', locationId)]);
}

/** Orders of any date that count in figures. */
export function isCountingOrderInScope(scope: StoreScope): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'orders'>();
  return eb.and([isOrderInScope(scope), eb('orders.status', 'in', COUNTING_STATUSES)]);
}

/** Unpaid invoices of any date that count in figures. */
export function isOpenInvoiceInScope(scope: StoreScope): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'orders'>();
  // Must equal the condition of the partial index; otherwise SQLite does not use it.
  const isOpen = sql<SqlBool>`${sql.ref('orders.payment_term')} = 'invoice' and ${sql.ref('orders.is_paid')} = 0`;
  return eb.and([isCountingOrderInScope(scope), isOpen]);
}

function isOrderInRange(scope: StoreScope, { range, shop_id, location_id }: OrderRange): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'orders'>();
  const terms = [
    isOrderInScope(scope),
    eb('orders.date_purchased', '>=', range.start),
    eb('orders.date_purchased', '<', range.end),
  ];
  if (location_id !== undefined) terms.push(eb('orders.location_id', 'in', location_id));
  if (shop_id !== undefined) terms.push(eb('orders.shop_id', 'in', shop_id));
  return eb.and(terms);
}

/** Matches selected orders whose status counts in figures. */
export function matchCountingOrders(scope: StoreScope, selection: OrderSelection): Expression<SqlBool> {
  return matchOrders(scope, { ...selection, status: COUNTING_STATUSES });
}

export function matchOrders(scope: StoreScope, selection: OrderSelection): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'orders'>();
  const { status, payment_term, is_paid, as_of } = selection;
  const terms = [isOrderInRange(scope, selection)];
  if (status !== undefined) terms.push(eb('orders.status', 'in', status));
  if (payment_term !== undefined) terms.push(eb('orders.payment_term', '=', payment_term));
  if (is_paid !== undefined) terms.push(as_of === undefined ? isPaidNow(is_paid) : wasPaidOn(as_of, is_paid));
  return eb.and(terms);
}

function isPaidNow(paid: boolean): Expression<SqlBool> {
  return expressionBuilder<StoreSchema, 'orders'>()('orders.is_paid', '=', paid ? 1 : 0);
}

/** An invoice does not refer to the order that paid it, so it counts as paid since it last changed. */
function wasPaidOn(day: CalendarDate, paid: boolean): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'orders'>();
  const { end } = getInstants(day, day);
  return paid
    ? eb.and([isPaidNow(true), eb.or([eb('orders.payment_term', '=', 'direct'), eb('orders.date_updated', '<', end)])])
    : eb.or([
        isPaidNow(false),
        eb.and([eb('orders.payment_term', '=', 'invoice'), eb('orders.date_updated', '>=', end)]),
      ]);
}

export function matchDiscountedOrders(scope: StoreScope, selection: DiscountSelection): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'orders'>();
  // Must equal the condition of the partial index; otherwise SQLite does not use it.
  const terms = [isOrderInRange(scope, selection), sql<SqlBool>`${sql.ref('orders.discount_wt')} != 0`];
  if (!selection.include_negative) terms.push(eb('orders.discount_wt', '>', 0));
  if (selection.only_full) terms.push(eb('orders.value_wt', '=', 0));
  return eb.and(terms);
}
