import type { Customer } from '../../shared/contract/customers.ts';
import type { DayClosing } from '../../shared/contract/day-closing.ts';
import type { OrderItem, OrderWithDetails } from '../../shared/contract/orders.ts';
import type { PaymentsOfDay, PaymentsOfMethod } from '../../shared/contract/payments-report.ts';
import type { ProductSalesRow, ProductSalesSums } from '../../shared/contract/product-sales.ts';
import type { Product } from '../../shared/contract/products.ts';
import type { TurnoverDay } from '../../shared/contract/turnover-by-day.ts';
import { euros, total } from './exact-euros.ts';

/**
 * The further reports out of single orders, by the definitions of the contract. The day of an order is read from
 * its timestamp, which says the local date.
 */

type Orders = readonly OrderWithDetails[];

const counting = (orders: Orders) =>
  orders.filter(({ status }) => ['processing', 'complete', 'refunded'].includes(status));

const dateOf = (order: OrderWithDetails) => order.date_purchased.slice(0, 10);
const productsOf = (orders: Orders) => itemsOf(orders).filter(({ type }) => type === 'product');
const itemsOf = (orders: Orders) => orders.flatMap(({ items }) => items);
const sumOf = (items: readonly OrderItem[], of: (item: OrderItem) => number) => euros(total(items, of));
const isReturn = ({ items }: OrderWithDetails) =>
  items.some(({ type, quantity }) => type === 'product' && quantity < 0);

export function recomputeTurnoverDay(date: string, all: Orders): TurnoverDay {
  const orders = counting(all).filter((order) => dateOf(order) === date);
  const turnover = itemsOf(orders).filter(({ type }) => type === 'product' || type === 'rounding');
  return {
    date,
    orders: orders.length,
    returns: orders.filter(isReturn).length,
    turnover: sumOf(turnover, (item) => item.value_ex_wt),
    turnover_wt: sumOf(turnover, (item) => item.value_wt),
    discount_value_wt: euros(total(orders, (order) => order.discount_value_wt)),
    cost: sumOf(productsOf(orders), (item) => item.cost_value_ex),
  };
}

/** Per method, by id. */
export function recomputeMethods(all: Orders): PaymentsOfMethod[] {
  const direct = counting(all).filter(({ payment_term }) => payment_term === 'direct');
  const payments = direct.flatMap((order) => order.payments);
  return [...Map.groupBy(payments, (payment) => payment.provider_method_type_id)]
    .toSorted(([left], [right]) => left - right)
    .map(([provider_method_type_id, ofMethod]) => ({
      provider_method_type_id,
      title: ofMethod[0]?.title ?? '',
      type_alias: ofMethod[0]?.type_alias ?? '',
      payments: ofMethod.length,
      amount: euros(total(ofMethod, ({ amount }) => amount)),
    }));
}

/** Per day and method, by day and id. */
export function recomputePaymentDays(all: Orders): PaymentsOfDay[] {
  return [...Map.groupBy(all, dateOf)]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([date, orders]) => recomputeMethods(orders).map((method) => ({ date, ...method })));
}

/** Of the orders of one day, in the order in which the API lists them. */
export function recomputeClosing(all: Orders): Omit<DayClosing, 'date' | 'location_id' | 'report'> {
  const orders = counting(all);
  return {
    orders: orders.length,
    returns: orders.filter(isReturn).length,
    discounted_orders: orders.filter((order) => order.discount_value_wt > 0).length,
    discount_value_wt: euros(total(orders, (order) => order.discount_value_wt)),
    first_order_number: orders[0]?.order_number ?? null,
    last_order_number: orders.at(-1)?.order_number ?? null,
  };
}

/** By product id, those without a product last, by title and group. */
export function recomputeProductSales(all: Orders, catalog: readonly Product[]): ProductSalesRow[] {
  const products = new Map(catalog.map((product) => [product.id, product]));
  const keyOf = ({ product_id, title, product_group_id }: OrderItem) =>
    product_id === null ? JSON.stringify([title, product_group_id]) : String(product_id);
  return [...Map.groupBy(productsOf(counting(all)), keyOf).values()]
    .flatMap((items) => {
      const [sold] = items;
      if (!sold || sold.product_group_id === null) return [];
      const { sku, title, product_group_id } = products.get(sold.product_id ?? 0) ?? sold;
      const what = { product_id: sold.product_id, sku, title };
      return [{ ...what, product_group_id: product_group_id ?? 0, ...figuresOf(items) }];
    })
    .toSorted(
      (left, right) =>
        (left.product_id ?? Number.POSITIVE_INFINITY) - (right.product_id ?? Number.POSITIVE_INFINITY) ||
        (left.title < right.title ? -1 : 1),
    );
}

export function recomputeProductSums(all: Orders): ProductSalesSums {
  return figuresOf(productsOf(counting(all)));
}

function figuresOf(items: readonly OrderItem[]): ProductSalesSums {
  const value = total(items, (item) => item.value_ex_wt);
  const cost = total(items, (item) => item.cost_value_ex);
  return {
    quantity: sumOf(items, ({ quantity }) => quantity),
    value: euros(value),
    value_wt: sumOf(items, (item) => item.value_wt),
    discount_value_wt: sumOf(items, (item) => item.discount_value_wt),
    cost: euros(cost),
    margin: euros(value - cost),
  };
}

/** What each customer bought in these orders, by id; also of one with no order that counts. */
export function recomputePurchases(all: Orders): Map<number, Pick<Customer, 'order_count' | 'turnover_wt'>> {
  const named = all.flatMap((order) =>
    order.customer_id === null ? [] : [[order.customer_id, order] as const],
  );
  const byCustomer = Map.groupBy(named, ([id]) => id);
  return new Map(
    [...byCustomer].map(([id, entries]) => {
      const orders = counting(entries.map(([, order]) => order));
      const turnover = itemsOf(orders).filter(({ type }) => type === 'product' || type === 'rounding');
      return [id, { order_count: orders.length, turnover_wt: sumOf(turnover, (item) => item.value_wt) }];
    }),
  );
}
