import type { CheckName, FinancialReport, ReportCheck, ReportRate } from '../../../shared/contract/financial-report.ts';
import { type Amount, fromEuros } from '../../../shared/money.ts';
import { type CheckVerdict, checkVerdicts } from '../../../shared/report-checks.ts';
import type { VatSide } from '../../lib/amounts.ts';

/** A check and what there is to say about it. */
export interface ExplainedCheck extends CheckVerdict {
  /** Why it may fail, the likeliest first; empty where it holds. */
  readonly causes: readonly Cause[];
}

export function explainChecks(report: FinancialReport): readonly ExplainedCheck[] {
  return checkVerdicts(report).map((verdict) => ({ ...verdict, causes: rankCauses(verdict.check, report) }));
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
  | 'nonRevenueTotal'
  | 'notPaid'
  | 'settled';

/** Too much: a row that is there twice, or not in the total. Missing: the other way round. Reversed: wrong sign. */
type RowFault = 'extra' | 'missing' | 'reversed';

/** What a row of the report stands for. */
type RowKind = 'rate' | 'method' | 'group' | 'shop';

/** What may make a check fail. `general` is what does so whatever the difference is. */
export type Cause =
  | { readonly kind: 'figure'; readonly figure: FigureCause }
  | { readonly kind: 'smallRounding' }
  | { readonly kind: 'row'; readonly row: RowKind; readonly fault: RowFault; readonly name: string }
  | { readonly kind: 'general'; readonly rank: 'first' | 'second' | 'third' };

/** What rounding to 5 cents or a correction of cents comes to at most. */
const SMALL = fromEuros(0.05);

/** More amounts that happen to be the same say nothing. */
const MOST_MATCHES = 4;

const RANKS = ['first', 'second', 'third'] as const;

/**
 * What may make a check fail, the likeliest first: what the difference is equal to, to the cent and by its sign, and
 * then what is usual for the check. Nothing for a check that holds.
 */
export function rankCauses(check: ReportCheck, report: FinancialReport): readonly Cause[] {
  const difference = fromEuros(check.difference);
  if (difference === 0) return [];
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

type Suspect = ReturnType<typeof suspectFigures>[number];

function figureCauses(difference: Amount, { figure, reversed, amount }: Suspect): Cause[] {
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
  /** What it is called where it was counted with the wrong sign: then the check is off by it twice. */
  readonly reversed?: FigureCause;
}

/** The likeliest first: rounding and returns are in every period, gift cards and invoices in some. */
function suspectFigures(report: FinancialReport, side: VatSide): readonly SuspectFigure[] {
  const { revenue, not_paid_now: open } = report;
  const { settled_since: settled } = open;
  const other = revenue.non_revenue;
  const isWt = side === 'wt';
  const figures = [
    {
      figure: 'cashRounding',
      reversed: 'cashRoundingReversed',
      euros: isWt ? revenue.total_differences_wt : revenue.total_differences,
    },
    {
      figure: 'returns',
      reversed: 'returnsReversed',
      euros: isWt ? revenue.total_returns_wt : revenue.total_returns,
    },
    { figure: 'giftCards', euros: other.gift_cards },
    { figure: 'tips', euros: other.tips },
    { figure: 'paymentsOnInvoice', euros: other.payments_on_invoice },
    { figure: 'prepayments', euros: other.prepayments },
    { figure: 'nonRevenueTotal', euros: other.total },
    { figure: 'notPaid', euros: isWt ? open.total_wt : open.total },
    { figure: 'settled', euros: isWt ? settled.total_wt : settled.total },
  ] as const;
  return figures.map(({ euros, ...suspect }) => ({ ...suspect, amount: fromEuros(euros) }));
}

/** A row that may be there twice, or not at all. */
interface SuspectRow {
  readonly row: RowKind;
  readonly name: string;
  readonly amount: Amount;
}

/** Rows of the list that a check adds up come first. */
function suspectRows(report: FinancialReport, check: ReportCheck, side: VatSide): readonly SuspectRow[] {
  const methods = methodRows(report);
  const rates = rateRows(report, side);
  const groups = groupRows(report, side);
  const shops = shopRows(report, side);
  switch (subjectOf(check.name)) {
    case 'payments':
      return [...methods, ...rates];
    case 'direct_total':
    case 'bridge':
      return rates;
    case 'group_shops':
      return [...shopsOfGroups(report, check, side), ...groups];
    case 'shop_totals':
      return [...shops, ...groups];
    case 'turnover':
    case 'groups':
      return [...groups, ...shops];
  }
}

function methodRows({ direct_paid }: FinancialReport): SuspectRow[] {
  return direct_paid.payment_methods.map(({ title, amount }) => ({
    row: 'method',
    name: title,
    amount: fromEuros(amount),
  }));
}

function rateRows({ direct_paid, not_paid_now }: FinancialReport, side: VatSide): SuspectRow[] {
  const rates = [...direct_paid.rates, ...not_paid_now.rates, ...not_paid_now.settled_since.rates];
  return rates.map((rate: ReportRate) => ({
    row: 'rate',
    name: `${rate.name} ${rate.country_iso2}`,
    amount: fromEuros(side === 'wt' ? rate.total_wt : rate.base),
  }));
}

/** Without the row of rounding differences, which is a figure of its own. */
function groupRows({ turnover_by_group: { rows } }: FinancialReport, side: VatSide): SuspectRow[] {
  return rows
    .filter(({ product_group_id }) => product_group_id !== null)
    .map(({ title, total, total_wt }) => ({
      row: 'group',
      name: title,
      amount: fromEuros(side === 'wt' ? total_wt : total),
    }));
}

type ShopValues = FinancialReport['turnover_by_group']['shop_totals'];

function shopRows({ turnover_by_group: groups }: FinancialReport, side: VatSide): SuspectRow[] {
  return namedShops(groups, groups.shop_totals, side);
}

/** The check shows the group that is furthest off, whose total is its right side. */
function shopsOfGroups(
  { turnover_by_group: groups }: FinancialReport,
  { right }: ReportCheck,
  side: VatSide,
): SuspectRow[] {
  const shown = groups.rows.filter(({ total, total_wt }) => (side === 'wt' ? total_wt : total) === right);
  return shown.flatMap(({ shops }) => namedShops(groups, shops, side));
}

function namedShops({ shops }: FinancialReport['turnover_by_group'], values: ShopValues, side: VatSide): SuspectRow[] {
  return values.map(({ shop_id, value, value_wt }) => ({
    row: 'shop',
    name: shops.find((shop) => shop.shop_id === shop_id)?.title ?? String(shop_id),
    amount: fromEuros(side === 'wt' ? value_wt : value),
  }));
}

/** What a check is about; both sides of VAT share their causes. */
export type CheckSubject =
  | 'turnover'
  | 'direct_total'
  | 'payments'
  | 'bridge'
  | 'groups'
  | 'group_shops'
  | 'shop_totals';

const SUBJECTS: Record<CheckName, CheckSubject> = {
  turnover_ex: 'turnover',
  turnover_wt: 'turnover',
  direct_total_ex: 'direct_total',
  direct_total_wt: 'direct_total',
  payments: 'payments',
  bridge_wt: 'bridge',
  groups_ex: 'groups',
  groups_wt: 'groups',
  group_shops_ex: 'group_shops',
  group_shops_wt: 'group_shops',
  shop_totals_ex: 'shop_totals',
  shop_totals_wt: 'shop_totals',
};

export function subjectOf(name: CheckName): CheckSubject {
  return SUBJECTS[name];
}
