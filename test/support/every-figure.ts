import { directLines, groupLines, notPaidLines } from '../../renderer/features/report/report-lines.ts';
import { linesOf, type ReportFigure } from '../../renderer/lib/figure-lines.ts';
import type { FinancialReport, WholeReport } from '../../shared/contract/financial-report.ts';

/** The signs make the figures a sum from top to bottom: returns and differences are subtracted from sales. */
export function revenueLines(report: FinancialReport) {
  return linesOf(report, {
    ...{ sales: 'sales', returns: 'returns', differences: 'differences', turnover: 'turnover' },
    ...{ cost: 'cost', margin: 'margin', giftCards: 'giftCards', tips: 'tips' },
    ...{ paymentsOnInvoice: 'paymentsOnInvoice', prepayments: 'prepayments', otherNonRevenue: 'otherNonRevenue' },
    nonRevenueTotal: 'nonRevenueTotal',
  });
}

/** Returns every figure of the statement by its path, such as `direct.rates.0.exVat`. */
export function everyFigure(report: WholeReport): ReadonlyMap<string, ReportFigure> {
  const sections = {
    revenue: revenueLines(report),
    direct: directLines(report),
    notPaid: notPaidLines(report),
    groups: groupLines(report),
  };
  return new Map(figuresIn(sections, ''));
}

function figuresIn(value: unknown, path: string): [string, ReportFigure][] {
  if (typeof value !== 'object' || value === null) return [];
  if ('euros' in value) return [[path.slice(1), value as ReportFigure]];
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return entries.flatMap(([step, inner]) => figuresIn(inner, `${path}.${step}`));
}
