import { CHECK_NAMES, type FinancialReport } from '../../../shared/contract/financial-report.ts';

interface OfNothing {
  readonly from: string;
  readonly to: string;
  readonly location_id: number | null;
  readonly generated_at: string;
}

const noRates = () => ({ rates: [], total: 0, total_wt: 0 });

/** The financial report of a place that does not exist: the other deployment refuses to make one. */
export function emptyReport({ from, to, location_id, generated_at }: OfNothing): FinancialReport {
  return {
    ...{ from, to, location_id, generated_at, currency: 'EUR', shops: [] },
    revenue: {
      ...{ total_sales: 0, total_sales_wt: 0, total_returns: 0, total_returns_wt: 0 },
      ...{ total_differences: 0, total_differences_wt: 0, total_turnover: 0, total_turnover_wt: 0 },
      total_cost_of_goods_sold: 0,
      margin: { value: 0, percentage: null },
      non_revenue: { gift_cards: 0, tips: 0, payments_on_invoice: 0, prepayments: 0, total: 0 },
    },
    direct_paid: {
      ...noRates(),
      ...{ differences: 0, non_revenue: 0, payment_methods: [] },
      balance_check: { payments_total: 0, expected_total: 0, difference: 0, is_balanced: true },
    },
    not_paid_now: { ...noRates(), settled_since: noRates() },
    turnover_by_group: { shops: [], rows: [roundingDifferences()], shop_totals: [], total: 0, total_wt: 0 },
    checks: CHECK_NAMES.map((name) => ({ name, left: 0, right: 0, difference: 0, holds: true })),
  };
}

/** The last row of every report, in the words of the platform that is built in. */
function roundingDifferences() {
  const title = 'Afrondingsverschillen';
  return { product_group_id: null, product_group_code: null, title, shops: [], total: 0, total_wt: 0 };
}
