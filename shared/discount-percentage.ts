import type { DiscountOrder } from './contract/discount-orders.ts';
import { fromEuros, percentageOf } from './money.ts';

/** The discount in percent of the value before it, both as given including VAT; null when that value is 0. */
export function discountPercentage(
  amounts: Pick<DiscountOrder, 'value_wt' | 'discount_value_wt'>,
): number | null {
  const discount = fromEuros(amounts.discount_value_wt);
  return percentageOf(discount, fromEuros(amounts.value_wt) + discount);
}
