import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import { fromEuros, sumOf, toEuros } from '../../../shared/money.ts';

/** The amounts of an order, or of many orders together, in euros. */
export type DiscountAmounts = Pick<
  DiscountOrder,
  'value_wt' | 'value_ex_wt' | 'discount_value_wt' | 'discount_value_ex_wt'
>;

/** Exact sums over the rows. */
export function discountSums(orders: readonly DiscountAmounts[]): DiscountAmounts {
  const sum = (field: keyof DiscountAmounts) => toEuros(sumOf(orders, (order) => fromEuros(order[field])));
  return {
    value_wt: sum('value_wt'),
    value_ex_wt: sum('value_ex_wt'),
    discount_value_wt: sum('discount_value_wt'),
    discount_value_ex_wt: sum('discount_value_ex_wt'),
  };
}
