import type { OrderItemSums } from '../../../../shared/contract/order-rows.ts';
import { orderItemExample, orderPaymentExample, orderReferenceExample } from '../../../../shared/contract/orders.ts';

const ITEM_SUMS: OrderItemSums = { quantity: 900, value: 10_044, value_wt: 12_150, cost: 5_400 };

/** Pages of items as the API returns them; the sums are over all of them. */
export function answerItems(total: number, sums: OrderItemSums = ITEM_SUMS) {
  return (query: URLSearchParams) => pageOf(query, total, (id) => ({ ...orderItemExample, id }), sums);
}

export function answerPayments(total: number, amount: number) {
  return (query: URLSearchParams) => pageOf(query, total, (id) => ({ ...orderPaymentExample, id }), { amount });
}

function pageOf(query: URLSearchParams, total: number, rowOf: (id: number) => object, sums: object) {
  const start = Number(query.get('start'));
  const limit = Number(query.get('limit'));
  const count = Math.max(0, Math.min(limit, total - start));
  const data = Array.from({ length: count }, (_, place) => {
    const id = start + place + 1;
    return { ...orderReferenceExample, order_id: 50_000 + id, order_number: `T-${id}`, ...rowOf(id) };
  });
  return { body: { start, limit, count, total, data, sums } };
}
