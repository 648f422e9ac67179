import type {
  FinancialReport,
  ReportCheck,
  ReportRate,
} from '../../../../shared/contract/financial-report.ts';
import { type Amount, fromEuros } from '../../../../shared/money.ts';
import type { VatSide } from '../../../lib/vat-side.ts';
import type { RowKind } from './cause.ts';
import { subjectOf } from './check-subject.ts';

/** A row that may be there twice, or not at all. */
interface SuspectRow {
  readonly row: RowKind;
  readonly name: string;
  readonly amount: Amount;
}

/** Rows of the list that a check adds up come first. */
export function suspectRows(
  report: FinancialReport,
  check: ReportCheck,
  side: VatSide,
): readonly SuspectRow[] {
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

function namedShops(
  { shops }: FinancialReport['turnover_by_group'],
  values: ShopValues,
  side: VatSide,
): SuspectRow[] {
  return values.map(({ shop_id, value, value_wt }) => ({
    row: 'shop',
    name: shops.find((shop) => shop.shop_id === shop_id)?.title ?? String(shop_id),
    amount: fromEuros(side === 'wt' ? value_wt : value),
  }));
}
