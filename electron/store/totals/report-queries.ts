import { sql } from 'kysely';
import { COUNTING_STATUSES } from '../../../shared/contract/orders.ts';
import { countingOrders, type OrderRange } from '../orders/order-selection.ts';
import type { StoreDb } from '../schema.ts';
import { getOnlyRow, type StoreScope } from '../scoped-queries.ts';
import { selectedDays, selectedTotals, type TotalsSelection } from './totals-selection.ts';
import {
  ITEM_TOTALS,
  type ItemTotal,
  ORDER_TOTALS,
  type OrderTotal,
  PAYMENT_TOTALS,
  type PaymentTotal,
  TURNOVER_ITEMS,
} from './totals-tables.ts';

/** Sums of items that the report does not distinguish. */
export interface ItemBucket
  extends Pick<ItemTotal, 'payment_term' | 'is_paid' | 'type' | 'is_return' | 'value_ex' | 'value_wt' | 'cost_ex'> {
  readonly shop_id: number;
  readonly product_group_id: number | null;
  readonly tax_rate_id: number | null;
}

export type ProviderSum = Pick<PaymentTotal, 'provider_id' | 'amount'>;

/** Items of orders that count, summed by everything that the report distinguishes. */
export async function sumItemBuckets(db: StoreDb, scope: StoreScope, selection: TotalsSelection) {
  const { rows } = await sql<ItemBucket>`
    select shop_id, payment_term, is_paid, type, is_return,
      nullif(totals.product_group_id, 0) as product_group_id, nullif(totals.tax_rate_id, 0) as tax_rate_id,
      sum(value_ex) as value_ex, sum(value_wt) as value_wt, sum(cost_ex) as cost_ex
    from ${selectedTotals(ITEM_TOTALS, scope, selection)} as totals
    group by shop_id, payment_term, is_paid, type, is_return, totals.product_group_id, totals.tax_rate_id
    having sum(items) <> 0
  `.execute(db);
  return rows;
}

/** Payments of direct orders that count, by provider. */
export async function sumPaymentsByProvider(db: StoreDb, scope: StoreScope, selection: TotalsSelection) {
  const { rows } = await sql<ProviderSum>`
    select provider_id, sum(amount) as amount
    from ${selectedTotals(PAYMENT_TOTALS, scope, selection)} as totals
    group by provider_id
    having sum(payments) <> 0
  `.execute(db);
  return rows;
}

export type OrderSums = Pick<OrderTotal, 'orders' | 'returns' | 'discounted_orders' | 'discount_wt'>;

interface OfDay {
  /** As in shared/calendar.ts. */
  readonly day: number;
}

export type OrderSumsOfDay = OfDay & OrderSums;

export interface TurnoverOfDay extends OfDay {
  readonly turnover_ex: number;
  readonly turnover_wt: number;
  readonly cost_ex: number;
}

export type PaymentSumsOfDay = OfDay & Pick<PaymentTotal, 'provider_id' | 'payments' | 'amount'>;

const IS_COUNTING = sql`status in (${sql.join(COUNTING_STATUSES)})`;

const ORDER_SUMS = sql`coalesce(sum(orders), 0) as orders, coalesce(sum(returns), 0) as returns,
  coalesce(sum(discounted_orders), 0) as discounted_orders, coalesce(sum(discount_wt), 0) as discount_wt`;

/** Number, returns and discounts of the orders that count, over the whole selection. */
export async function sumOrders(db: StoreDb, scope: StoreScope, selection: TotalsSelection): Promise<OrderSums> {
  const { rows } = await sql<OrderSums>`
    select ${ORDER_SUMS}
    from ${selectedTotals(ORDER_TOTALS, scope, selection)} as totals
    where ${IS_COUNTING}
  `.execute(db);
  return rows[0] ?? { orders: 0, returns: 0, discounted_orders: 0, discount_wt: 0 };
}

/** Number and value of the orders that count in no figure, over the whole selection. */
export async function sumUncountedOrders(db: StoreDb, scope: StoreScope, selection: TotalsSelection) {
  const { rows } = await sql<{ readonly orders: number; readonly value_wt: number }>`
    select coalesce(sum(orders), 0) as orders, coalesce(sum(value_wt), 0) as value_wt
    from ${selectedTotals(ORDER_TOTALS, scope, selection)} as totals
    where not (${IS_COUNTING})
  `.execute(db);
  return getOnlyRow(rows);
}

/** Number, returns and discounts for each local day that has an order that counts. */
export async function sumOrdersByDay(db: StoreDb, scope: StoreScope, selection: TotalsSelection) {
  const { rows } = await sql<OrderSumsOfDay>`
    select day, ${ORDER_SUMS}
    from ${selectedDays(ORDER_TOTALS, scope, selection)} as totals
    where ${IS_COUNTING}
    group by day
  `.execute(db);
  return rows;
}

/** Turnover and cost of the orders that count, for each local day that has an item. */
export async function sumTurnoverByDay(db: StoreDb, scope: StoreScope, selection: TotalsSelection) {
  const { rows } = await sql<TurnoverOfDay>`
    select day, sum(value_ex) as turnover_ex, sum(value_wt) as turnover_wt, sum(cost_ex) as cost_ex
    from ${selectedDays(ITEM_TOTALS, scope, selection)} as totals
    where type in (${sql.join(TURNOVER_ITEMS)})
    group by day
  `.execute(db);
  return rows;
}

/** The same of the orders of a range that is no whole days, from the orders themselves. */
export async function sumBegunDay(db: StoreDb, scope: StoreScope, selection: OrderRange) {
  const isSelected = countingOrders(scope, selection);
  const {
    orders: count,
    returns,
    discounted_orders,
    discount_wt,
  } = ORDER_TOTALS.sums satisfies Record<keyof OrderSums, unknown>;
  const orders = await sql<OrderSums>`
    select coalesce(${count}, 0) as orders, coalesce(${returns}, 0) as returns,
      coalesce(${discounted_orders}, 0) as discounted_orders, coalesce(${discount_wt}, 0) as discount_wt
    from ${ORDER_TOTALS.source}
    where ${isSelected}
  `.execute(db);
  const turnover = await sql<Omit<TurnoverOfDay, 'day'>>`
    select coalesce(${ITEM_TOTALS.sums.value_ex}, 0) as turnover_ex,
      coalesce(${ITEM_TOTALS.sums.value_wt}, 0) as turnover_wt, coalesce(${ITEM_TOTALS.sums.cost_ex}, 0) as cost_ex
    from ${ITEM_TOTALS.source}
    where ${isSelected} and order_items.type in (${sql.join(TURNOVER_ITEMS)})
  `.execute(db);
  return { orders: getOnlyRow(orders.rows), turnover: getOnlyRow(turnover.rows) };
}

/** Payments of direct orders that count, for each local day of their purchase and each provider. */
export async function sumPaymentsByDay(db: StoreDb, scope: StoreScope, selection: TotalsSelection) {
  const { rows } = await sql<PaymentSumsOfDay>`
    select day, provider_id, sum(payments) as payments, sum(amount) as amount
    from ${selectedDays(PAYMENT_TOTALS, scope, selection)} as totals
    group by day, provider_id
  `.execute(db);
  return rows;
}

/** The first and the last order that counts, by moment of purchase, then id; undefined where none counts. */
export async function readOuterOrders(db: StoreDb, scope: StoreScope, selection: OrderRange) {
  const [first, last] = [await outerOrder(db, scope, selection, 'asc'), await outerOrder(db, scope, selection, 'desc')];
  return first && last ? { first, last } : undefined;
}

function outerOrder(db: StoreDb, scope: StoreScope, selection: OrderRange, direction: 'asc' | 'desc') {
  return db
    .selectFrom('orders')
    .select(['order_number', 'date_purchased'])
    .where(countingOrders(scope, selection))
    .orderBy('date_purchased', direction)
    .orderBy('id', direction)
    .limit(1)
    .executeTakeFirst();
}
