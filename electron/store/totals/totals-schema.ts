import type { ItemType, OrderStatus, PaymentTerm } from '../../../shared/contract/orders.ts';

/**
 * Kept totals: what the orders of a day or a month come to, for each combination of the columns by which
 * figures tell them apart. A combination of which there is nothing has no row.
 */
export interface TotalsSchema {
  item_totals_by_day: OfDay & ItemTotal;
  item_totals_by_month: OfMonth & ItemTotal;
  payment_totals_by_day: OfDay & PaymentTotal;
  payment_totals_by_month: OfMonth & PaymentTotal;
  order_totals_by_day: OfDay & OrderTotal;
  order_totals_by_month: OfMonth & OrderTotal;
}

interface OfDay {
  account_id: number;
  shop_id: number;
  /** Local day of the purchase as YYYYMMDD. */
  day: number;
}

interface OfMonth {
  account_id: number;
  shop_id: number;
  /** As YYYYMM. */
  month: number;
}

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
  /** Whether the quantity is negative. */
  is_return: Flag;
  items: number;
  quantity: number;
  value_ex: number;
  value_wt: number;
  discount_wt: number;
  cost_ex: number;
}

/** Payments of the direct orders that count. */
export interface PaymentTotal {
  provider_id: number;
  payments: number;
  amount: number;
}

/** All orders, those that do not count as well. */
export interface OrderTotal {
  status: OrderStatus;
  payment_term: PaymentTerm;
  is_paid: Flag;
  orders: number;
  /** Orders in which a product came back. */
  returns: number;
  /** Orders with a discount above 0. */
  discounted_orders: number;
  discount_wt: number;
  value_ex: number;
  value_wt: number;
}
