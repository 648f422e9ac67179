import type { FinancialReport, WholeReport } from '../../shared/contract/financial-report.ts';

/** Returns the report of a platform that provides every section. Throws if one is missing. */
export function wholeReport(report: FinancialReport): WholeReport {
  const { shops, direct_paid, not_paid_now, turnover_by_group, revenue } = report;
  const { non_revenue, total_sales_wt, total_returns_wt, total_differences_wt, total_turnover_wt } = revenue;
  const sides = [total_sales_wt, total_returns_wt, total_differences_wt, total_turnover_wt];
  const sections = [shops, direct_paid, not_paid_now, turnover_by_group, non_revenue];
  if ([...sides, ...sections].includes(null)) throw new Error(`a section is not known: ${report.unknown.join(', ')}`);
  return report as WholeReport;
}
