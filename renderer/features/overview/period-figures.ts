import type { TurnoverDay } from '../../../shared/contract/turnover-by-day.ts';
import { fromEuros, percentageOf, sumOf, toEuros } from '../../../shared/money.ts';
import type { Period } from '../../../shared/periods.ts';
import type { VatSide } from '../../lib/vat-side.ts';

/** Figures of a period, in euros; names as the API has them. */
export interface PeriodFigures {
  readonly orders: number;
  readonly turnover: number;
  readonly turnover_wt: number;
  readonly discount_value_wt: number;
  /** Of the turnover excluding VAT, with 2 decimals; null where that is 0. */
  readonly margin: number | null;
}

/** Turnover with or without VAT, in euros. */
export function turnoverOf(figures: Pick<PeriodFigures, 'turnover' | 'turnover_wt'>, side: VatSide): number {
  return side === 'wt' ? figures.turnover_wt : figures.turnover;
}

/** The figures of the days of a period out of all days that were read. */
export function periodFigures(days: readonly TurnoverDay[], { from, to }: Period): PeriodFigures {
  const within = days.filter(({ date }) => from <= date && date <= to);
  const sum = (eurosOf: (day: TurnoverDay) => number) => sumOf(within, (day) => fromEuros(eurosOf(day)));
  const turnover = sum((day) => day.turnover);
  return {
    orders: within.reduce((orders, day) => orders + day.orders, 0),
    turnover: toEuros(turnover),
    turnover_wt: toEuros(sum((day) => day.turnover_wt)),
    discount_value_wt: toEuros(sum((day) => day.discount_value_wt)),
    margin: percentageOf(turnover - sum((day) => day.cost), turnover),
  };
}
