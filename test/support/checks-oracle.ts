import type { ReportCheck, WholeReport } from '../../shared/contract/financial-report.ts';
import { fromUnits, sumUnits, toUnits, type Units } from './exact-euros.ts';

/** Computes every check of the contract from the figures of a report, in the order of the contract. */
export function recomputeChecks(report: WholeReport): ReportCheck[] {
  const { revenue, direct_paid: direct, not_paid_now: unpaid, turnover_by_group: groups } = report;
  const { settled_since: settled } = unpaid;
  return [
    check(
      'turnover_ex',
      toUnits(revenue.total_sales) - toUnits(revenue.total_returns) - toUnits(revenue.total_differences),
      toUnits(revenue.total_turnover),
    ),
    check(
      'turnover_wt',
      toUnits(revenue.total_sales_wt) - toUnits(revenue.total_returns_wt) - toUnits(revenue.total_differences_wt),
      toUnits(revenue.total_turnover_wt),
    ),
    check(
      'direct_total_ex',
      sumUnits(direct.rates, ({ base }) => base) - toUnits(direct.differences) + toUnits(direct.non_revenue),
      toUnits(direct.total),
    ),
    check(
      'direct_total_wt',
      sumUnits(direct.rates, (rate) => rate.total_wt) - toUnits(direct.differences) + toUnits(direct.non_revenue),
      toUnits(direct.total_wt),
    ),
    check(
      'payments',
      sumUnits(direct.payment_methods, ({ amount }) => amount),
      toUnits(direct.total_wt),
    ),
    check(
      'bridge_wt',
      toUnits(direct.total_wt) +
        toUnits(unpaid.total_wt) +
        toUnits(settled.total_wt) -
        toUnits(revenue.non_revenue.total),
      toUnits(revenue.total_turnover_wt),
    ),
    check(
      'groups_ex',
      sumUnits(groups.rows, (row) => row.total),
      toUnits(revenue.total_turnover),
    ),
    check(
      'groups_wt',
      sumUnits(groups.rows, (row) => row.total_wt),
      toUnits(revenue.total_turnover_wt),
    ),
    check(
      'group_shops_ex',
      sumUnits(
        groups.rows.flatMap(({ shops }) => shops),
        ({ value }) => value,
      ),
      sumUnits(groups.rows, (row) => row.total),
    ),
    check(
      'group_shops_wt',
      sumUnits(
        groups.rows.flatMap(({ shops }) => shops),
        (shop) => shop.value_wt,
      ),
      sumUnits(groups.rows, (row) => row.total_wt),
    ),
    check(
      'shop_totals_ex',
      sumUnits(groups.shop_totals, ({ value }) => value),
      toUnits(groups.total),
    ),
    check(
      'shop_totals_wt',
      sumUnits(groups.shop_totals, (shop) => shop.value_wt),
      toUnits(groups.total_wt),
    ),
  ];
}

function check(name: ReportCheck['name'], left: Units, right: Units): ReportCheck {
  const difference = left - right;
  return {
    name,
    left: fromUnits(left),
    right: fromUnits(right),
    difference: fromUnits(difference),
    holds: difference === 0n,
  };
}
