import type { ItemType, OrderWithDetails, PaymentTerm } from '../../../shared/contract/orders.ts';
import { wholeUnits } from '../../support/exact-euros.ts';

/** Items of one shop and day that no figure tells apart. Amounts are units, quantities 1/10 000. */
export interface ItemSum {
  readonly shop_id: number;
  readonly payment_term: PaymentTerm;
  readonly is_paid: boolean;
  readonly type: ItemType;
  readonly is_return: boolean;
  readonly product_group_id: number | null;
  readonly tax_rate_id: number | null;
  quantity: number;
  ex: number;
  wt: number;
  discount: number;
  cost: number;
}

/** Payments of direct orders. */
export interface PaymentSum {
  readonly shop_id: number;
  readonly provider_method_type_id: number;
  readonly title: string;
  readonly type_alias: string;
  payments: number;
  amount: number;
}

/** An order of the feed and its place in it. */
export type PlacedOrder = OrderWithDetails & { readonly place: number };

/** The orders of one shop and day, with the first and the last of them. */
export interface OrderSum {
  readonly shop_id: number;
  orders: number;
  returns: number;
  discounted: number;
  discount: number;
  readonly first: PlacedOrder;
  last: PlacedOrder;
}

export interface DaySums {
  readonly items: Map<string, ItemSum>;
  readonly payments: Map<string, PaymentSum>;
  readonly orders: Map<number, OrderSum>;
}

const COUNTING: readonly string[] = ['processing', 'complete', 'refunded'];

export function createDaySums(): DaySums {
  return { items: new Map(), payments: new Map(), orders: new Map() };
}

/** Adds an order that comes after all that were added; one that does not count changes nothing. */
export function addOrder(sums: DaySums, order: PlacedOrder): void {
  if (!COUNTING.includes(order.status)) return;
  addItems(sums, order);
  if (order.payment_term === 'direct') addPayments(sums, order);
  addToOrders(sums, order);
}

function addItems({ items }: DaySums, { shop_id, payment_term, is_paid, ...order }: OrderWithDetails): void {
  for (const item of order.items) {
    const { type, product_group_id, tax_rate_id } = item;
    const is_return = item.quantity < 0;
    const key = [shop_id, payment_term, is_paid, type, is_return, product_group_id, tax_rate_id].join();
    let sum = items.get(key);
    if (!sum) {
      const what = { shop_id, payment_term, is_paid, type, is_return, product_group_id, tax_rate_id };
      sum = { ...what, quantity: 0, ex: 0, wt: 0, discount: 0, cost: 0 };
      items.set(key, sum);
    }
    sum.quantity += wholeUnits(item.quantity);
    sum.ex += wholeUnits(item.value_ex_wt);
    sum.wt += wholeUnits(item.value_wt);
    sum.discount += wholeUnits(item.discount_value_wt);
    sum.cost += wholeUnits(item.cost_value_ex);
  }
}

function addPayments({ payments }: DaySums, order: OrderWithDetails): void {
  for (const { provider_method_type_id, title, type_alias, amount } of order.payments) {
    const key = [order.shop_id, provider_method_type_id].join();
    const what = { shop_id: order.shop_id, provider_method_type_id, title, type_alias };
    const sum = payments.get(key) ?? { ...what, payments: 0, amount: 0 };
    sum.payments += 1;
    sum.amount += wholeUnits(amount);
    payments.set(key, sum);
  }
}

function addToOrders({ orders }: DaySums, order: PlacedOrder): void {
  const none = { orders: 0, returns: 0, discounted: 0, discount: 0 };
  const sum = orders.get(order.shop_id) ?? { shop_id: order.shop_id, ...none, first: order, last: order };
  sum.orders += 1;
  if (order.items.some(({ type, quantity }) => type === 'product' && quantity < 0)) sum.returns += 1;
  if (order.discount_value_wt > 0) sum.discounted += 1;
  sum.discount += wholeUnits(order.discount_value_wt);
  sum.last = order;
  orders.set(order.shop_id, sum);
}
