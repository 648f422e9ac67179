import type { TurnoverDay } from '../../../shared/contract/turnover-by-day.ts';
import { euros } from '../../support/exact-euros.ts';
import { type ReportFigures, type ReportLines, recomputeFromLines } from '../../support/report-oracle.ts';
import type { ItemSum } from './day-sums.ts';
import type { Selected } from './select-sums.ts';

type Lists = Omit<ReportLines, 'items' | 'payments'>;

/** The financial report out of the feed. */
export function reportOf({ items, payments }: Selected, lists: Lists): ReportFigures {
  return recomputeFromLines({
    ...lists,
    items: items.map(({ ex, wt, cost, ...item }) => ({
      ...item,
      ex: BigInt(ex),
      wt: BigInt(wt),
      cost: BigInt(cost),
    })),
    payments: payments.map((payment) => ({ ...payment, amount: BigInt(payment.amount) })),
  });
}

/** What was paid by each method, by its id. */
export function methodsOf({ payments }: Selected) {
  return [...Map.groupBy(payments, (payment) => payment.provider_method_type_id)]
    .toSorted(([left], [right]) => left - right)
    .map(([provider_method_type_id, ofMethod]) => ({
      provider_method_type_id,
      payments: ofMethod.reduce((sum, { payments: count }) => sum + count, 0),
      amount: eurosOf(ofMethod, ({ amount }) => amount),
    }));
}

export function turnoverDayOf(date: string, { items, orders }: Selected): TurnoverDay {
  const turnover = items.filter(({ type }) => type === 'product' || type === 'rounding');
  return {
    date,
    orders: orders.reduce((sum, day) => sum + day.orders, 0),
    returns: orders.reduce((sum, day) => sum + day.returns, 0),
    turnover: eurosOf(turnover, ({ ex }) => ex),
    turnover_wt: eurosOf(turnover, ({ wt }) => wt),
    discount_value_wt: eurosOf(orders, ({ discount }) => discount),
    cost: eurosOf(productsOf(items), ({ cost }) => cost),
  };
}

/** The closing of one day without its report; of `selected`, all is of that day. */
export function closingOf({ orders }: Selected) {
  const inOrder = orders
    .flatMap(({ first, last }) => [first, last])
    .toSorted((left, right) => left.place - right.place);
  return {
    orders: orders.reduce((sum, day) => sum + day.orders, 0),
    returns: orders.reduce((sum, day) => sum + day.returns, 0),
    discounted_orders: orders.reduce((sum, day) => sum + day.discounted, 0),
    discount_value_wt: eurosOf(orders, ({ discount }) => discount),
    first_order_number: inOrder[0]?.order_number ?? null,
    last_order_number: inOrder.at(-1)?.order_number ?? null,
  };
}

export function productSumsOf({ items }: Selected) {
  const products = productsOf(items);
  return {
    ...itemSumsOf(products),
    discount_value_wt: eurosOf(products, ({ discount }) => discount),
    margin: eurosOf(products, ({ ex, cost }) => ex - cost),
  };
}

/** The sums of rows of `GET /api/order-items`. */
export function itemSumsOf(items: readonly ItemSum[]) {
  return {
    quantity: eurosOf(items, ({ quantity }) => quantity),
    value: eurosOf(items, ({ ex }) => ex),
    value_wt: eurosOf(items, ({ wt }) => wt),
    cost: eurosOf(items, ({ cost }) => cost),
  };
}

function productsOf(items: readonly ItemSum[]): ItemSum[] {
  return items.filter(({ type }) => type === 'product');
}

function eurosOf<Row>(rows: readonly Row[], unitsOf: (row: Row) => number): number {
  return euros(BigInt(rows.reduce((sum, row) => sum + unitsOf(row), 0)));
}
