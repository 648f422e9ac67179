import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import {
  type FigureSide,
  type ItemFigure,
  type ItemFilters,
  itemRowsAddress,
  type PaymentFilters,
  paymentRowsAddress,
} from '../../../lib/address/figure-rows.ts';
import { reportScope } from '../../../lib/address/report-rows.ts';
import type { ReportFigure } from './report-line.ts';

type NarrowItems = Omit<ItemFilters, 'from' | 'to' | 'location_id'>;
type NarrowPayments = Omit<PaymentFilters, 'from' | 'to' | 'location_id'>;

/** Makes figures of a report that open their rows, with the days and the place of the report. */
export interface FigureOpener {
  item(euros: number, figure: ItemFigure, side: FigureSide, filters: NarrowItems): ReportFigure;
  /** Excluding and including VAT. */
  sides(ex: number, wt: number, figure: ItemFigure, filters: NarrowItems): BothSides;
  /** A figure that is shown with the other sign than its rows have. */
  negatedItem(euros: number, figure: ItemFigure, side: FigureSide, filters: NarrowItems): ReportFigure;
  payment(euros: number, filters: NarrowPayments): ReportFigure;
}

interface BothSides {
  readonly exVat: ReportFigure;
  readonly inclVat: ReportFigure;
}

export function figureOpener(report: FinancialReport): FigureOpener {
  const scope = reportScope(report);
  const item: FigureOpener['item'] = (euros, figure, side, filters) => ({
    euros,
    rows: itemRowsAddress({ figure, side, amount: euros }, { ...scope, ...filters }),
  });
  return {
    item,
    sides: (ex, wt, figure, filters) => ({
      exVat: item(ex, figure, 'ex', filters),
      inclVat: item(wt, figure, 'wt', filters),
    }),
    negatedItem: (euros, figure, side, filters) => ({
      euros,
      rows: itemRowsAddress({ figure, side, amount: euros, isNegated: true }, { ...scope, ...filters }),
    }),
    payment: (euros, filters) => ({
      euros,
      rows: paymentRowsAddress({ amount: euros }, { ...scope, ...filters }),
    }),
  };
}
