import type { FinancialReport, ReportRate, ReportWith } from '../../../shared/contract/financial-report.ts';
import { fromEuros } from '../../../shared/money.ts';
import type { FigureName } from '../../../shared/report-figures.ts';
import { type FigureLine, reportLines } from '../../../shared/report-lines.ts';
import { type DeclaredVat, type VatBox, vatReturn } from '../../../shared/vat-return.ts';
import { lineOf, linesOf, madeFigure, type ReportLine, toLine } from '../../lib/figure-lines.ts';

export interface MethodLine extends ReportLine {
  readonly title: string;
}

export function directLines(report: ReportWith<'direct_paid'>) {
  const methods = reportLines(report).filter(({ name }) => name === 'method');
  return {
    rates: rateLines(report, 'directRate'),
    methods: methods.map(
      (line): MethodLine => ({
        ...toLine(report, line, `method-${line.ids.provider_method_type_id}`),
        title: line.title,
      }),
    ),
    ...linesOf(report, {
      ...{ differences: 'directDifferences', nonRevenue: 'directNonRevenue', total: 'directTotal' },
      ...{ methodsTotal: 'methodsTotal', expected: 'balanceExpected', balance: 'balance' },
    }),
  };
}

/** Orders on account: those that are still open, and those that have been paid since. */
export function notPaidLines(report: ReportWith<'not_paid_now'>) {
  return {
    rates: rateLines(report, 'notPaidRate'),
    settledRates: rateLines(report, 'settledRate'),
    ...linesOf(report, { total: 'notPaidTotal', settledTotal: 'settledTotal' }),
  };
}

/** A rate is a line by its id: 0% and exempt are two, and so are the rates of two countries. */
export interface RateLine extends ReportLine {
  readonly rate: ReportRate;
}

function rateLines(report: FinancialReport, name: FigureName): readonly RateLine[] {
  return reportLines(report).flatMap((line) => {
    const { rate } = line;
    return line.name === name && rate ? [{ ...toLine(report, line, `rate-${rate.tax_rate_id}`), rate }] : [];
  });
}

/** A box of the VAT return with its rates. */
export interface BoxLine extends ReportLine {
  readonly box: VatBox;
  /** One for every box but that of other countries. */
  readonly countries: readonly CountryLine[];
  /** Null for what is not in the return. */
  readonly declared: DeclaredVat | null;
}

/** The rates of a country with their sum. */
export interface CountryLine extends ReportLine {
  readonly country: string;
  readonly rates: readonly RateLine[];
}

/** The VAT return: boxes with their rates, and how their total comes to the turnover; null if it is not known. */
export function vatLines(report: FinancialReport) {
  const vat = vatReturn(report);
  if (vat === null) return null;
  const { boxes, declaredTax } = vat;
  const rates = new Map(rateLines(report, 'vatRate').map((line) => [line.rate.tax_rate_id, line]));
  const sumOf = (key: string, { base, tax, total_wt }: typeof vat.total) =>
    lineOf(key, {
      exVat: madeFigure(base, 'sumOfLines'),
      vat: madeFigure(tax, 'vat'),
      inclVat: madeFigure(total_wt, 'sumOfLines'),
    });
  return {
    boxes: boxes.map(
      (box): BoxLine => ({
        ...sumOf(`box-${box.box}`, box),
        box: box.box,
        countries: box.countries.map((country) => ({
          ...sumOf(`country-${country.country_iso2}`, country),
          country: country.country_iso2,
          rates: country.rates.flatMap(({ tax_rate_id }) => rates.get(tax_rate_id) ?? []),
        })),
        declared: box.declared,
      }),
    ),
    ...{ declaredTax, vat },
    ...linesOf(report, {
      ...{ total: 'vatTotal', differences: 'vatDifferences', rest: 'vatRest', turnover: 'vatTurnover' },
    }),
  };
}

/** The most that cash rounding to 5 cents, or a correction of cents, makes of a rate. */
const MOST = fromEuros(0.05);

/** A few cents below 0 at a rate are no sale: platforms book rounding corrections this way. */
export function isRoundingRate({ base, total_wt }: ReportRate): boolean {
  const sides = [fromEuros(base), fromEuros(total_wt)];
  return sides.some((side) => side < 0) && sides.every((side) => Math.abs(side) <= MOST);
}

/** A group with its figures by shop. */
export interface GroupLine extends ReportLine {
  /** Null in the row of rounding differences. */
  readonly code: string | null;
  /** Null in the row of rounding differences, which is named by the window. */
  readonly title: string | null;
  /** By `shop_id`. */
  readonly shops: ReadonlyMap<number, ReportLine>;
}

export interface GroupLines {
  readonly groups: readonly GroupLine[];
  /** The last line: every group and the rounding differences together. */
  readonly total: Omit<GroupLine, 'code' | 'title'>;
}

/** The turnover by group and shop, with the sign of turnover: what cash rounding took off is below 0. */
export function groupLines(report: ReportWith<'turnover_by_group'>): GroupLines {
  const lines = reportLines(report);
  const shopsOf = (ofShops: readonly FigureLine[]) =>
    new Map(ofShops.map((line) => [line.ids.shop_id ?? 0, toLine(report, line, `shop-${line.ids.shop_id}`)]));
  const named = (name: FigureName) => lines.filter((line) => line.name === name);
  const groups = named('group').map((group): GroupLine => {
    const { product_group_id: id, product_group_code: code = null } = group.ids;
    return {
      ...toLine(report, group, `group-${id}`),
      ...{ code, title: id === null ? null : group.title },
      shops: shopsOf(named('groupShop').filter(({ ids }) => ids.product_group_id === id)),
    };
  });
  const { total } = linesOf(report, { total: 'groupsTotal' });
  return { groups, total: { ...total, shops: shopsOf(named('shop')) } };
}
