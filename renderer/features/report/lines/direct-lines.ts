import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import { figureOpener } from './figure-opener.ts';
import { DIRECT, type RateLine, rateLines } from './rate-lines.ts';
import { lineOf, madeFigure, type ReportLine } from './report-line.ts';

export interface MethodLine extends ReportLine {
  readonly title: string;
}

/** What was paid at once, by rate and by method. */
export function directLines(report: FinancialReport) {
  const { direct_paid: direct } = report;
  const { balance_check: balance } = direct;
  const open = figureOpener(report);
  const otherSection = madeFigure(direct.non_revenue, 'otherSection');
  const rates: readonly RateLine[] = rateLines(report, direct.rates, DIRECT);
  const methods: readonly MethodLine[] = direct.payment_methods.map(
    ({ provider_method_type_id, title, amount }) => ({
      ...lineOf(`method-${provider_method_type_id}`, {
        inclVat: open.payment(amount, { provider_method_type_id }),
      }),
      title,
    }),
  );
  return {
    rates,
    differences: lineOf(
      'differences',
      open.sides(-direct.differences, -direct.differences, 'differences', { type: 'rounding' }),
    ),
    nonRevenue: lineOf('nonRevenue', { exVat: otherSection, inclVat: otherSection }),
    total: lineOf('total', {
      exVat: madeFigure(direct.total, 'sumOfLines'),
      inclVat: madeFigure(direct.total_wt, 'sumOfLines'),
    }),
    methods,
    methodsTotal: lineOf('methodsTotal', { inclVat: open.payment(balance.payments_total, {}) }),
    expected: lineOf('expected', { inclVat: madeFigure(balance.expected_total, 'otherSection') }),
    balance: lineOf('balance', { inclVat: madeFigure(balance.difference, 'balance') }),
  };
}
