import type { FinancialReport, UnknownFigure, WholeReport } from '../../../../../shared/contract/financial-report.ts';
import { createNumberedReport } from '../../../../support/numbered-report.ts';
import { exampleReport } from '../../../../unit/shared/report-of-figures.ts';

/** A report as the answer to a query; by default the example of the API description. */
export function reportOf<R extends FinancialReport = WholeReport>(
  query: URLSearchParams,
  report = exampleReport() as R,
): R {
  const from = query.get('from') ?? '';
  const idOf = (name: string) => (query.has(name) ? Number(query.get(name)) : null);
  const place = { location_id: idOf('location_id'), shop_id: idOf('shop_id') };
  return { ...report, from, to: query.get('to') ?? from, ...place };
}

/** The same with other rates, groups and methods than the example, and less turnover. */
export function earlierReport(query: URLSearchParams): WholeReport {
  const report = reportOf(query);
  const { revenue, direct_paid: direct, turnover_by_group: groups } = report;
  const [rate] = direct.rates;
  const [method] = direct.payment_methods;
  const [garden, books, ...others] = groups.rows;
  if (!rate || !method || !garden || !books) throw new Error('the example has no rows');
  return {
    ...report,
    revenue: { ...revenue, total_sales: 100, total_sales_wt: 121 },
    direct_paid: {
      ...direct,
      rates: [
        { ...rate, base: 60, total_wt: 72.6 },
        { ...rate, tax_rate_id: 9, name: '6%', base: 5 },
      ],
      payment_methods: [{ ...method, amount: 20 }],
    },
    turnover_by_group: {
      ...groups,
      rows: [books, { ...garden, product_group_id: 12, title: 'Speelgoed', total: 33 }, ...others],
    },
  };
}

/** A report with every figure above 0, from a platform that does not know some of them. */
export function unknownReport(...unknown: readonly UnknownFigure[]): WholeReport {
  return { ...createNumberedReport(), unknown: [...unknown] };
}

/** The same with 0 for every figure. */
export function emptied(report: WholeReport): WholeReport {
  const text = JSON.stringify(report, (key, value) => (typeof value === 'number' && !key.endsWith('_id') ? 0 : value));
  return JSON.parse(text) as WholeReport;
}

/** The report of a deployment that returns what the specification shows: the revenue excluding VAT. */
export function shownReport(query: URLSearchParams): FinancialReport {
  const report = reportOf(query);
  const { revenue, checks } = report;
  const wt = { total_sales_wt: null, total_returns_wt: null, total_differences_wt: null, total_turnover_wt: null };
  return {
    ...report,
    revenue: { ...revenue, ...wt, non_revenue: null },
    ...{ shops: null, direct_paid: null, not_paid_now: null, turnover_by_group: null },
    checks: checks.filter(({ name }) => name === 'turnover_ex'),
    unknown: ['shops', 'direct_paid', 'not_paid_now', 'turnover_by_group', 'non_revenue', 'revenue_wt'],
  };
}
