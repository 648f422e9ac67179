import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';

/** Nothing was sold, returned, received or settled in the period. */
export function isEmptyReport({ revenue, direct_paid, not_paid_now }: FinancialReport): boolean {
  const figures = [
    revenue.total_sales_wt,
    revenue.total_returns_wt,
    revenue.total_differences_wt,
    revenue.total_cost_of_goods_sold,
    ...Object.values(revenue.non_revenue),
    ...direct_paid.payment_methods.map((method) => method.amount),
    not_paid_now.total_wt,
    not_paid_now.settled_since.total_wt,
  ];
  return figures.every((figure) => figure === 0);
}
