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
  /** Why it may fail, the likeliest first; empty if the check holds. */
  readonly causes: readonly Cause[];
  /** What neither side has, because the platform does not know it. */
  readonly without: readonly UnknownFigure[];
}

/** `perFigure` as of `reportChecks`. */
export function explainChecks(report: FinancialReport, perFigure: Amount = 0): readonly ExplainedCheck[] {
  return verifyChecks(report, perFigure).map((verdict) => ({
    ...verdict,
    causes: rankCauses(verdict.check, report),
    without: listMissingInCheck(report, verdict.check.name),
  }));
}

/** A figure of which a check may be off by its whole amount. */
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

/** Too much: a row that is there twice, or not in the total. Missing: the other way round. Reversed: wrong sign. */
type RowFault = 'extra' | 'missing' | 'reversed';

type RowKind = 'rate' | 'method' | 'group' | 'shop';

/** What may make a check fail. `general` is usual for the check, whatever the difference is. */
export type Cause =
  | { readonly kind: 'figure'; readonly figure: FigureCause }
  | { readonly kind: 'smallRounding' }
  | { readonly kind: 'row'; readonly row: RowKind; readonly fault: RowFault; readonly name: string }
  | { readonly kind: 'general'; readonly rank: 'first' | 'second' | 'third' };

/** The most that rounding to 5 cents or a correction of cents amounts to. */
const SMALL = fromEuros(0.05);

/** With more matches the amounts are equal by chance. */
const MOST_MATCHES = 4;

const RANKS = ['first', 'second', 'third'] as const;

/**
 * What may make a check fail, the likeliest first: what the difference is equal to, to the cent and by its sign, and
 * then what is usual for the check. Nothing for a check that holds.
 */
export function rankCauses(check: ReportCheck, report: FinancialReport): readonly Cause[] {
  const difference = fromEuros(check.difference);
  if (check.holds) return [];
  const side = check.name.endsWith('_ex') ? 'ex' : 'wt';
  const figures = suspectFigures(report, side).flatMap((suspect) => figureCauses(difference, suspect));
  const rows = suspectRows(report, check, side).flatMap(({ row, name, amount }): Cause[] => {
    const fault = rowFault(difference, amount);
    return fault === null ? [] : [{ kind: 'row', row, fault, name }];
  });
  return [
    ...withSmallRounding(difference, [...figures, ...rows]).slice(0, MOST_MATCHES),
    ...RANKS.map((rank): Cause => ({ kind: 'general', rank })),
  ];
}

function figureCauses(difference: Amount, { figure, reversed, amount }: SuspectFigure): Cause[] {
  const fault = rowFault(difference, amount);
  if (fault === null) return [];
  if (fault !== 'reversed') return [{ kind: 'figure', figure }];
  return reversed ? [{ kind: 'figure', figure: reversed }] : [];
}

/** A few cents are a rounding row sooner than another small amount, unless they are just what cash rounding took. */
function withSmallRounding(difference: Amount, matches: readonly Cause[]): readonly Cause[] {
  if (Math.abs(difference) > SMALL) return matches;
  const [first, ...others] = matches;
  const small: Cause = { kind: 'smallRounding' };
  if (first?.kind === 'figure' && first.figure === 'cashRounding') return [first, small, ...others];
  return [small, ...matches];
}

/** The left side of a check adds rows up: it has too much where a row is there twice, or the total lacks it. */
function rowFault(difference: Amount, amount: Amount): RowFault | null {
  if (amount === 0) return null;
  if (difference === amount) return 'extra';
  if (difference === -amount) return 'missing';
  return Math.abs(difference) === 2 * Math.abs(amount) ? 'reversed' : null;
}

/** A figure that is easily left out on one side of a check. */
interface SuspectFigure {
  readonly figure: FigureCause;
  readonly amount: Amount;
  /** Its cause when it was counted with the wrong sign: then the difference is twice its amount. */
  readonly reversed?: FigureCause;
}

/** The likeliest first: rounding and returns are in every period, gift cards and invoices in some. */
function suspectFigures(report: FinancialReport, side: VatSide): readonly SuspectFigure[] {
  const lines = new Map(createReportLines(report).map((line) => [line.name, line]));
  return SUSPECTS.map(([figure, name, reversed]) => {
    const line = lines.get(name);
    // With the sign of the API. One that is not known is no cause, and neither is one of 0.
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

/** A row that may be there twice, or not at all. */
interface SuspectRow {
  readonly row: RowKind;
  readonly name: string;
  readonly amount: Amount;
}

/** Rows of the list that a check adds up come first. */
function suspectRows(report: FinancialReport, check: ReportCheck, side: VatSide): readonly SuspectRow[] {
  const { direct_paid: direct, not_paid_now: open, turnover_by_group: byGroup } = report;
  const suspect = (row: RowKind, name: string, ex: number, wt: number): SuspectRow => ({
    row,
    name,
    amount: fromEuros(chooseAmount(side, ex, wt)),
  });
  const shopRows = (values: WholeReport['turnover_by_group']['shop_totals'] = []) =>
    values.map(({ shop_id, value, value_wt }) => {
      const title = byGroup?.shops.find((shop) => shop.shop_id === shop_id)?.title;
      return suspect('shop', title ?? String(shop_id), value, value_wt);
    });
  const methods = (direct?.payment_methods ?? []).map(({ title, amount }) => suspect('method', title, amount, amount));
  const rates = [direct, open, open?.settled_since]
    .flatMap((section) => section?.rates ?? [])
    .map((rate) => suspect('rate', `${rate.name} ${rate.country_iso2}`, rate.base, rate.total_wt));
  // Without the row of rounding differences, which is a figure of its own.
  const groupRows = byGroup?.rows ?? [];
  const groups = groupRows
    .filter(({ product_group_id }) => product_group_id !== null)
    .map(({ title, total, total_wt }) => suspect('group', title, total, total_wt));
  switch (subjectOf(check.name)) {
    case 'payments':
      return [...methods, ...rates];
    case 'direct_total':
    case 'bridge':
      return rates;
    case 'group_shops': {
      // The check compares the group that is furthest off, whose total is its right side.
      const compared = groupRows.filter(({ total, total_wt }) => chooseAmount(side, total, total_wt) === check.right);
      return [...compared.flatMap(({ shops }) => shopRows(shops)), ...groups];
    }
    case 'shop_totals':
      return [...shopRows(byGroup?.shop_totals), ...groups];
    case 'turnover':
    case 'groups':
      return [...groups, ...shopRows(byGroup?.shop_totals)];
  }
}

type WithoutSide<Name extends CheckName> = Name extends `${infer Subject}_${VatSide}` ? Subject : Name;

/** What a check is about; both sides of VAT share their causes. */
export type CheckSubject = WithoutSide<CheckName>;

export function subjectOf(name: CheckName): CheckSubject {
  return name.replace(/_(ex|wt)$/, '') as CheckSubject;
}
