import type { TFunction } from 'i18next';
import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import type { NumberFormat } from '../../lib/number-format.ts';
import { percentageText } from './discount-columns.tsx';
import { discountPercentage, discountSums } from './discount-sums.ts';

/** Cells of the totals row by column id, over all rows of the list. */
export function discountTotals(orders: readonly DiscountOrder[], t: TFunction, format: NumberFormat) {
  const sums = discountSums(orders);
  return {
    order_number: t('discounts.total'),
    value_wt: format.amount(sums.value_wt),
    value_ex_wt: format.amount(sums.value_ex_wt),
    discount_value_wt: format.amount(sums.discount_value_wt),
    discount_value_ex_wt: format.amount(sums.discount_value_ex_wt),
    discount_percentage: percentageText(discountPercentage(sums), format),
  };
}
