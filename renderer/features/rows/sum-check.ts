import type { OrderItemSums } from '../../../shared/contract/order-items.ts';
import { fromEuros, toEuros } from '../../../shared/money.ts';
import type { FigureSide } from '../../lib/address/figure-rows.ts';

/** The sum of the rows that the figure is. */
export function sideOf(sums: OrderItemSums, side: FigureSide): number {
  if (side === 'cost') return sums.cost;
  return side === 'ex' ? sums.value : sums.value_wt;
}

/** Euros with the other sign; 0 stays what it is. */
export function negated(euros: number): number {
  return toEuros(0 - fromEuros(euros));
}

/** How far the rows, with what the figure has besides them, are from the figure that they are behind, in euros. */
export function differenceOf(amount: number, sum: number, besides: number): number {
  return toEuros(fromEuros(sum) + fromEuros(besides) - fromEuros(amount));
}
