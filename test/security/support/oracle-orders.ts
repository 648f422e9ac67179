import type { OrderWithDetails } from '../../../shared/contract/orders.ts';
import type { Meanings } from './oracle-query.ts';
import type { OracleShop } from './oracle-shop.ts';
import { folded, hasLabel, wordsOf } from './oracle-text.ts';

const COUNTING = ['processing', 'complete', 'refunded'];

/** The local day of a timestamp that carries the Amsterdam offset. */
export const dayOf = (timestamp: string) => timestamp.slice(0, 10);

/** Orders of the range, the shop and the location that a query names, oldest first. */
export function ordersWithin({ orders }: OracleShop, query: Meanings): OrderWithDetails[] {
  const { from = query.date, to = query.date, shop_id, location_id } = query;
  return orders.filter((order) => {
    const day = dayOf(order.date_purchased);
    const isWithin = String(from) <= day && day <= String(to);
    const isOfShop = shop_id === undefined || order.shop_id === shop_id;
    return isWithin && isOfShop && (location_id === undefined || order.location_id === location_id);
  });
}

export const countingOrders = (shop: OracleShop, query: Meanings) =>
  ordersWithin(shop, query).filter(({ status }) => COUNTING.includes(status));

export function selectedOrders(shop: OracleShop, query: Meanings): Record<string, unknown>[] {
  const { status, payment_term, is_paid, q, include = [], sort = 'date_purchased' } = query;
  const selected = ordersWithin(shop, query).filter((order) => {
    const isOfStatus = !Array.isArray(status) || status.includes(order.status);
    const isOfTerm = payment_term === undefined || order.payment_term === payment_term;
    const isAsPaid = is_paid === undefined || order.is_paid === is_paid;
    return isOfStatus && isOfTerm && isAsPaid && isFound(order, q);
  });
  return sorted(selected, String(sort)).map(({ items, payments, ...row }) => ({
    ...row,
    ...(Array.isArray(include) && include.includes('items') && { items }),
    ...(Array.isArray(include) && include.includes('payments') && { payments }),
  }));
}

function isFound({ order_number, customer_name }: OrderWithDetails, q: unknown): boolean {
  const sought = wordsOf(q).join(' ');
  return folded(order_number).startsWith(sought) || hasLabel(q, customer_name);
}

function sorted(orders: OrderWithDetails[], sort: string): OrderWithDetails[] {
  const direction = sort.startsWith('-') ? -1 : 1;
  const key = ({ value_wt, date_purchased }: OrderWithDetails) =>
    sort.endsWith('value_wt') ? value_wt : Date.parse(date_purchased);
  return orders.toSorted((left, right) => direction * (key(left) - key(right)) || left.id - right.id);
}

export function discountOrders(shop: OracleShop, query: Meanings): Record<string, unknown>[] {
  const { only_full = false, include_negative = false } = query;
  return ordersWithin(shop, query)
    .filter(({ discount_value_wt: discount }) => (include_negative ? discount !== 0 : discount > 0))
    .filter(({ value_wt }) => !only_full || value_wt === 0)
    .map((order) => ({
      id: order.id,
      order_number: order.order_number,
      date_purchased: order.date_purchased,
      status: order.status,
      shop_id: order.shop_id,
      currency: order.currency,
      value_wt: order.value_wt,
      value_ex_wt: order.value_ex_wt,
      discount_value_wt: order.discount_value_wt,
      discount_value_ex_wt: order.discount_value_ex_wt,
      customer_name: order.customer_name,
      customer_email: order.customer_email,
      backoffice_url: order.backoffice_url,
    }));
}

/** What names the order of an item or a payment. */
const ofOrder = ({ id, order_number, date_purchased, shop_id }: OrderWithDetails) => ({
  order_id: id,
  order_number,
  date_purchased,
  shop_id,
});

export function orderItems(shop: OracleShop, query: Meanings) {
  const { sign, payment_term, is_paid } = query;
  const exact = ['type', 'tax_rate_id', 'product_group_id', 'product_id'] as const;
  return countingOrders(shop, query)
    .filter((order) => payment_term === undefined || order.payment_term === payment_term)
    .filter((order) => is_paid === undefined || order.is_paid === is_paid)
    .flatMap((order) => order.items.map((item) => ({ ...item, ...ofOrder(order) })))
    .filter((item) => exact.every((name) => query[name] === undefined || item[name] === query[name]))
    .filter(({ quantity }) => sign === undefined || quantity > 0 === (sign === 'positive'));
}

export function orderPayments(shop: OracleShop, query: Meanings) {
  const { provider_method_type_id: provider } = query;
  return countingOrders(shop, query)
    .filter(({ payment_term }) => payment_term === 'direct')
    .flatMap((order) => order.payments.map((payment) => ({ ...payment, ...ofOrder(order) })))
    .filter((payment) => provider === undefined || payment.provider_method_type_id === provider);
}
