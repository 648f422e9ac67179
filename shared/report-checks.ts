import type {
  CheckName,
  FinancialReport,
  ReportCheck,
  TurnoverGroupRow,
  WholeReport,
} from './contract/financial-report.ts';
import { type Amount, fromEuros, HALF_CENT, sumOf, toEuros } from './money.ts';

type Figures = Pick<FinancialReport, 'revenue' | 'direct_paid' | 'not_paid_now' | 'turnover_by_group'>;

/** The two sides of VAT with their field names. */
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
 * Checks whether the figures of a report agree, in the contract's order, without checks of unknown figures. Throws on a
 * figure that is not in euros with at most 4 decimals. `maxFigureError` is the allowed error per figure: 0, or
 * `HALF_CENT` if the platform rounds every figure to a cent.
 */
export function checkReport(report: Figures, maxFigureError: Amount = 0): ReportCheck[] {
  const checks: readonly (Comparison | null)[] = [
    turnover(report, EX),
    turnover(report, WT),
    checkDirectTotal(report, EX),
    checkDirectTotal(report, WT),
    payments(report),
    checkBridge(report),
    checkGroups(report, EX),
    checkGroups(report, WT),
    checkGroupShops(report, EX),
    checkGroupShops(report, WT),
    checkShopTotals(report, EX),
    checkShopTotals(report, WT),
  ];
  return checks
    .filter((check) => check !== null)
    .map((check) => ({ ...check, holds: isWithin(check.difference, getTolerance(report, check, maxFigureError)) }));
}

/**
 * Adjusts the checks of a platform that rounds every figure to a cent: they hold within half a cent per figure. Checks
 * of unknown figures are left out. A platform without checks gets those calculated here.
 */
export function applyRounding(report: FinancialReport): FinancialReport {
  const { direct_paid: direct } = report;
  const holds = (name: CheckName, difference: number) =>
    isWithin(difference, getTolerance(report, { name }, HALF_CENT));
  const own = checkReport(report, HALF_CENT);
  const given = report.checks.filter(({ name }) => own.some((check) => check.name === name));
  return {
    ...report,
    direct_paid: direct && { ...direct, balance_check: roundBalance(direct.balance_check) },
    checks:
      report.checks.length === 0
        ? own
        : given.map((check) => ({ ...check, holds: check.holds || holds(check.name, check.difference) })),
  };

  function roundBalance(balance: WholeReport['direct_paid']['balance_check']) {
    return { ...balance, is_balanced: balance.is_balanced || holds('payments', balance.difference) };
  }
}

/** Number of figures that are summed for the left side of a check. */
const SUMMED_FIGURES: Readonly<Record<CheckName, (report: Figures) => number>> = {
  turnover_ex: () => 3,
  turnover_wt: () => 3,
  direct_total_ex: ({ direct_paid }) => (direct_paid?.rates.length ?? 0) + 2,
  direct_total_wt: ({ direct_paid }) => (direct_paid?.rates.length ?? 0) + 2,
  payments: ({ direct_paid }) => direct_paid?.payment_methods.length ?? 0,
  bridge_wt: () => 4,
  groups_ex: ({ turnover_by_group }) => turnover_by_group?.rows.length ?? 0,
  groups_wt: ({ turnover_by_group }) => turnover_by_group?.rows.length ?? 0,
  group_shops_ex: ({ turnover_by_group }) => turnover_by_group?.shops.length ?? 0,
  group_shops_wt: ({ turnover_by_group }) => turnover_by_group?.shops.length ?? 0,
  shop_totals_ex: ({ turnover_by_group }) => turnover_by_group?.shop_totals.length ?? 0,
  shop_totals_wt: ({ turnover_by_group }) => turnover_by_group?.shop_totals.length ?? 0,
};

function getTolerance(report: Figures, { name }: Pick<ReportCheck, 'name'>, maxFigureError: Amount): Amount {
  return maxFigureError * SUMMED_FIGURES[name](report);
}

export function isWithin(difference: number, tolerance: Amount): boolean {
  return Math.abs(fromEuros(difference)) <= tolerance;
}

type Comparison = Omit<ReportCheck, 'holds'>;

function turnover({ revenue }: Figures, side: Side): Comparison | null {
  const [sales, returns, differences] =
    side === EX
      ? [revenue.total_sales, revenue.total_returns, revenue.total_differences]
      : [revenue.total_sales_wt, revenue.total_returns_wt, revenue.total_differences_wt];
  const right = revenue[side.turnover];
  if (sales === null || returns === null || differences === null || right === null) return null;
  const left = fromEuros(sales) - fromEuros(returns) - fromEuros(differences);
  return check(`turnover_${side.suffix}`, left, fromEuros(right));
}

function checkDirectTotal({ direct_paid }: Figures, side: Side): Comparison | null {
  if (direct_paid === null) return null;
  const rates = sumEuros(direct_paid.rates.map((rate) => rate[side.base]));
  const left = rates - fromEuros(direct_paid.differences) + fromEuros(direct_paid.non_revenue);
  return check(`direct_total_${side.suffix}`, left, fromEuros(direct_paid[side.total]));
}

function payments({ direct_paid }: Figures): Comparison | null {
  if (direct_paid === null) return null;
  const left = sumEuros(direct_paid.payment_methods.map(({ amount }) => amount));
  return check('payments', left, fromEuros(direct_paid.total_wt));
}

/** Paid and invoiced amounts minus non-revenue are the turnover. */
function checkBridge({ revenue, direct_paid, not_paid_now }: Figures): Comparison | null {
  const { non_revenue, total_turnover_wt: turnover } = revenue;
  if (direct_paid === null || not_paid_now === null || non_revenue === null || turnover === null) return null;
  const { settled_since } = not_paid_now;
  const sold = sumEuros([direct_paid.total_wt, not_paid_now.total_wt, settled_since.total_wt]);
  const left = sold - fromEuros(non_revenue.total);
  return check('bridge_wt', left, fromEuros(turnover));
}

function checkGroups({ turnover_by_group, revenue }: Figures, side: Side): Comparison | null {
  const turnover = revenue[side.turnover];
  if (turnover_by_group === null || turnover === null) return null;
  return check(`groups_${side.suffix}`, sumTotals(turnover_by_group.rows, side), fromEuros(turnover));
}

/**
 * Holds only if the shops of every group add up to its total: an excess in one group must not hide a shortage in
 * another. If one fails, the sides are those of the group with the largest difference.
 */
function checkGroupShops({ turnover_by_group }: Figures, side: Side): Comparison | null {
  if (turnover_by_group === null) return null;
  const { rows } = turnover_by_group;
  const name = `group_shops_${side.suffix}` as const;
  const checks = rows.map((row) => check(name, sumShops(row, side), fromEuros(row[side.total])));
  const worst = checks.reduce<Comparison | null>(
    (found, next) => (Math.abs(next.difference) > Math.abs(found?.difference ?? 0) ? next : found),
    null,
  );
  return (
    worst ??
    check(
      name,
      sumOf(rows, (row) => sumShops(row, side)),
      sumTotals(rows, side),
    )
  );
}

function sumShops(row: TurnoverGroupRow, side: Side): Amount {
  return sumEuros(row.shops.map((shop) => shop[side.value]));
}

function sumTotals(rows: readonly TurnoverGroupRow[], side: Side): Amount {
  return sumEuros(rows.map((row) => row[side.total]));
}

function checkShopTotals({ turnover_by_group }: Figures, side: Side): Comparison | null {
  if (turnover_by_group === null) return null;
  const left = sumEuros(turnover_by_group.shop_totals.map((shop) => shop[side.value]));
  return check(`shop_totals_${side.suffix}`, left, fromEuros(turnover_by_group[side.total]));
}

function check(name: CheckName, left: Amount, right: Amount): Comparison {
  const difference = left - right;
  return {
    name,
    left: toEuros(left),
    right: toEuros(right),
    difference: toEuros(difference),
  };
}

function sumEuros(figures: readonly number[]): Amount {
  return sumOf(figures, fromEuros);
}

/** A check calculated from the figures, with the platform's result. */
export interface CheckVerdict {
  readonly check: ReportCheck;
  /** The platform's result if it differs; `null` if it is the same. */
  readonly platform: ReportCheck | 'missing' | null;
}

/** Calculates every check again and compares it with the platform's result. `maxFigureError` as in `checkReport`. */
export function verifyChecks(report: FinancialReport, maxFigureError: Amount = 0): readonly CheckVerdict[] {
  return checkReport(report, maxFigureError).map((check) => ({
    check,
    platform: findOtherVerdict(check, report.checks, getTolerance(report, check, maxFigureError)),
  }));
}

/** Whether the check fails or the platform has another result. */
export function needsAttention({ check, platform }: CheckVerdict): boolean {
  return !check.holds || platform !== null;
}

function findOtherVerdict(
  own: ReportCheck,
  given: readonly ReportCheck[],
  tolerance: Amount,
): CheckVerdict['platform'] {
  const platform = given.find(({ name }) => name === own.name);
  if (platform === undefined) return 'missing';
  const sides = ['left', 'right', 'difference'] as const;
  const isSame = sides.every((side) => Math.abs(fromEuros(platform[side]) - fromEuros(own[side])) <= tolerance);
  return isSame && platform.holds === own.holds ? null : platform;
}
