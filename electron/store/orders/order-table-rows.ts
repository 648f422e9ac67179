import { localDayAt } from '../../../shared/local-days.ts';
import { sumOf } from '../../../shared/money.ts';
import type { OrdersTable } from '../schema.ts';
import type { NewOrder } from './new-order.ts';

export function orderRowOf({ order, items }: NewOrder): OrdersTable {
  return {
    ...order,
    local_day: localDayAt(order.date_purchased),
    value_wt: sumOf(items, (item) => item.value_wt),
    value_ex: sumOf(items, (item) => item.value_ex),
    discount_wt: sumOf(items, (item) => item.discount_wt),
    discount_ex: sumOf(items, (item) => item.discount_ex),
  };
}

/** The items or the payments of all these orders as rows. */
export function lineRowsOf<Lines extends 'items' | 'payments'>(orders: readonly NewOrder[], lines: Lines) {
  return orders.flatMap((given) =>
    given[lines].map((line: NewOrder[Lines][number]) => ({
      ...line,
      account_id: given.order.account_id,
      order_id: given.order.id,
    })),
  );
}
