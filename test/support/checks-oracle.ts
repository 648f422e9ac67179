import type { ReportCheck, WholeReport } from '../../shared/contract/financial-report.ts';
import { euros, total, type Units, units } from './exact-euros.ts';

/** Computes every check of the contract from the figures of a report, in the order of the contract. */
export function recomputeChecks(report: WholeReport): ReportCheck[] {
  const { revenue, direct_paid: direct, not_paid_now: unpaid, turnover_by_group: groups } = report;
  const { settled_since: settled } = unpaid;
  return [
    check(
      'turnover_ex',
      units(revenue.total_sales) - units(revenue.total_returns) - units(revenue.total_differences),
      units(revenue.total_turnover),
    ),
    check(
      'turnover_wt',
      units(revenue.total_sales_wt) - units(revenue.total_returns_wt) - units(revenue.total_differences_wt),
      units(revenue.total_turnover_wt),
    ),
    check(
      'direct_total_ex',
      total(direct.rates, ({ base }) => base) - units(direct.differences) + units(direct.non_revenue),
      units(direct.total),
    ),
    check(
      'direct_total_wt',
      total(direct.rates, (rate) => rate.total_wt) - units(direct.differences) + units(direct.non_revenue),
      units(direct.total_wt),
    ),
    check(
      'payments',
      total(direct.payment_methods, ({ amount }) => amount),
      units(direct.total_wt),
    ),
    check(
      'bridge_wt',
      units(direct.total_wt) + units(unpaid.total_wt) + units(settled.total_wt) - units(revenue.non_revenue.total),
      units(revenue.total_turnover_wt),
    ),
    check(
      'groups_ex',
      total(groups.rows, (row) => row.total),
      units(revenue.total_turnover),
    ),
    check(
      'groups_wt',
      total(groups.rows, (row) => row.total_wt),
      units(revenue.total_turnover_wt),
    ),
    check(
      'group_shops_ex',
      total(
        groups.rows.flatMap(({ shops }) => shops),
        ({ value }) => value,
      ),
      total(groups.rows, (row) => row.total),
    ),
    check(
      'group_shops_wt',
      total(
        groups.rows.flatMap(({ shops }) => shops),
        (shop) => shop.value_wt,
      ),
      total(groups.rows, (row) => row.total_wt),
    ),
    check(
      'shop_totals_ex',
      total(groups.shop_totals, ({ value }) => value),
      units(groups.total),
    ),
    check(
      'shop_totals_wt',
      total(groups.shop_totals, (shop) => shop.value_wt),
      units(groups.total_wt),
    ),
  ];
}

function check(name: ReportCheck['name'], left: Units, right: Units): ReportCheck {
  const difference = left - right;
  return { name, left: euros(left), right: euros(right), difference: euros(difference), holds: difference === 0n };
}
