import {
  type FinancialReport,
  type ReportRate,
  UNKNOWN_TURNOVER,
  type UnknownFigure,
} from './contract/financial-report.ts';
import type { Language } from './contract/language.ts';
import { HOME_COUNTRY } from './contract/tax-rates.ts';
import { calculateReceived } from './day-closing.ts';
import { calculatePercentage, fromEuros } from './money.ts';
import { formatCountry } from './number-format.ts';
import { type Pair, pairByKey } from './report-comparison.ts';
import {
  type FigureDefinition,
  type FigureName,
  type FigureSection,
  getFigureAt,
  REPORT_FIGURES,
} from './report-figures.ts';
import { REPORT_LABELS } from './report-labels.ts';
import { listMissingParts } from './unknown-figures.ts';
import { calculateVatReturn, findMissingSection, formatRateTitle, type VatBox } from './vat-return.ts';

/** The ids of a line's record, with the names of the API. */
export interface LineIds {
  readonly tax_rate_id?: number;
  readonly provider_method_type_id?: number;
  readonly type_alias?: string;
  readonly product_group_id?: number | null;
  readonly product_group_code?: string | null;
  readonly shop_id?: number;
}

/** A figure of a report on a line, in euros, with its sign in a sum from top to bottom. */
export interface FigureLine {
  /** Equal for the same line of another report. */
  readonly key: string;
  readonly name: FigureName;
  readonly definition: FigureDefinition;
  /** `null` if the line does not have this side or the figure is unknown. */
  readonly ex: number | null;
  readonly wt: number | null;
  /** The VAT, if it is given separately. */
  readonly tax: number | null;
  readonly percentage: number | null;
  /** The unknown figure of the line; `null` if it is known. */
  readonly unknown: UnknownFigure | null;
  /** Whether it is the only line of a section that is completely unknown. */
  readonly isOfUnknown: boolean;
  /** Parts that a total lacks because the platform does not know them. */
  readonly without: readonly UnknownFigure[];
  readonly ids: LineIds;
  /** Name of its method, group or shop. */
  readonly title: string;
  readonly rate?: ReportRate;
  readonly box?: VatBox;
  /** ISO code, for the sum of a country. */
  readonly country?: string;
  /** Whether the platform says that the payments agree. Only set for their balance. */
  readonly isBalanced?: boolean;
}

type Figures = Partial<Omit<FigureLine, 'key' | 'name' | 'definition'>>;

/** All lines of a report for people or programs, in the order of `REPORT_FIGURES`. */
export function createReportLines(report: FinancialReport): readonly FigureLine[] {
  return [
    ...createLines(report, ['sales', 'returns', 'differences', 'turnover', 'cost', 'margin']),
    ...createLines(report, [
      'giftCards',
      'tips',
      'paymentsOnInvoice',
      'prepayments',
      'otherNonRevenue',
      'nonRevenueTotal',
    ]),
    ...createReceivedLines(report),
    ...createDirectLines(report),
    ...createNotPaidLines(report),
    ...createVatLines(report),
    ...createGroupLines(report),
  ];
}

/** Whether people see the line: one that few reports have is left out while it is 0. */
export function isVisible({ definition, ex, wt }: FigureLine): boolean {
  return !definition.isRare || !isZero({ ex, wt });
}

/** Unknown figures count as 0. */
export function isZero({ ex, wt }: Pick<FigureLine, 'ex' | 'wt'>): boolean {
  return (ex ?? 0) === 0 && (wt ?? 0) === 0;
}

/** A line with that of another report: `null` if only one report has it, `undefined` if the other is unknown. */
export interface LinePair extends Omit<Pair<FigureLine>, 'before'> {
  readonly before: FigureLine | null | undefined;
}

/**
 * Returns the visible lines of a section, paired with those of a compared report. An unknown section has one line. A
 * box or country with one rate has no sum.
 */
export function createSectionLines(
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
      ({ named, now: line, before: other }) =>
        [line, other].some((of) => of && isVisible(of)) && !isSingleRateSum(named, all),
    )
    .map((pair) => ({
      ...pair,
      before: isComparable && shown === own ? pair.before : compared.find(({ key }) => key === pair.key),
    }));
}

/** Whether a line is the sum of a single rate of the VAT return. */
function isSingleRateSum({ name, box, country }: FigureLine, lines: readonly FigureLine[]): boolean {
  if (name !== 'vatBox' && name !== 'vatCountry') return false;
  const rates = lines.filter(
    (line) => line.rate && line.box === box && (country === undefined || line.rate.country_iso2 === country),
  );
  return rates.length < 2;
}

/** Returns the label of a line: the name of its record, if it has one. */
export function getLineLabel(line: FigureLine, language: Language): string {
  const { name, definition, rate, box, country, ids, title, isBalanced } = line;
  const { items, boxSums, sides } = REPORT_LABELS[language];
  if (rate) return formatRateTitle(rate, language);
  if (country !== undefined) return `${items.total} ${formatCountry(country, language)}`;
  if (box) return boxSums[box];
  if (ids.product_group_id === null) return items.differences;
  if (name === 'balance') return `${items.difference}: ${isBalanced ? sides.balanced : sides.unbalanced}`;
  return definition.label === null ? title : items[definition.label];
}

function createLine(report: FinancialReport, name: FigureName, figures: Figures): FigureLine {
  const definition = REPORT_FIGURES[name];
  const { unknown, lacks } = definition;
  const line: FigureLine = {
    ...{ key: createKey(name, figures), name, definition, ex: null, wt: null, tax: null, percentage: null },
    ...{ unknown: null, isOfUnknown: false, ids: {}, title: '' },
    without: lacks === undefined ? [] : listMissingParts(report, lacks),
    ...figures,
  };
  if (report.unknown.includes(UNKNOWN_TURNOVER)) return markUnknown(line, UNKNOWN_TURNOVER);
  return unknown !== undefined && report.unknown.includes(unknown) ? markUnknown(line, unknown) : line;
}

/** Rates are separate lines by id: 0% and exempt, and rates of different countries. */
function createKey(name: FigureName, { ids = {}, box, country }: Figures): string {
  const { tax_rate_id, provider_method_type_id, product_group_id, shop_id } = ids;
  const parts = [tax_rate_id, provider_method_type_id, product_group_id, shop_id, box, country];
  return [name, ...parts.filter((part) => part !== undefined)].join('-');
}

function markUnknown(line: FigureLine, unknown: UnknownFigure): FigureLine {
  return { ...line, ex: null, wt: null, tax: null, percentage: null, unknown };
}

/** Creates the only line of an unknown section. */
function createUnknownLine(report: FinancialReport, name: FigureName, unknown: UnknownFigure): FigureLine {
  return { ...markUnknown(createLine(report, name, { without: [] }), unknown), isOfUnknown: true };
}

/** Creates lines for the figures with a path in the report. */
function createLines(report: FinancialReport, names: readonly FigureName[]): readonly FigureLine[] {
  return names.map((name) => {
    const { paths, isNegated, section } = REPORT_FIGURES[name];
    const read = (path: string | undefined) => (path === undefined ? null : getFigureAt(report, path));
    const signed = (euros: number | null) => (euros !== null && isNegated ? -euros : euros);
    const [ex, wt] = [signed(read(paths.ex)), signed(read(paths.wt))];
    const line = createLine(report, name, { ex, wt, percentage: read(paths.percentage) });
    if (ex !== null || wt !== null) return line;
    const isOther = section === 'nonRevenue';
    return { ...markUnknown(line, line.unknown ?? (isOther ? 'non_revenue' : 'cost')), isOfUnknown: isOther };
  });
}

/** Creates the lines from the turnover to the payments by method. */
function createReceivedLines(report: FinancialReport): readonly FigureLine[] {
  const { turnover, onAccount, expected, missingSection, received, difference, missingFigures } =
    calculateReceived(report);
  const [notPaid, settled] = onAccount;
  const line = (name: FigureName, wt: number | null, unknown: UnknownFigure | null, figures: Figures = {}) =>
    createLine(report, name, { wt, unknown: wt === null ? unknown : null, ...figures });
  return [
    line('receivedTurnover', turnover, 'revenue_wt'),
    line('receivedNonRevenue', report.revenue.non_revenue?.total ?? null, 'non_revenue'),
    line('receivedNotPaid', notPaid?.euros ?? null, 'not_paid_now'),
    line('receivedSettled', settled?.euros ?? null, 'not_paid_now'),
    line('receivedExpected', expected, missingSection ?? 'revenue_wt', { without: missingFigures }),
    line('receivedPayments', received, 'direct_paid'),
    line('receivedDifference', difference, 'direct_paid'),
  ];
}

function createDirectLines(report: FinancialReport): readonly FigureLine[] {
  const { direct_paid: direct } = report;
  if (direct === null) {
    return [
      createUnknownLine(report, 'directTotal', 'direct_paid'),
      createUnknownLine(report, 'methodsTotal', 'direct_paid'),
    ];
  }
  const whole = direct.balance_check.payments_total;
  return [
    ...createRateLines(report, 'directRate', direct.rates),
    ...createLines(report, ['directDifferences', 'directNonRevenue', 'directTotal']),
    ...direct.payment_methods.map(({ provider_method_type_id, type_alias, title, amount }) =>
      createLine(report, 'method', {
        ...{
          wt: amount,
          percentage: calculateShare(amount, whole),
          ids: { provider_method_type_id, type_alias },
          title,
        },
      }),
    ),
    ...createLines(report, ['methodsTotal']).map((line) => ({ ...line, percentage: calculateShare(whole, whole) })),
    ...createLines(report, ['balanceExpected']),
    ...createLines(report, ['balance']).map((line) => ({ ...line, isBalanced: direct.balance_check.is_balanced })),
  ];
}

function createNotPaidLines(report: FinancialReport): readonly FigureLine[] {
  const { not_paid_now: open } = report;
  if (open === null) {
    return [
      createUnknownLine(report, 'notPaidTotal', 'not_paid_now'),
      createUnknownLine(report, 'settledTotal', 'not_paid_now'),
    ];
  }
  return [
    ...createRateLines(report, 'notPaidRate', open.rates),
    ...createLines(report, ['notPaidTotal']),
    ...createRateLines(report, 'settledRate', open.settled_since.rates),
    ...createLines(report, ['settledTotal']),
  ];
}

/**
 * Creates the lines of the VAT return: rates by box, totals by box, and the calculation from their total to the
 * turnover. Other countries have separate totals, because their returns are separate.
 */
function createVatLines(report: FinancialReport): readonly FigureLine[] {
  const vat = calculateVatReturn(report);
  if (vat === null) return [createUnknownLine(report, 'vatTotal', findMissingSection(report) ?? 'revenue_wt')];
  const { boxes, total, differences, rest, turnover } = vat;
  const line = (name: FigureName, { base, tax, total_wt }: typeof total, figures: Figures = {}) =>
    createLine(report, name, { ex: base, tax, wt: total_wt, ...figures });
  return [
    ...boxes.flatMap(({ box, countries, ...sums }) => [
      ...countries.flatMap(({ country_iso2: country, rates, ...ofCountry }) => [
        ...createRateLines(report, 'vatRate', rates).map((rated) => ({ ...rated, box })),
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

/** Creates each group with its shops, the totals by shop, and the total of both. */
function createGroupLines(report: FinancialReport): readonly FigureLine[] {
  const { turnover_by_group: groups } = report;
  if (groups === null) {
    return (['groupsTotal', 'shopsTotal'] as const).map((name) => createUnknownLine(report, name, 'turnover_by_group'));
  }
  const titles = new Map(groups.shops.map(({ shop_id, title }) => [shop_id, title]));
  const part = (ex: number, wt: number): Figures => ({ ex, wt, percentage: calculateShare(ex, groups.total) });
  return [
    ...groups.rows.flatMap(({ product_group_id, product_group_code, title, shops, total, total_wt }) => {
      const isRounding = product_group_id === null && report.unknown.includes('differences');
      const known = (line: FigureLine) => (isRounding ? markUnknown(line, 'differences') : line);
      const ids = { product_group_id, product_group_code };
      return [
        known(createLine(report, 'group', { ...part(total, total_wt), ids, title })),
        ...shops.map(({ shop_id, value, value_wt }) =>
          known(createLine(report, 'groupShop', { ex: value, wt: value_wt, ids: { ...ids, shop_id }, title })),
        ),
      ];
    }),
    ...groups.shop_totals.map(({ shop_id, value, value_wt }) =>
      createLine(report, 'shop', { ...part(value, value_wt), ids: { shop_id }, title: titles.get(shop_id) ?? '' }),
    ),
    createLine(report, 'groupsTotal', part(groups.total, groups.total_wt)),
    ...(groups.shop_totals.length === 0 ? [] : [createLine(report, 'shopsTotal', part(groups.total, groups.total_wt))]),
  ];
}

/** Dutch rates come first. */
function createRateLines(
  report: FinancialReport,
  name: FigureName,
  rates: readonly ReportRate[],
): readonly FigureLine[] {
  const isForeign = ({ country_iso2 }: ReportRate) => Number(country_iso2 !== HOME_COUNTRY);
  return rates
    .toSorted((one, other) => isForeign(one) - isForeign(other))
    .map((rate) => {
      const { tax_rate_id, base, tax, total_wt, value } = rate;
      return createLine(report, name, { ex: base, tax, wt: total_wt, percentage: value, ids: { tax_rate_id }, rate });
    });
}

function calculateShare(part: number, whole: number): number | null {
  return calculatePercentage(fromEuros(part), fromEuros(whole));
}
