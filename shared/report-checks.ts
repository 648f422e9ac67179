import type { CheckName, FinancialReport, ReportCheck, TurnoverGroupRow } from './contract/financial-report.ts';
import { type Amount, fromEuros, sumOf, toEuros } from './money.ts';

type Figures = Pick<FinancialReport, 'revenue' | 'direct_paid' | 'not_paid_now' | 'turnover_by_group'>;

/** The two sides of VAT, with the names that figures have on each. */
const EX = {
  suffix: 'ex',
  value: 'value',
  total: 'total',
  turnover: 'total_turnover',
  base: 'base',
} as const;

const WT = {
  suffix: 'wt',
  value: 'value_wt',
  total: 'total_wt',
  turnover: 'total_turnover_wt',
  base: 'total_wt',
} as const;

type Side = typeof EX | typeof WT;

/**
 * Whether the figures of a report agree with each other; every check once, in the contract's order. Works on
 * the figures alone and throws on one that is not in euros with at most 4 decimals.
 */
export function reportChecks(report: Figures): ReportCheck[] {
  return [
    turnover(report, EX),
    turnover(report, WT),
    directTotal(report, EX),
    directTotal(report, WT),
    payments(report),
    bridge(report),
    groups(report, EX),
    groups(report, WT),
    groupShops(report, EX),
    groupShops(report, WT),
    shopTotals(report, EX),
    shopTotals(report, WT),
  ];
}

function turnover({ revenue }: Figures, side: Side): ReportCheck {
  const [sales, returns, differences] =
    side === EX
      ? [revenue.total_sales, revenue.total_returns, revenue.total_differences]
      : [revenue.total_sales_wt, revenue.total_returns_wt, revenue.total_differences_wt];
  const left = fromEuros(sales) - fromEuros(returns) - fromEuros(differences);
  return check(`turnover_${side.suffix}`, left, fromEuros(revenue[side.turnover]));
}

function directTotal({ direct_paid }: Figures, side: Side): ReportCheck {
  const rates = sumOfEuros(direct_paid.rates.map((rate) => rate[side.base]));
  const left = rates - fromEuros(direct_paid.differences) + fromEuros(direct_paid.non_revenue);
  return check(`direct_total_${side.suffix}`, left, fromEuros(direct_paid[side.total]));
}

function payments({ direct_paid }: Figures): ReportCheck {
  const left = sumOfEuros(direct_paid.payment_methods.map(({ amount }) => amount));
  return check('payments', left, fromEuros(direct_paid.total_wt));
}

/** What was paid or invoiced, without what is no revenue, is the turnover. */
function bridge({ revenue, direct_paid, not_paid_now }: Figures): ReportCheck {
  const { settled_since } = not_paid_now;
  const sold = sumOfEuros([direct_paid.total_wt, not_paid_now.total_wt, settled_since.total_wt]);
  const left = sold - fromEuros(revenue.non_revenue.total);
  return check('bridge_wt', left, fromEuros(revenue.total_turnover_wt));
}

function groups({ turnover_by_group, revenue }: Figures, side: Side): ReportCheck {
  const left = totalOf(turnover_by_group.rows, side);
  return check(`groups_${side.suffix}`, left, fromEuros(revenue[side.turnover]));
}

/**
 * Holds only when the shops of every single group sum to its total: what one has too much must not hide what
 * another has too little. Where one does not, the sides are those of the group that is furthest off.
 */
function groupShops({ turnover_by_group: { rows } }: Figures, side: Side): ReportCheck {
  const name = `group_shops_${side.suffix}` as const;
  const checks = rows.map((row) => check(name, shopsOf(row, side), fromEuros(row[side.total])));
  const worst = checks.reduce<ReportCheck | null>(
    (found, next) => (Math.abs(next.difference) > Math.abs(found?.difference ?? 0) ? next : found),
    null,
  );
  return (
    worst ??
    check(
      name,
      sumOf(rows, (row) => shopsOf(row, side)),
      totalOf(rows, side),
    )
  );
}

function shopsOf(row: TurnoverGroupRow, side: Side): Amount {
  return sumOfEuros(row.shops.map((shop) => shop[side.value]));
}

function totalOf(rows: readonly TurnoverGroupRow[], side: Side): Amount {
  return sumOfEuros(rows.map((row) => row[side.total]));
}

function shopTotals({ turnover_by_group }: Figures, side: Side): ReportCheck {
  const left = sumOfEuros(turnover_by_group.shop_totals.map((shop) => shop[side.value]));
  return check(`shop_totals_${side.suffix}`, left, fromEuros(turnover_by_group[side.total]));
}

function check(name: CheckName, left: Amount, right: Amount): ReportCheck {
  const difference = left - right;
  return {
    name,
    left: toEuros(left),
    right: toEuros(right),
    difference: toEuros(difference),
    holds: difference === 0,
  };
}

function sumOfEuros(figures: readonly number[]): Amount {
  return sumOf(figures, fromEuros);
}

/** A check as the figures of the report give it, beside what the platform says of it. */
export interface CheckVerdict {
  readonly check: ReportCheck;
  /** What the platform says of the same check, where that is something else; null where it says the same. */
  readonly platform: ReportCheck | 'missing' | null;
}

/** Computes every check again from the figures, and compares the result with what the platform says of it. */
export function checkVerdicts(report: FinancialReport): readonly CheckVerdict[] {
  return reportChecks(report).map((check) => ({ check, platform: otherVerdict(check, report.checks) }));
}

/** Whether the check does not hold, or the platform says otherwise. */
export function needsAttention({ check, platform }: CheckVerdict): boolean {
  return !check.holds || platform !== null;
}

function otherVerdict(own: ReportCheck, given: readonly ReportCheck[]): CheckVerdict['platform'] {
  const platform = given.find(({ name }) => name === own.name);
  if (platform === undefined) return 'missing';
  const isSame =
    platform.left === own.left &&
    platform.right === own.right &&
    platform.difference === own.difference &&
    platform.holds === own.holds;
  return isSame ? null : platform;
}
