import type { OrderItem, OrderWithDetails } from '../../../shared/contract/orders.ts';
import { fromEuros, sumOf, toEuros } from '../../../shared/money.ts';

/** The figures that an order and its items both have. */
const SUMMED_FIGURES = [
  'value_wt',
  'value_ex_wt',
  'discount_value_wt',
  'discount_value_ex_wt',
] as const satisfies readonly (keyof OrderItem & keyof OrderWithDetails)[];
export type SummedFigure = (typeof SUMMED_FIGURES)[number];

export interface SumDifference {
  readonly figure: SummedFigure;
  /** Of the items; the others are of the order and the difference, in euros. */
  readonly sum: number;
  readonly stated: number;
  readonly difference: number;
}

/** Where the items do not add up to what the order says. */
export function sumDifferences(order: OrderWithDetails): readonly SumDifference[] {
  return SUMMED_FIGURES.map((figure) => {
    const sum = sumOf(order.items, (item) => fromEuros(item[figure]));
    const stated = fromEuros(order[figure]);
    return { figure, sum: toEuros(sum), stated: toEuros(stated), difference: toEuros(stated - sum) };
  }).filter(({ difference }) => difference !== 0);
}

export function paidSum({ payments }: OrderWithDetails): number {
  return toEuros(sumOf(payments, ({ amount }) => fromEuros(amount)));
}
