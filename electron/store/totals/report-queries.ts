import { sql } from 'kysely';
import { COUNTING_STATUSES } from '../../../shared/contract/orders.ts';
import { matchCountingOrders, type OrderRange } from '../orders/order-selection.ts';
import type { StoreDb } from '../schema.ts';
import { getOnlyRow, type StoreScope } from '../scoped-queries.ts';
import { selectDays, selectTotals, type TotalsSelection } from './totals-selection.ts';
import {
  ITEM_TOTALS,
  type ItemTotal,
  ORDER_TOTALS,
  type OrderTotal,
  PAYMENT_TOTALS,
  type PaymentTotal,
  TURNOVER_ITEMS,
} from './totals-tables.ts';

/** Sums of items with the same report keys. */
export interface ItemBucket
  extends Pick<ItemTotal, 'payment_term' | 'is_paid' | 'type' | 'is_return' | 'value_ex' | 'value_wt' | 'cost_ex'> {
  readonly shop_id: number;
  readonly product_group_id: number | null;
  readonly tax_rate_id: number | null;
}

export type ProviderSum = Pick<PaymentTotal, 'provider_id' | 'amount'>;

/** Sums items of orders that count, by the report keys. */
export async function sumItemBuckets(db: StoreDb, scope: StoreScope, selection: TotalsSelection) {
  const { rows } = await sql<ItemBucket>`
    select shop_id, payment_term, is_paid, type, is_return,
      nullif(totals.product_group_id, 0) as product_group_id, nullif(totals.tax_rate_id, 0) as tax_rate_id,
      sum(value_ex) as value_ex, sum(value_wt) as value_wt, sum(cost_ex) as cost_ex
    from ${selectTotals(ITEM_TOTALS, scope, selection)} as totals
    group by shop_id, payment_term, is_paid, type, is_return, totals.product_group_id, totals.tax_rate_id
    having sum(items) <> 0
  `.execute(db);
  return rows;
}

/** Sums payments of direct orders that count, by provider. */
export async function sumPaymentsByProvider(db: StoreDb, scope: StoreScope, selection: TotalsSelection) {
  const { rows } = await sql<ProviderSum>`
    select provider_id, sum(amount) as amount
    from ${selectTotals(PAYMENT_TOTALS, scope, selection)} as totals
    group by provider_id
    having sum(payments) <> 0
  `.execute(db);
  return rows;
}

export type OrderSums = Pick<OrderTotal, 'orders' | 'returns' | 'discounted_orders' | 'discount_wt'>;

interface DayKey {
  /** A `LocalDay` of shared/calendar.ts. */
  readonly day: number;
}

export type DailyOrderSums = DayKey & OrderSums;

export interface DailyTurnover extends DayKey {
  readonly turnover_ex: number;
  readonly turnover_wt: number;
  readonly cost_ex: number;
}

export type DailyPaymentSums = DayKey & Pick<PaymentTotal, 'provider_id' | 'payments' | 'amount'>;

const IS_COUNTING = sql`status in (${sql.join(COUNTING_STATUSES)})`;

const ORDER_SUMS = sql`coalesce(sum(orders), 0) as orders, coalesce(sum(returns), 0) as returns,
  coalesce(sum(discounted_orders), 0) as discounted_orders, coalesce(sum(discount_wt), 0) as discount_wt`;

/** Sums number, returns and discounts of orders that count. */
export async function sumOrders(db: StoreDb, scope: StoreScope, selection: TotalsSelection): Promise<OrderSums> {
  const { rows } = await sql<OrderSums>`
    select ${ORDER_SUMS}
    from ${selectTotals(ORDER_TOTALS, scope, selection)} as totals
    where ${IS_COUNTING}
  `.execute(db);
  return rows[0] ?? { orders: 0, returns: 0, discounted_orders: 0, discount_wt: 0 };
}

/** Sums number and value of orders that do not count. */
export async function sumUncountedOrders(db: StoreDb, scope: StoreScope, selection: TotalsSelection) {
  const { rows } = await sql<{ readonly orders: number; readonly value_wt: number }>`
    select coalesce(sum(orders), 0) as orders, coalesce(sum(value_wt), 0) as value_wt
    from ${selectTotals(ORDER_TOTALS, scope, selection)} as totals
    where not (${IS_COUNTING})
  `.execute(db);
  return getOnlyRow(rows);
}

/** Sums number, returns and discounts of orders that count, for each local day with such an order. */
export async function sumOrdersByDay(db: StoreDb, scope: StoreScope, selection: TotalsSelection) {
  const { rows } = await sql<DailyOrderSums>`
    select day, ${ORDER_SUMS}
    from ${selectDays(ORDER_TOTALS, scope, selection)} as totals
    where ${IS_COUNTING}
    group by day
  `.execute(db);
  return rows;
}

/** Sums turnover and cost of orders that count, for each local day with an item. */
export async function sumTurnoverByDay(db: StoreDb, scope: StoreScope, selection: TotalsSelection) {
  const { rows } = await sql<DailyTurnover>`
    select day, sum(value_ex) as turnover_ex, sum(value_wt) as turnover_wt, sum(cost_ex) as cost_ex
    from ${selectDays(ITEM_TOTALS, scope, selection)} as totals
    where type in (${sql.join(TURNOVER_ITEMS)})
    group by day
  `.execute(db);
  return rows;
}

/** Sums the orders of a range that is not whole days. Reads the orders, because totals are per day. */
export async function sumPartialDay(db: StoreDb, scope: StoreScope, selection: OrderRange) {
  const isSelected = matchCountingOrders(scope, selection);
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
  const turnover = await sql<Omit<DailyTurnover, 'day'>>`
    select coalesce(${ITEM_TOTALS.sums.value_ex}, 0) as turnover_ex,
      coalesce(${ITEM_TOTALS.sums.value_wt}, 0) as turnover_wt, coalesce(${ITEM_TOTALS.sums.cost_ex}, 0) as cost_ex
    from ${ITEM_TOTALS.source}
    where ${isSelected} and order_items.type in (${sql.join(TURNOVER_ITEMS)})
  `.execute(db);
  return { orders: getOnlyRow(orders.rows), turnover: getOnlyRow(turnover.rows) };
}

/** Sums payments of direct orders that count, for each local day of purchase and provider. */
export async function sumPaymentsByDay(db: StoreDb, scope: StoreScope, selection: TotalsSelection) {
  const { rows } = await sql<DailyPaymentSums>`
    select day, provider_id, sum(payments) as payments, sum(amount) as amount
    from ${selectDays(PAYMENT_TOTALS, scope, selection)} as totals
    group by day, provider_id
  `.execute(db);
  return rows;
}

/** Reads the first and last order that counts, by purchase time, then id. `undefined` if no order counts. */
export async function readFirstAndLastOrder(db: StoreDb, scope: StoreScope, selection: OrderRange) {
  const [first, last] = [
    await readOutermostOrder(db, scope, selection, 'asc'),
    await readOutermostOrder(db, scope, selection, 'desc'),
  ];
  return first && last ? { first, last } : undefined;
}

function readOutermostOrder(db: StoreDb, scope: StoreScope, selection: OrderRange, direction: 'asc' | 'desc') {
  return db
    .selectFrom('orders')
    .select(['order_number', 'date_purchased'])
    .where(matchCountingOrders(scope, selection))
    .orderBy('date_purchased', direction)
    .orderBy('id', direction)
    .limit(1)
    .executeTakeFirst();
}
