import { type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  COUNTING_STATUSES,
  type ItemType,
  type OrderStatus,
  type PaymentTerm,
} from '../../../shared/contract/orders.ts';

/** A rule for calculating totals from orders. */
interface TotalsRule {
  readonly source: RawBuilder<unknown>;
  readonly condition: RawBuilder<SqlBool>;
  readonly keys: Readonly<Record<string, RawBuilder<unknown>>>;
  readonly sums: Readonly<Record<string, RawBuilder<unknown>>>;
  /** The sum that is 0 only if no orders are left. */
  readonly count: string;
}

/** Report totals in two tables, by day and by month. The key starts with account, shop and period. */
export interface TotalsTable extends TotalsRule {
  readonly byDay: 'item_totals_by_day' | 'payment_totals_by_day' | 'order_totals_by_day';
  readonly byMonth: 'item_totals_by_month' | 'payment_totals_by_month' | 'order_totals_by_month';
}

/** A totals table with its full key. */
export interface StoredTotals extends TotalsRule {
  readonly table: keyof TotalsSchema;
}

const IS_COUNTING = sql<SqlBool>`orders.status in (${sql.join(COUNTING_STATUSES.map((status) => sql.lit(status)))})`;

export const ITEM_TOTALS = {
  byDay: 'item_totals_by_day',
  byMonth: 'item_totals_by_month',
  source: sql`orders inner join order_items on order_items.order_id = orders.id`,
  condition: IS_COUNTING,
  keys: {
    // Columns with the most distinct values come first, so that rows are found and grouped with the fewest comparisons.
    product_group_id: sql`coalesce(order_items.product_group_id, 0)`,
    tax_rate_id: sql`coalesce(order_items.tax_rate_id, 0)`,
    is_return: sql`case when order_items.quantity < 0 then 1 else 0 end`,
    is_paid: sql`orders.is_paid`,
    type: sql`order_items.type`,
    payment_term: sql`orders.payment_term`,
  },
  sums: {
    items: sql`count(*)`,
    value_ex: sql`sum(order_items.value_ex)`,
    value_wt: sql`sum(order_items.value_wt)`,
    cost_ex: sql`sum(order_items.cost_ex)`,
  },
  count: 'items',
} as const satisfies TotalsTable;

export const PAYMENT_TOTALS = {
  byDay: 'payment_totals_by_day',
  byMonth: 'payment_totals_by_month',
  source: sql`orders inner join order_payments on order_payments.order_id = orders.id`,
  condition: sql<SqlBool>`${IS_COUNTING} and orders.payment_term = 'direct'`,
  keys: {
    provider_id: sql`order_payments.provider_id`,
  },
  sums: {
    payments: sql`count(*)`,
    amount: sql`sum(order_payments.amount)`,
  },
  count: 'payments',
} as const satisfies TotalsTable;

const HAS_RETURN = sql`exists (select 1 from order_items
  where order_items.order_id = orders.id and order_items.type = 'product' and order_items.quantity < 0)`;

export const ORDER_TOTALS = {
  byDay: 'order_totals_by_day',
  byMonth: 'order_totals_by_month',
  source: sql`orders`,
  condition: sql<SqlBool>`1 = 1`,
  keys: {
    status: sql`orders.status`,
    payment_term: sql`orders.payment_term`,
    is_paid: sql`orders.is_paid`,
  },
  sums: {
    orders: sql`count(*)`,
    returns: sql`sum(case when ${HAS_RETURN} then 1 else 0 end)`,
    discounted_orders: sql`sum(case when orders.discount_wt > 0 then 1 else 0 end)`,
    discount_wt: sql`sum(orders.discount_wt)`,
    value_wt: sql`sum(orders.value_wt)`,
  },
  count: 'orders',
} as const satisfies TotalsTable;

export const TOTALS: readonly TotalsTable[] = [ITEM_TOTALS, PAYMENT_TOTALS, ORDER_TOTALS];

const PERIODS = {
  day: { getTable: (totals: TotalsTable) => totals.byDay, value: sql`orders.local_day` },
  month: { getTable: (totals: TotalsTable) => totals.byMonth, value: sql`orders.local_day / 100` },
};

export function getStoredTotals(period: 'day' | 'month', totals: TotalsTable): StoredTotals {
  const { getTable, value } = PERIODS[period];
  const keys = { account_id: sql`orders.account_id`, shop_id: sql`orders.shop_id`, [period]: value, ...totals.keys };
  return { ...totals, table: getTable(totals), keys };
}

/** The key starts with the product, because sales are listed by product. Items without a product are excluded. */
export const PRODUCT_TOTALS = {
  table: 'product_totals_by_month',
  source: ITEM_TOTALS.source,
  condition: sql<SqlBool>`${IS_COUNTING} and order_items.type = 'product' and order_items.product_id is not null`,
  keys: {
    account_id: sql`orders.account_id`,
    product_id: sql`order_items.product_id`,
    month: PERIODS.month.value,
    shop_id: sql`orders.shop_id`,
    location_id: sql`coalesce(orders.location_id, 0)`,
    product_group_id: sql`coalesce(order_items.product_group_id, 0)`,
  },
  sums: {
    items: sql`count(*)`,
    quantity: sql`sum(order_items.quantity)`,
    value_ex: sql`sum(order_items.value_ex)`,
    value_wt: sql`sum(order_items.value_wt)`,
    discount_wt: sql`sum(order_items.discount_wt)`,
    cost_ex: sql`sum(order_items.cost_ex)`,
  },
  count: 'items',
} as const satisfies StoredTotals;

/** Item types that are turnover: products and cash rounding. */
export const TURNOVER_ITEMS: readonly ItemType[] = ['product', 'rounding'];

const ORDER_TURNOVER = sql`(select coalesce(sum(order_items.value_wt), 0) from order_items
  where order_items.order_id = orders.id and order_items.type in (${sql.join(TURNOVER_ITEMS.map((type) => sql.lit(type)))}))`;

export const CUSTOMER_TOTALS = {
  table: 'customer_totals',
  source: sql`orders`,
  condition: sql<SqlBool>`${IS_COUNTING} and orders.customer_id is not null`,
  keys: {
    account_id: sql`orders.account_id`,
    customer_id: sql`orders.customer_id`,
    location_id: sql`coalesce(orders.location_id, 0)`,
  },
  sums: {
    orders: sql`count(*)`,
    turnover_wt: sql`sum(${ORDER_TURNOVER})`,
  },
  count: 'orders',
} as const satisfies StoredTotals;

/** All totals tables. */
export const STORED_TOTALS: readonly StoredTotals[] = [
  ...TOTALS.flatMap((totals) => [getStoredTotals('day', totals), getStoredTotals('month', totals)]),
  PRODUCT_TOTALS,
  CUSTOMER_TOTALS,
];

/** Stored totals: sums over orders for each combination of keys. A combination without orders has no row. */
export interface TotalsSchema {
  item_totals_by_day: ShopPeriod<'day'> & ItemTotal;
  item_totals_by_month: ShopPeriod<'month'> & ItemTotal;
  payment_totals_by_day: ShopPeriod<'day'> & PaymentTotal;
  payment_totals_by_month: ShopPeriod<'month'> & PaymentTotal;
  order_totals_by_day: ShopPeriod<'day'> & OrderTotal;
  order_totals_by_month: ShopPeriod<'month'> & OrderTotal;
  product_totals_by_month: ShopPeriod<'month'> & ProductTotal;
  customer_totals: CustomerTotal;
}

/** `day` is the local day of the purchase as YYYYMMDD, `month` is YYYYMM. */
type ShopPeriod<Period extends 'day' | 'month'> = Record<'account_id' | 'shop_id' | Period, number>;

type Flag = 0 | 1;

/** Items of the orders that count. */
export interface ItemTotal {
  payment_term: PaymentTerm;
  is_paid: Flag;
  type: ItemType;
  /** 0 for items without a group. */
  product_group_id: number;
  /** 0 for items without a rate. */
  tax_rate_id: number;
  /** 1 if the quantity is negative. */
  is_return: Flag;
  items: number;
  value_ex: number;
  value_wt: number;
  cost_ex: number;
}

/** Payments of the direct orders that count. */
export interface PaymentTotal {
  provider_id: number;
  payments: number;
  amount: number;
}

/** All orders, including those that do not count. */
export interface OrderTotal {
  status: OrderStatus;
  payment_term: PaymentTerm;
  is_paid: Flag;
  orders: number;
  /** Orders with a returned product. */
  returns: number;
  /** Orders with a discount above 0. */
  discounted_orders: number;
  discount_wt: number;
  value_wt: number;
}

/** Product items of the orders that count. */
export interface ProductTotal {
  product_id: number;
  /** 0 for orders without a location. */
  location_id: number;
  /** The group when the product was sold, or 0 if it had none. */
  product_group_id: number;
  items: number;
  quantity: number;
  value_ex: number;
  value_wt: number;
  discount_wt: number;
  cost_ex: number;
}

/** Orders of any date that count. */
export interface CustomerTotal {
  account_id: number;
  customer_id: number;
  /** 0 for orders without a location. */
  location_id: number;
  orders: number;
  /** Products and cash rounding, including VAT. */
  turnover_wt: number;
}
