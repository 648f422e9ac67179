import type { TFunction } from 'i18next';
import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import { discountPercentage } from '../../../shared/discount-percentage.ts';
import type { NumberFormat } from '../../lib/number-format.ts';
import { percentageText } from './discount-columns.tsx';
import { type DiscountAmounts, discountSums } from './discount-sums.ts';

type Cells = Readonly<Record<string, string | null>>;

/** Cells of the totals row by column id, over the orders that are shown. */
export function discountTotals(orders: readonly DiscountOrder[], t: TFunction, format: NumberFormat): Cells {
  return { order_number: t('discounts.total'), ...amountCells(discountSums(orders), format) };
}

/** Cells of sums by column id, with the percentage of the sums. */
export function amountCells(sums: DiscountAmounts, format: NumberFormat): Cells {
  return {
    value_wt: format.amount(sums.value_wt),
    value_ex_wt: format.amount(sums.value_ex_wt),
    discount_value_wt: format.amount(sums.discount_value_wt),
    discount_value_ex_wt: format.amount(sums.discount_value_ex_wt),
    discount_percentage: percentageText(discountPercentage(sums), format),
  };
}
