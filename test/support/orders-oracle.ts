import type { DayClosing } from '../../shared/contract/day-closing.ts';
import type { DiscountOrder } from '../../shared/contract/discount-orders.ts';
import type { Order, OrderItem, OrderPayment } from '../../shared/contract/orders.ts';
import type { PaymentsOfMethod } from '../../shared/contract/payments-report.ts';
import type { ProductSalesSums } from '../../shared/contract/product-sales.ts';
import type { TurnoverDay } from '../../shared/contract/turnover-by-day.ts';
import { fromUnits, sumUnits } from './exact-euros.ts';
import { assertKnown } from './known-figure.ts';

/**
 * Computes figures of the contract from single orders, by its definitions. The day of an order is taken from its
 * timestamp, which contains the local date.
 */

type Orders = readonly Required<Order>[];

const COUNTING: readonly string[] = ['processing', 'complete', 'refunded'];

export const isCounting = ({ status }: Pick<Required<Order>, 'status'>) => COUNTING.includes(assertKnown(status));

const getDate = ({ date_purchased }: Pick<Required<Order>, 'date_purchased'>) => date_purchased.slice(0, 10);

/** Whether an item is turnover as the financial report defines it. */
export const isTurnover = ({ type }: Pick<OrderItem, 'type'>) => type === 'product' || type === 'rounding';

/** Whether the order has a returned product. */
const isReturn = ({ items }: Pick<Required<Order>, 'items'>) =>
  items.some(({ type, quantity }) => type === 'product' && quantity < 0);

export const listProducts = <Item extends OrderItem>(items: readonly Item[]) =>
  items.filter(({ type }) => type === 'product');

/** Returns the exact sum. */
export const sumEuros = <Row>(rows: readonly Row[], eurosOf: (row: Row) => number) =>
  fromUnits(sumUnits(rows, eurosOf));

/** Returns the fields of an item or payment that identify its order. */
export function getOrderFields({ id: order_id, order_number, date_purchased, shop_id }: Required<Order>) {
  return { order_id, order_number, date_purchased, shop_id };
}

/** Whether an order is discounted, by rules 1 and 2 of the specification. */
export function isDiscounted(
  { discount_value_wt: discount, value_wt }: Required<Order>,
  { only_full = false, include_negative = false }: Readonly<Record<string, unknown>>,
): boolean {
  return (include_negative ? discount !== 0 : assertKnown(discount) > 0) && (!only_full || value_wt === 0);
}

const SOLD: ReadonlySet<string> = new Set(['product', 'gift_card', 'other']);

export function toDiscountOrder(order: Required<Order>): DiscountOrder {
  const { items, payments, date_updated, location_id, customer_id, is_paid, payment_term, ...row } = order;
  const discounts = {
    discount_value_wt: assertKnown(row.discount_value_wt),
    discount_value_ex_wt: assertKnown(row.discount_value_ex_wt),
  };
  const sold = items.filter(({ type, quantity }) => quantity > 0 && SOLD.has(type));
  const sold_before_discount_wt = fromUnits(
    sumUnits(sold, (item) => item.value_wt) + sumUnits(sold, (item) => item.discount_value_wt),
  );
  return { ...row, ...discounts, sold_before_discount_wt, status: assertKnown(row.status) };
}

/** Sums the counted orders of that day. */
export function computeTurnoverDay(date: string, all: Orders): TurnoverDay {
  const orders = all.filter((order) => isCounting(order) && getDate(order) === date);
  const items = orders.flatMap((order) => order.items);
  const turnover = items.filter(isTurnover);
  return {
    date,
    orders: orders.length,
    returns: orders.filter(isReturn).length,
    turnover: sumEuros(turnover, (item) => item.value_ex_wt),
    turnover_wt: sumEuros(turnover, (item) => item.value_wt),
    discount_value_wt: sumEuros(orders, (order) => assertKnown(order.discount_value_wt)),
    cost: sumEuros(listProducts(items), (item) => assertKnown(item.cost_value_ex)),
  };
}

/** Closes the orders of one day, in the order of the API. Those that do not count are counted separately. */
export function computeDayClosing(all: Orders): Omit<DayClosing, 'date' | 'location_id' | 'shop_id' | 'report'> {
  const orders = all.filter(isCounting);
  const uncountedOrders = all.filter((order) => !isCounting(order));
  return {
    orders: orders.length,
    returns: orders.filter(isReturn).length,
    discounted_orders: orders.filter((order) => assertKnown(order.discount_value_wt) > 0).length,
    discount_value_wt: sumEuros(orders, (order) => assertKnown(order.discount_value_wt)),
    uncounted_orders: uncountedOrders.length,
    uncounted_value_wt: sumEuros(uncountedOrders, (order) => order.value_wt),
    first_order_number: orders[0]?.order_number ?? null,
    last_order_number: orders.at(-1)?.order_number ?? null,
  };
}

/** Returns the payments of the orders that count and are paid directly, each with its day. */
export function listDirectPayments(orders: Orders) {
  return orders
    .filter((order) => isCounting(order) && order.payment_term === 'direct')
    .flatMap((order) => order.payments.map((payment) => ({ ...payment, date: getDate(order) })));
}

/** Returns what was paid by each method, unsorted. */
export function sumByMethod(payments: readonly OrderPayment[]): PaymentsOfMethod[] {
  return [...Map.groupBy(payments, (payment) => payment.provider_method_type_id)].map(
    ([provider_method_type_id, ofMethod]) => ({
      provider_method_type_id,
      title: ofMethod[0]?.title ?? '',
      type_alias: ofMethod[0]?.type_alias ?? '',
      payments: ofMethod.length,
      amount: sumEuros(ofMethod, ({ amount }) => amount),
    }),
  );
}

/** Returns the key of an item in the product sales: its product, or its title and group if it has none. */
export function getSalesKey({
  product_id,
  title,
  product_group_id,
}: Pick<OrderItem, 'product_id' | 'title' | 'product_group_id'>): string {
  return product_id === null ? JSON.stringify([title, product_group_id]) : String(product_id);
}

/** Returns the sums of rows of `GET /api/order-items`. */
export function sumItems(items: readonly OrderItem[]) {
  return {
    quantity: sumEuros(items, ({ quantity }) => quantity),
    value: sumEuros(items, (item) => item.value_ex_wt),
    value_wt: sumEuros(items, (item) => item.value_wt),
    cost: sumEuros(items, (item) => assertKnown(item.cost_value_ex)),
  };
}

export function sumSales(items: readonly OrderItem[]): ProductSalesSums {
  const [value, cost] = [
    sumUnits(items, (item) => item.value_ex_wt),
    sumUnits(items, (item) => assertKnown(item.cost_value_ex)),
  ];
  return {
    ...sumItems(items),
    discount_value_wt: sumEuros(items, (item) => item.discount_value_wt),
    margin: fromUnits(value - cost),
  };
}
