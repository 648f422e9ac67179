import {
  type FinancialReport,
  type ReportRate,
  UNKNOWN_TURNOVER,
  type UnknownFigure,
} from './contract/financial-report.ts';
import type { Language } from './contract/language.ts';
import { HOME_COUNTRY } from './contract/tax-rates.ts';
import { receivedOf } from './day-closing.ts';
import { fromEuros, percentageOf } from './money.ts';
import { countryName } from './number-format.ts';
import { type Pair, pairByKey } from './report-comparison.ts';
import {
  type FigureDefinition,
  type FigureName,
  type FigureSection,
  figureAt,
  REPORT_FIGURES,
} from './report-figures.ts';
import { REPORT_LABELS } from './report-labels.ts';
import { missingParts } from './unknown-figures.ts';
import { lackingOfReturn, rateTitle, type VatBox, vatReturn } from './vat-return.ts';

/** The ids of the record that a line is of, by the names of the API. */
export interface LineIds {
  readonly tax_rate_id?: number;
  readonly provider_method_type_id?: number;
  readonly type_alias?: string;
  readonly product_group_id?: number | null;
  readonly product_group_code?: string | null;
  readonly shop_id?: number;
}

/** A figure of a report on a line, in euros, with the sign of a sum from top to bottom. */
export interface FigureLine {
  /** The same for the same line of another report. */
  readonly key: string;
  readonly name: FigureName;
  readonly definition: FigureDefinition;
  /** `null` if the line has no such side, or the figure is not known. */
  readonly ex: number | null;
  readonly wt: number | null;
  /** The VAT where it is given by itself. */
  readonly tax: number | null;
  readonly percentage: number | null;
  /** Why the figure is not known; `null` if it is known. */
  readonly unknown: UnknownFigure | null;
  /** The only line for a section of which nothing is known. */
  readonly isOfUnknown: boolean;
  /** The parts that a total lacks because the platform does not know them. */
  readonly without: readonly UnknownFigure[];
  readonly ids: LineIds;
  /** The name of its method, group or shop. */
  readonly title: string;
  readonly rate?: ReportRate;
  readonly box?: VatBox;
  /** Of the sum of a country, as ISO code. */
  readonly country?: string;
  /** Of the balance of the payments: whether the platform says that they agree. */
  readonly isBalanced?: boolean;
}

type Figures = Partial<Omit<FigureLine, 'key' | 'name' | 'definition'>>;

/** Every line of a report that people or programs see, in the order of `REPORT_FIGURES`. */
export function reportLines(report: FinancialReport): readonly FigureLine[] {
  return [
    ...linesAt(report, ['sales', 'returns', 'differences', 'turnover', 'cost', 'margin']),
    ...linesAt(report, ['giftCards', 'tips', 'paymentsOnInvoice', 'prepayments', 'otherNonRevenue', 'nonRevenueTotal']),
    ...receivedLines(report),
    ...directLines(report),
    ...notPaidLines(report),
    ...vatLines(report),
    ...groupLines(report),
  ];
}

/** Whether people see the line: one that few reports have is left out while it is 0. */
export function isShown({ definition, ex, wt }: FigureLine): boolean {
  return !definition.isRare || !isZero({ ex, wt });
}

/** Whether the line has nothing to tell; one that is not known counts as 0. */
export function isZero({ ex, wt }: Pick<FigureLine, 'ex' | 'wt'>): boolean {
  return (ex ?? 0) === 0 && (wt ?? 0) === 0;
}

/** A line beside that of another report: `null` if only one of the two has it, undefined if the other is not known. */
export interface LinePair extends Omit<Pair<FigureLine>, 'before'> {
  readonly before: FigureLine | null | undefined;
}

/**
 * The lines of a section that people see, each beside that of the report it is compared with, if there is one. Of a section
 * that is not known there is one line, and a box or country of one rate has no sum.
 */
export function sectionLines(
  section: FigureSection,
  now: readonly FigureLine[],
  before?: readonly FigureLine[],
): readonly LinePair[] {
  const [own, compared] = [now, before ?? []].map((lines) =>
    lines.filter(({ definition }) => definition.section === section),
  ) as [FigureLine[], FigureLine[]];
  const shown = own.at(-1)?.isOfUnknown ? own.slice(-1) : own;
  const isComparable = compared.length > 0 && compared.at(-1)?.isOfUnknown !== true;
  const pairs = pairByKey(shown, isComparable && shown === own ? compared : []);
  const all = pairs.map(({ named }) => named);
  return pairs
    .filter(
      ({ named, now: line, before: other }) => [line, other].some((of) => of && isShown(of)) && !isLoneSum(named, all),
    )
    .map((pair) => ({
      ...pair,
      before: isComparable && shown === own ? pair.before : compared.find(({ key }) => key === pair.key),
    }));
}

/** Whether a line is the sum of a single rate of the VAT return. */
function isLoneSum({ name, box, country }: FigureLine, lines: readonly FigureLine[]): boolean {
  if (name !== 'vatBox' && name !== 'vatCountry') return false;
  const rates = lines.filter(
    (line) => line.rate && line.box === box && (country === undefined || line.rate.country_iso2 === country),
  );
  return rates.length < 2;
}

/** What people call a line: by the name of its record where it has one. */
export function lineLabel(line: FigureLine, language: Language): string {
  const { name, definition, rate, box, country, ids, title, isBalanced } = line;
  const { items, boxSums, sides } = REPORT_LABELS[language];
  if (rate) return rateTitle(rate, language);
  if (country !== undefined) return `${items.total} ${countryName(country, language)}`;
  if (box) return boxSums[box];
  if (ids.product_group_id === null) return items.differences;
  if (name === 'balance') return `${items.difference}: ${isBalanced ? sides.balanced : sides.unbalanced}`;
  return definition.label === null ? title : items[definition.label];
}

function lineOf(report: FinancialReport, name: FigureName, figures: Figures): FigureLine {
  const definition = REPORT_FIGURES[name];
  const { unknown, lacks } = definition;
  const line: FigureLine = {
    ...{ key: keyOf(name, figures), name, definition, ex: null, wt: null, tax: null, percentage: null },
    ...{ unknown: null, isOfUnknown: false, ids: {}, title: '' },
    without: lacks === undefined ? [] : missingParts(report, lacks),
    ...figures,
  };
  if (report.unknown.includes(UNKNOWN_TURNOVER)) return notKnown(line, UNKNOWN_TURNOVER);
  return unknown !== undefined && report.unknown.includes(unknown) ? notKnown(line, unknown) : line;
}

/** A rate is a line by its id: 0% and exempt are two, and so are the rates of two countries. */
function keyOf(name: FigureName, { ids = {}, box, country }: Figures): string {
  const { tax_rate_id, provider_method_type_id, product_group_id, shop_id } = ids;
  const parts = [tax_rate_id, provider_method_type_id, product_group_id, shop_id, box, country];
  return [name, ...parts.filter((part) => part !== undefined)].join('-');
}

function notKnown(line: FigureLine, unknown: UnknownFigure): FigureLine {
  return { ...line, ex: null, wt: null, tax: null, percentage: null, unknown };
}

/** The only line of a section that the platform does not know. */
function unknownLine(report: FinancialReport, name: FigureName, unknown: UnknownFigure): FigureLine {
  return { ...notKnown(lineOf(report, name, { without: [] }), unknown), isOfUnknown: true };
}

/** Figures that are at their own path of the report. */
function linesAt(report: FinancialReport, names: readonly FigureName[]): readonly FigureLine[] {
  return names.map((name) => {
    const { paths, isNegated, section } = REPORT_FIGURES[name];
    const read = (path: string | undefined) => (path === undefined ? null : figureAt(report, path));
    const signed = (euros: number | null) => (euros !== null && isNegated ? -euros : euros);
    const [ex, wt] = [signed(read(paths.ex)), signed(read(paths.wt))];
    const line = lineOf(report, name, { ex, wt, percentage: read(paths.percentage) });
    if (ex !== null || wt !== null) return line;
    const isOther = section === 'nonRevenue';
    return { ...notKnown(line, line.unknown ?? (isOther ? 'non_revenue' : 'cost')), isOfUnknown: isOther };
  });
}

/** From the turnover to what was received by the payment methods. */
function receivedLines(report: FinancialReport): readonly FigureLine[] {
  const { turnover, onAccount, expected, lacking, received, difference, without } = receivedOf(report);
  const [notPaid, settled] = onAccount;
  const line = (name: FigureName, wt: number | null, unknown: UnknownFigure | null, figures: Figures = {}) =>
    lineOf(report, name, { wt, unknown: wt === null ? unknown : null, ...figures });
  return [
    line('receivedTurnover', turnover, 'revenue_wt'),
    line('receivedNonRevenue', report.revenue.non_revenue?.total ?? null, 'non_revenue'),
    line('receivedNotPaid', notPaid?.euros ?? null, 'not_paid_now'),
    line('receivedSettled', settled?.euros ?? null, 'not_paid_now'),
    line('receivedExpected', expected, lacking ?? 'revenue_wt', { without }),
    line('receivedPayments', received, 'direct_paid'),
    line('receivedDifference', difference, 'direct_paid'),
  ];
}

function directLines(report: FinancialReport): readonly FigureLine[] {
  const { direct_paid: direct } = report;
  if (direct === null) {
    return [unknownLine(report, 'directTotal', 'direct_paid'), unknownLine(report, 'methodsTotal', 'direct_paid')];
  }
  const whole = direct.balance_check.payments_total;
  return [
    ...rateLines(report, 'directRate', direct.rates),
    ...linesAt(report, ['directDifferences', 'directNonRevenue', 'directTotal']),
    ...direct.payment_methods.map(({ provider_method_type_id, type_alias, title, amount }) =>
      lineOf(report, 'method', {
        ...{ wt: amount, percentage: share(amount, whole), ids: { provider_method_type_id, type_alias }, title },
      }),
    ),
    ...linesAt(report, ['methodsTotal']).map((line) => ({ ...line, percentage: share(whole, whole) })),
    ...linesAt(report, ['balanceExpected']),
    ...linesAt(report, ['balance']).map((line) => ({ ...line, isBalanced: direct.balance_check.is_balanced })),
  ];
}

function notPaidLines(report: FinancialReport): readonly FigureLine[] {
  const { not_paid_now: open } = report;
  if (open === null) {
    return [unknownLine(report, 'notPaidTotal', 'not_paid_now'), unknownLine(report, 'settledTotal', 'not_paid_now')];
  }
  return [
    ...rateLines(report, 'notPaidRate', open.rates),
    ...linesAt(report, ['notPaidTotal']),
    ...rateLines(report, 'settledRate', open.settled_since.rates),
    ...linesAt(report, ['settledTotal']),
  ];
}

/**
 * The VAT return: each rate in its box, the total of each box, and how that of all comes to the turnover. Other countries
 * each have a total, for they are filed for one by one.
 */
function vatLines(report: FinancialReport): readonly FigureLine[] {
  const vat = vatReturn(report);
  if (vat === null) return [unknownLine(report, 'vatTotal', lackingOfReturn(report) ?? 'revenue_wt')];
  const { boxes, total, differences, rest, turnover } = vat;
  const line = (name: FigureName, { base, tax, total_wt }: typeof total, figures: Figures = {}) =>
    lineOf(report, name, { ex: base, tax, wt: total_wt, ...figures });
  return [
    ...boxes.flatMap(({ box, countries, ...sums }) => [
      ...countries.flatMap(({ country_iso2: country, rates, ...ofCountry }) => [
        ...rateLines(report, 'vatRate', rates).map((rated) => ({ ...rated, box })),
        ...(box === 'foreign' ? [line('vatCountry', ofCountry, { box, country })] : []),
      ]),
      line('vatBox', sums, { box }),
    ]),
    line('vatTotal', total),
    line('vatDifferences', differences),
    line('vatRest', rest),
    line('vatTurnover', turnover),
  ];
}

/** Each group with its shops, the shops together, and the total of both. */
function groupLines(report: FinancialReport): readonly FigureLine[] {
  const { turnover_by_group: groups } = report;
  if (groups === null) {
    return (['groupsTotal', 'shopsTotal'] as const).map((name) => unknownLine(report, name, 'turnover_by_group'));
  }
  const titles = new Map(groups.shops.map(({ shop_id, title }) => [shop_id, title]));
  const part = (ex: number, wt: number): Figures => ({ ex, wt, percentage: share(ex, groups.total) });
  return [
    ...groups.rows.flatMap(({ product_group_id, product_group_code, title, shops, total, total_wt }) => {
      const isRounding = product_group_id === null && report.unknown.includes('differences');
      const known = (line: FigureLine) => (isRounding ? notKnown(line, 'differences') : line);
      const ids = { product_group_id, product_group_code };
      return [
        known(lineOf(report, 'group', { ...part(total, total_wt), ids, title })),
        ...shops.map(({ shop_id, value, value_wt }) =>
          known(lineOf(report, 'groupShop', { ex: value, wt: value_wt, ids: { ...ids, shop_id }, title })),
        ),
      ];
    }),
    ...groups.shop_totals.map(({ shop_id, value, value_wt }) =>
      lineOf(report, 'shop', { ...part(value, value_wt), ids: { shop_id }, title: titles.get(shop_id) ?? '' }),
    ),
    lineOf(report, 'groupsTotal', part(groups.total, groups.total_wt)),
    ...(groups.shop_totals.length === 0 ? [] : [lineOf(report, 'shopsTotal', part(groups.total, groups.total_wt))]),
  ];
}

/** Dutch rates come first. */
function rateLines(report: FinancialReport, name: FigureName, rates: readonly ReportRate[]): readonly FigureLine[] {
  const isForeign = ({ country_iso2 }: ReportRate) => Number(country_iso2 !== HOME_COUNTRY);
  return rates
    .toSorted((one, other) => isForeign(one) - isForeign(other))
    .map((rate) => {
      const { tax_rate_id, base, tax, total_wt, value } = rate;
      return lineOf(report, name, { ex: base, tax, wt: total_wt, percentage: value, ids: { tax_rate_id }, rate });
    });
}

function share(part: number, whole: number): number | null {
  return percentageOf(fromEuros(part), fromEuros(whole));
}
