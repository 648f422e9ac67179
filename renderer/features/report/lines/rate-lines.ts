import type { FinancialReport, ReportRate } from '../../../../shared/contract/financial-report.ts';
import type { ItemFigure, ItemFilters } from '../../../lib/address/figure-rows.ts';
import { figureOpener } from './figure-opener.ts';
import { lineOf, madeFigure, type ReportLine } from './report-line.ts';

/** A rate is a line by its id: 0 % and exempt are two, and so are the rates of two countries. */
export interface RateLine extends ReportLine {
  readonly rate: ReportRate;
}

/** The part of the orders that the rates of a section are of. */
interface RatedOrders {
  readonly figure: ItemFigure;
  readonly filters: Pick<ItemFilters, 'payment_term' | 'is_paid'>;
}

export const DIRECT: RatedOrders = { figure: 'rate', filters: { payment_term: 'direct' } };
export const NOT_PAID: RatedOrders = {
  figure: 'not-paid',
  filters: { payment_term: 'invoice', is_paid: false },
};
export const SETTLED: RatedOrders = {
  figure: 'settled',
  filters: { payment_term: 'invoice', is_paid: true },
};

export function rateLines(
  report: FinancialReport,
  rates: readonly ReportRate[],
  { figure, filters }: RatedOrders,
): readonly RateLine[] {
  const open = figureOpener(report);
  return rates.map((rate) => {
    const ofRate = { type: 'product', tax_rate_id: rate.tax_rate_id, ...filters } as const;
    return {
      ...lineOf(`rate-${rate.tax_rate_id}`, {
        ...open.sides(rate.base, rate.total_wt, figure, ofRate),
        vat: madeFigure(rate.tax, 'vat'),
      }),
      rate,
    };
  });
}
