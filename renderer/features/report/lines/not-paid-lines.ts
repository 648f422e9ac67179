import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import { figureOpener } from './figure-opener.ts';
import { NOT_PAID, rateLines, SETTLED } from './rate-lines.ts';
import { lineOf } from './report-line.ts';

/** Orders on account: those that are open now, and those that have been paid by now. */
export function notPaidLines(report: FinancialReport) {
  const {
    not_paid_now: open,
    not_paid_now: { settled_since: settled },
  } = report;
  const { sides } = figureOpener(report);
  const ofProducts = { type: 'product' } as const;
  return {
    rates: rateLines(report, open.rates, NOT_PAID),
    total: lineOf(
      'total',
      sides(open.total, open.total_wt, NOT_PAID.figure, { ...ofProducts, ...NOT_PAID.filters }),
    ),
    settledRates: rateLines(report, settled.rates, SETTLED),
    settledTotal: lineOf(
      'settledTotal',
      sides(settled.total, settled.total_wt, SETTLED.figure, { ...ofProducts, ...SETTLED.filters }),
    ),
  };
}
