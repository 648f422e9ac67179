import {
  type Order,
  type OrderItem,
  type OrderSums,
  type OrderWithDetails,
  orderExample,
  orderItemExample,
  orderPaymentExample,
} from '../../../../shared/contract/orders.ts';

export function orderOf(id: number, fields: Partial<Order> = {}): Order {
  return {
    ...orderExample,
    id,
    order_number: `2026-${id}`,
    date_purchased: '2026-11-20T14:05:09+01:00',
    date_updated: '2026-11-20T14:06:00+01:00',
    shop_id: 14,
    backoffice_url: `https://demo.backoffice.example/#order/details/${id}`,
    ...fields,
  };
}

export function itemOf(id: number, fields: Partial<OrderItem> = {}): OrderItem {
  return { ...orderItemExample, id, ...fields };
}

/** A sale of one product at a discount, paid by card. */
export function detailsOf(id: number, fields: Partial<OrderWithDetails> = {}): OrderWithDetails {
  return { ...orderOf(id), items: [itemOf(1)], payments: [orderPaymentExample], ...fields };
}

/** Sums of this many example orders, one of which is cancelled if there are several. */
function sumsOf(total: number): OrderSums {
  const { value_wt, value_ex_wt, discount_value_wt, discount_value_ex_wt } = orderExample;
  const isCancelled = total > 1;
  return {
    ...{ value_wt: value_wt * total, value_ex_wt: value_ex_wt * total },
    ...{ discount_value_wt: discount_value_wt * total, discount_value_ex_wt: discount_value_ex_wt * total },
    ...{ cancelled_orders: isCancelled ? 1 : 0, cancelled_value_wt: isCancelled ? value_wt : 0 },
    ...{ uncounted_orders: isCancelled ? 2 : 0, uncounted_value_wt: isCancelled ? 2 * value_wt : 0 },
    non_revenue_wt: isCancelled ? 1.5 : 0,
  };
}

/** Pages of the orders 1 to `total`, as the API returns them. */
export function answerOrders(total: number) {
  return (query: URLSearchParams) => {
    const start = Number(query.get('start'));
    const limit = Number(query.get('limit'));
    const count = Math.max(0, Math.min(limit, total - start));
    const data = Array.from({ length: count }, (_, place) => orderOf(start + place + 1));
    return { body: { start, limit, count, total, data, sums: sumsOf(total) } };
  };
}
