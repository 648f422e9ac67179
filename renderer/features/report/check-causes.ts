import type {
  CheckName,
  FinancialReport,
  ReportCheck,
  UnknownFigure,
  WholeReport,
} from '../../../shared/contract/financial-report.ts';
import { type Amount, fromEuros } from '../../../shared/money.ts';
import { type CheckVerdict, verifyChecks } from '../../../shared/report-checks.ts';
import type { VatSide } from '../../../shared/report-comparison.ts';
import type { FigureName } from '../../../shared/report-figures.ts';
import { createReportLines } from '../../../shared/report-lines.ts';
import { listMissingInCheck } from '../../../shared/unknown-figures.ts';
import { chooseAmount } from '../../lib/amounts.ts';

export interface ExplainedCheck extends CheckVerdict {
  /** Possible causes of the failure, the likeliest first; empty if the check holds. */
  readonly causes: readonly Cause[];
  /** Figures that both sides lack because the platform does not know them. */
  readonly without: readonly UnknownFigure[];
}

/** `maxFigureError` as in `checkReport`. */
export function explainChecks(report: FinancialReport, maxFigureError: Amount = 0): readonly ExplainedCheck[] {
  return verifyChecks(report, maxFigureError).map((verdict) => ({
    ...verdict,
    causes: rankCauses(verdict.check, report),
    without: listMissingInCheck(report, verdict.check.name),
  }));
}

/** A figure whose whole amount may be the difference of a check. */
type FigureCause =
  | 'cashRounding'
  | 'cashRoundingReversed'
  | 'returns'
  | 'returnsReversed'
  | 'giftCards'
  | 'tips'
  | 'paymentsOnInvoice'
  | 'prepayments'
  | 'otherNonRevenue'
  | 'nonRevenueTotal'
  | 'notPaid'
  | 'settled';

/** `extra`: a row is counted twice, or missing in the total. `missing`: the other way round. `reversed`: wrong sign. */
type RowFault = 'extra' | 'missing' | 'reversed';

type RowKind = 'rate' | 'method' | 'group' | 'shop';

/** A possible cause of a failed check. `general` causes are usual for the check, whatever the difference is. */
export type Cause =
  | { readonly kind: 'figure'; readonly figure: FigureCause }
  | { readonly kind: 'smallRounding' }
  | { readonly kind: 'row'; readonly row: RowKind; readonly fault: RowFault; readonly name: string }
  | { readonly kind: 'general'; readonly rank: 'first' | 'second' | 'third' };

/** The largest amount of rounding to 5 cents or of a correction of cents. */
const MAX_ROUNDING = fromEuros(0.05);

/** With more matches, amounts are probably equal by chance. */
const MAX_MATCHES = 4;

const RANKS = ['first', 'second', 'third'] as const;

/**
 * Possible causes of a failed check, the likeliest first: figures or rows that equal the difference to the cent and by
 * sign, then causes that are usual for the check. Empty if the check holds.
 */
export function rankCauses(check: ReportCheck, report: FinancialReport): readonly Cause[] {
  const difference = fromEuros(check.difference);
  if (check.holds) return [];
  const side = check.name.endsWith('_ex') ? 'ex' : 'wt';
  const figures = listSuspectFigures(report, side).flatMap((suspect) => findFigureCauses(difference, suspect));
  const rows = listSuspectRows(report, check, side).flatMap(({ row, name, amount }): Cause[] => {
    const fault = findFault(difference, amount);
    return fault === null ? [] : [{ kind: 'row', row, fault, name }];
  });
  return [
    ...addSmallRounding(difference, [...figures, ...rows]).slice(0, MAX_MATCHES),
    ...RANKS.map((rank): Cause => ({ kind: 'general', rank })),
  ];
}

function findFigureCauses(difference: Amount, { figure, reversed, amount }: SuspectFigure): Cause[] {
  const fault = findFault(difference, amount);
  if (fault === null) return [];
  if (fault !== 'reversed') return [{ kind: 'figure', figure }];
  return reversed ? [{ kind: 'figure', figure: reversed }] : [];
}

/** For a few cents, a rounding row is likelier than another small amount, unless they equal the cash rounding. */
function addSmallRounding(difference: Amount, matches: readonly Cause[]): readonly Cause[] {
  if (Math.abs(difference) > MAX_ROUNDING) return matches;
  const [first, ...others] = matches;
  const small: Cause = { kind: 'smallRounding' };
  if (first?.kind === 'figure' && first.figure === 'cashRounding') return [first, small, ...others];
  return [small, ...matches];
}

/** The left side of a check adds up rows. It is too high if a row is counted twice or the total lacks it. */
function findFault(difference: Amount, amount: Amount): RowFault | null {
  if (amount === 0) return null;
  if (difference === amount) return 'extra';
  if (difference === -amount) return 'missing';
  return Math.abs(difference) === 2 * Math.abs(amount) ? 'reversed' : null;
}

/** A figure that may be missing on one side of a check. */
interface SuspectFigure {
  readonly figure: FigureCause;
  readonly amount: Amount;
  /** The cause if it was counted with the wrong sign. The difference is then twice its amount. */
  readonly reversed?: FigureCause;
}

/** The likeliest first: rounding and returns are in every period, gift cards and invoices only in some. */
function listSuspectFigures(report: FinancialReport, side: VatSide): readonly SuspectFigure[] {
  const lines = new Map(createReportLines(report).map((line) => [line.name, line]));
  return SUSPECTS.map(([figure, name, reversed]) => {
    const line = lines.get(name);
    // With the sign of the API. A figure that is unknown or 0 is not a cause.
    const shown = fromEuros(chooseAmount(side, line?.ex ?? 0, line?.wt ?? 0));
    const amount = line?.definition.isNegated ? 0 - shown : shown;
    return { figure, amount, ...(reversed && { reversed }) };
  });
}

const SUSPECTS: readonly (readonly [figure: FigureCause, name: FigureName, reversed?: FigureCause])[] = [
  ['cashRounding', 'differences', 'cashRoundingReversed'],
  ['returns', 'returns', 'returnsReversed'],
  ['giftCards', 'giftCards'],
  ['tips', 'tips'],
  ['paymentsOnInvoice', 'paymentsOnInvoice'],
  ['prepayments', 'prepayments'],
  ['otherNonRevenue', 'otherNonRevenue'],
  ['nonRevenueTotal', 'nonRevenueTotal'],
  ['notPaid', 'notPaidTotal'],
  ['settled', 'settledTotal'],
];

/** A row that may be counted twice or not at all. */
interface SuspectRow {
  readonly row: RowKind;
  readonly name: string;
  readonly amount: Amount;
}

/** Rows of the list that the check adds up come first. */
function listSuspectRows(report: FinancialReport, check: ReportCheck, side: VatSide): readonly SuspectRow[] {
  const { direct_paid: direct, not_paid_now: open, turnover_by_group: byGroup } = report;
  const createSuspect = (row: RowKind, name: string, ex: number, wt: number): SuspectRow => ({
    row,
    name,
    amount: fromEuros(chooseAmount(side, ex, wt)),
  });
  const createShopRows = (values: WholeReport['turnover_by_group']['shop_totals'] = []) =>
    values.map(({ shop_id, value, value_wt }) => {
      const title = byGroup?.shops.find((shop) => shop.shop_id === shop_id)?.title;
      return createSuspect('shop', title ?? String(shop_id), value, value_wt);
    });
  const methods = (direct?.payment_methods ?? []).map(({ title, amount }) =>
    createSuspect('method', title, amount, amount),
  );
  const rates = [direct, open, open?.settled_since]
    .flatMap((section) => section?.rates ?? [])
    .map((rate) => createSuspect('rate', `${rate.name} ${rate.country_iso2}`, rate.base, rate.total_wt));
  // Without the row of rounding differences, which is a separate figure.
  const groupRows = byGroup?.rows ?? [];
  const groups = groupRows
    .filter(({ product_group_id }) => product_group_id !== null)
    .map(({ title, total, total_wt }) => createSuspect('group', title, total, total_wt));
  switch (getSubject(check.name)) {
    case 'payments':
      return [...methods, ...rates];
    case 'direct_total':
    case 'bridge':
      return rates;
    case 'group_shops': {
      // The check compares the group with the largest difference. Its right side is that group's total.
      const compared = groupRows.filter(({ total, total_wt }) => chooseAmount(side, total, total_wt) === check.right);
      return [...compared.flatMap(({ shops }) => createShopRows(shops)), ...groups];
    }
    case 'shop_totals':
      return [...createShopRows(byGroup?.shop_totals), ...groups];
    case 'turnover':
    case 'groups':
      return [...groups, ...createShopRows(byGroup?.shop_totals)];
  }
}

type WithoutSide<Name extends CheckName> = Name extends `${infer Subject}_${VatSide}` ? Subject : Name;

/** The subject of a check. Both sides of VAT have the same causes. */
export type CheckSubject = WithoutSide<CheckName>;

export function getSubject(name: CheckName): CheckSubject {
  return name.replace(/_(ex|wt)$/, '') as CheckSubject;
}
