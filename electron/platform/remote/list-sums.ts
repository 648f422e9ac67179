import type { Customer, CustomerSums } from '../../../shared/contract/customers.ts';
import type { OrderItemRow, OrderItemSums, OrderPaymentRow } from '../../../shared/contract/order-rows.ts';
import { COUNTING_STATUSES, type Order, type OrderSums } from '../../../shared/contract/orders.ts';
import type { ProductSalesRow, ProductSalesSums } from '../../../shared/contract/product-sales.ts';
import { isInOtherCurrency } from '../../../shared/currency.ts';
import { fromEuros, sumOf, toEuros } from '../../../shared/money.ts';

/** Sums over orders; `null` if an order has an unknown status, because it may not count. */
export function sumOrders(all: readonly Order[]): OrderSums | null {
  const orders = all.filter((order) => !isInOtherCurrency(order));
  if (orders.some(({ status }) => status === null)) return null;
  const counting: readonly (string | null)[] = COUNTING_STATUSES;
  const cancelled = orders.filter(({ status }) => status === 'cancelled');
  const uncounted = orders.filter(({ status }) => !counting.includes(status));
  const excluded = all.length - orders.length;
  return {
    value_wt: sum(orders, ({ value_wt }) => value_wt) ?? 0,
    value_ex_wt: sum(orders, ({ value_ex_wt }) => value_ex_wt) ?? 0,
    discount_value_wt: sum(orders, ({ discount_value_wt }) => discount_value_wt),
    discount_value_ex_wt: sum(orders, ({ discount_value_ex_wt }) => discount_value_ex_wt),
    cancelled_orders: cancelled.length,
    cancelled_value_wt: sum(cancelled, ({ value_wt }) => value_wt) ?? 0,
    uncounted_orders: uncounted.length,
    uncounted_value_wt: sum(uncounted, ({ value_wt }) => value_wt) ?? 0,
    // Depends on the items, which the list has only on request.
    non_revenue_wt: null,
    ...(excluded > 0 && { excluded_other_currency: excluded }),
  };
}

export function sumCustomers(customers: readonly Customer[]): CustomerSums | null {
  const counts = customers.map(({ order_count }) => order_count);
  const turnover_wt = sum(customers, (customer) => customer.turnover_wt);
  if (turnover_wt === null || counts.includes(null)) return null;
  return {
    order_count: counts.reduce<number>((total, count) => total + (count ?? 0), 0),
    turnover_wt,
    open_invoices_wt: sum(customers, (customer) => customer.open_invoices_wt),
  };
}

/** Whether the sums exclude orders in other currencies, if there are any. */
export function canOrderSumsMatch(orders: readonly Order[], sums: OrderSums | null): boolean {
  const hasOther = orders.some(isInOtherCurrency);
  return sums === null || !hasOther || sums.excluded_other_currency !== undefined;
}

export function sumItemRows(items: readonly OrderItemRow[]): OrderItemSums {
  return {
    quantity: toEuros(sumOf(items, ({ quantity }) => fromEuros(quantity))),
    value: sum(items, ({ value_ex_wt }) => value_ex_wt) ?? 0,
    value_wt: sum(items, ({ value_wt }) => value_wt) ?? 0,
    cost: sum(items, ({ cost_value_ex }) => cost_value_ex),
  };
}

export function sumPayments(payments: readonly OrderPaymentRow[]): { readonly amount: number } {
  return { amount: sum(payments, ({ amount }) => amount) ?? 0 };
}

export function sumSales(sales: readonly ProductSalesRow[]): ProductSalesSums {
  return {
    quantity: toEuros(sumOf(sales, ({ quantity }) => fromEuros(quantity))),
    value: sum(sales, ({ value }) => value) ?? 0,
    value_wt: sum(sales, ({ value_wt }) => value_wt) ?? 0,
    discount_value_wt: sum(sales, (row) => row.discount_value_wt) ?? 0,
    cost: sum(sales, ({ cost }) => cost),
    margin: sum(sales, ({ margin }) => margin),
  };
}

/** Returns the exact sum; `null` if a value is unknown or the sum exceeds the safe integers. */
function sum<Row>(rows: readonly Row[], getEuros: (row: Row) => number | null): number | null {
  const known = rows.map(getEuros);
  if (known.includes(null)) return null;
  const total = sumOf(known, (euros) => fromEuros(euros ?? 0));
  return Number.isSafeInteger(total) ? toEuros(total) : null;
}
