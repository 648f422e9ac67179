import type {
  FinancialReport,
  ReportRate,
  ReportWith,
  UnknownFigure,
  WholeReport,
} from '../../../shared/contract/financial-report.ts';
import { receivedOf } from '../../../shared/day-closing.ts';
import { fromEuros, toEuros } from '../../../shared/money.ts';
import { knownFigure, missingParts } from '../../../shared/unknown-figures.ts';
import { type DeclaredVat, type VatBox, vatReturn } from '../../../shared/vat-return.ts';
import type { Address } from '../../lib/address/address.ts';
import {
  groupRows,
  type ItemFigure,
  type ItemFilters,
  itemRowsAddress,
  type PaymentFilters,
  paymentRowsAddress,
  reportScope,
} from '../../lib/address/figure-rows.ts';

/** How a figure is calculated that has no rows of its own. */
export type FigureMaking = 'sumOfLines' | 'margin' | 'vat' | 'otherSection' | 'balance' | 'sumOfGroups' | 'rest';

/** Euros with the sign that the page shows, and either the rows that sum to them or how they are calculated. */
export interface KnownFigure {
  readonly euros: number;
  /** Null where the platform gives no rows for the figure. */
  readonly rows: Address | null;
  readonly making?: FigureMaking;
}

/** A figure that the line has and the platform does not know. */
interface NotKnownFigure {
  readonly euros: null;
  readonly rows: null;
  readonly making?: never;
  readonly unknown: UnknownFigure;
}

export type ReportFigure = KnownFigure | NotKnownFigure;

/** A line of the statement without its label. A figure that the line does not have is null, which is not 0. */
export interface ReportLine {
  /** The same for the same line of another report. */
  readonly key: string;
  readonly exVat: ReportFigure | null;
  readonly vat: ReportFigure | null;
  readonly inclVat: ReportFigure | null;
  /** Of a total: its parts that are not in it because the platform does not know them. */
  readonly without: readonly UnknownFigure[];
}

export function madeFigure(euros: number, making: FigureMaking): KnownFigure {
  return { euros, rows: null, making };
}

type Figures = Partial<Omit<ReportLine, 'key'>>;

export function lineOf(key: string, figures: Figures): ReportLine {
  return { key, exVat: null, vat: null, inclVat: null, without: [], ...figures };
}

/** The figures of a line, each of which is not known where the report says so. */
function unlessUnknown(report: FinancialReport, name: UnknownFigure, figures: Figures): Figures {
  const known = knownFigure(report, name, figures);
  return known ?? Object.fromEntries(Object.keys(figures).map((side) => [side, notKnown(name)]));
}

function notKnown(unknown: UnknownFigure): NotKnownFigure {
  return { euros: null, rows: null, unknown };
}

function linesOf<Name extends string>(figures: Readonly<Record<Name, Figures>>): Record<Name, ReportLine> {
  const lines = Object.entries<Figures>(figures).map(([name, figure]) => [name, lineOf(name, figure)]);
  return Object.fromEntries(lines) as Record<Name, ReportLine>;
}

function madeSides(ex: number, wt: number | null, making: FigureMaking): Figures {
  return { exVat: madeFigure(ex, making), ...(wt === null ? NO_SIDE : { inclVat: madeFigure(wt, making) }) };
}

/** Of revenue that the platform gives excluding VAT alone. */
const NO_SIDE: Figures = { vat: notKnown('revenue_wt'), inclVat: notKnown('revenue_wt') };

function minus(euros: number | null): number | null {
  return euros === null ? null : -euros;
}

type NarrowItems = Omit<ItemFilters, 'from' | 'to' | 'location_id'>;

/** Makes figures of a report that open their rows, with the days and the location of the report. */
function figureOpener(report: FinancialReport) {
  const scope = reportScope(report);
  const item = (
    euros: number,
    opened: Omit<Parameters<typeof itemRowsAddress>[0], 'amount'>,
    filters: NarrowItems,
  ): KnownFigure => ({
    euros,
    rows: itemRowsAddress({ ...opened, amount: euros }, { ...scope, ...filters }),
  });
  /** Of 0 there are no rows to open, such as at the rate of 0. */
  const vat = (euros: number, figure: ItemFigure, filters: NarrowItems): KnownFigure =>
    euros === 0 ? madeFigure(euros, 'vat') : item(euros, { figure, side: 'vat' }, filters);
  return {
    item,
    vat,
    /** Without VAT, the VAT between, and with VAT: sums of the same rows, so that where two are exact all are. */
    sides: (ex: number, wt: number | null, figure: ItemFigure, filters: NarrowItems): Figures => ({
      exVat: item(ex, { figure, side: 'ex' }, filters),
      ...(wt === null
        ? NO_SIDE
        : {
            vat: vat(toEuros(fromEuros(wt) - fromEuros(ex)), figure, filters),
            inclVat: item(wt, { figure, side: 'wt' }, filters),
          }),
    }),
    payment: (euros: number, filters: Pick<PaymentFilters, 'provider_method_type_id'>): KnownFigure => ({
      euros,
      rows: paymentRowsAddress({ amount: euros }, { ...scope, ...filters }),
    }),
  };
}

const PRODUCTS = { type: 'product' } as const;

/** Signs are those of a sum that is added from top to bottom: returns and differences are subtracted from sales. */
export function revenueLines(report: FinancialReport) {
  const { revenue } = report;
  const { non_revenue: other, margin } = revenue;
  const { item, sides } = figureOpener(report);
  const opened = { figure: 'cost', side: 'cost', isNegated: true } as const;
  const cost = knownFigure(report, 'cost', revenue.total_cost_of_goods_sold);
  const marginValue = knownFigure(report, 'cost', margin.value);
  const differences = sides(-revenue.total_differences, minus(revenue.total_differences_wt), 'differences', {
    type: 'rounding',
  });
  const nonRevenue = (name: OtherFigure, figure: ItemFigure, type: NarrowItems['type']) => ({
    inclVat: other === null ? notKnown('non_revenue') : item(other[name], { figure, side: 'wt' }, { type }),
  });
  return linesOf({
    sales: sides(revenue.total_sales, revenue.total_sales_wt, 'sales', { type: 'product', sign: 'positive' }),
    returns: sides(-revenue.total_returns, minus(revenue.total_returns_wt), 'returns', {
      type: 'product',
      sign: 'negative',
    }),
    differences: unlessUnknown(report, 'differences', differences),
    turnover: {
      ...madeSides(revenue.total_turnover, revenue.total_turnover_wt, 'sumOfLines'),
      without: missingParts(report, 'turnover'),
    },
    cost: { exVat: cost === null ? notKnown('cost') : item(-cost, opened, PRODUCTS) },
    margin: { exVat: marginValue === null ? notKnown('cost') : madeFigure(marginValue, 'margin') },
    giftCards: nonRevenue('gift_cards', 'gift-cards', 'gift_card'),
    tips: unlessUnknown(report, 'tips', nonRevenue('tips', 'tips', 'tip')),
    paymentsOnInvoice: unlessUnknown(
      report,
      'payments_on_invoice',
      nonRevenue('payments_on_invoice', 'payments-on-invoice', 'invoice_payment'),
    ),
    prepayments: unlessUnknown(report, 'prepayments', nonRevenue('prepayments', 'prepayments', 'prepayment')),
    otherNonRevenue: nonRevenue('other', 'other-non-revenue', 'other'),
    nonRevenueTotal: {
      inclVat: madeUnless(other?.total ?? null, 'sumOfLines', 'non_revenue'),
      without: missingParts(report, 'non_revenue'),
    },
  });
}

type OtherFigure = keyof WholeReport['revenue']['non_revenue'];

function madeUnless(euros: number | null, making: FigureMaking, unknown: UnknownFigure): ReportFigure {
  return euros === null ? notKnown(unknown) : madeFigure(euros, making);
}

/** From the turnover to what was received by the payment methods, as a sum from top to bottom. */
export function receivedLines(report: FinancialReport) {
  const { turnover, onAccount, expected, lacking, received, difference, without } = receivedOf(report);
  const { non_revenue: nonRevenue } = report.revenue;
  const [notPaid, settled] = onAccount.map(({ euros }) => ({
    inclVat: madeUnless(euros, 'otherSection', 'not_paid_now'),
  }));
  return {
    ...linesOf({
      turnover: { inclVat: madeUnless(turnover, 'otherSection', 'revenue_wt') },
      nonRevenueTotal: {
        inclVat: madeUnless(nonRevenue?.total ?? null, 'otherSection', 'non_revenue'),
        without: missingParts(report, 'non_revenue'),
      },
      notPaid: notPaid ?? {},
      settled: settled ?? {},
      expected: { inclVat: madeUnless(expected, 'sumOfLines', lacking ?? 'revenue_wt'), without },
      received: { inclVat: madeUnless(received, 'otherSection', 'direct_paid') },
    }),
    difference: difference === null ? null : lineOf('difference', { inclVat: madeFigure(difference, 'balance') }),
  };
}

export interface MethodLine extends ReportLine {
  readonly title: string;
}

export function directLines(report: ReportWith<'direct_paid'>) {
  const { direct_paid: direct } = report;
  const { balance_check: balance } = direct;
  const open = figureOpener(report);
  const differences = open.sides(-direct.differences, -direct.differences, 'differences', { type: 'rounding' });
  const without = missingParts(report, 'direct');
  const methods: readonly MethodLine[] = direct.payment_methods.map(({ provider_method_type_id, title, amount }) => ({
    ...lineOf(`method-${provider_method_type_id}`, { inclVat: open.payment(amount, { provider_method_type_id }) }),
    title,
  }));
  return {
    rates: rateLines(report, direct.rates, DIRECT),
    methods,
    ...linesOf({
      differences: unlessUnknown(report, 'differences', differences),
      nonRevenue: {
        ...madeSides(direct.non_revenue, direct.non_revenue, 'otherSection'),
        without: missingParts(report, 'non_revenue'),
      },
      total: { ...madeSides(direct.total, direct.total_wt, 'sumOfLines'), without },
      methodsTotal: { inclVat: open.payment(balance.payments_total, {}) },
      expected: { inclVat: madeFigure(balance.expected_total, 'otherSection'), without },
      balance: { inclVat: madeFigure(balance.difference, 'balance'), without },
    }),
  };
}

/** Orders on account: those that are still open, and those that have been paid since. */
export function notPaidLines(report: ReportWith<'not_paid_now'>) {
  const { not_paid_now: open } = report;
  const { settled_since: settled } = open;
  const { sides } = figureOpener(report);
  return {
    rates: rateLines(report, open.rates, NOT_PAID),
    settledRates: rateLines(report, settled.rates, SETTLED),
    ...linesOf({
      total: sides(open.total, open.total_wt, NOT_PAID.figure, NOT_PAID.filters),
      settledTotal: sides(settled.total, settled.total_wt, SETTLED.figure, SETTLED.filters),
    }),
  };
}

/** A rate is a line by its id: 0 % and exempt are two, and so are the rates of two countries. */
export interface RateLine extends ReportLine {
  readonly rate: ReportRate;
}

interface RatedOrders {
  readonly figure: ItemFigure;
  readonly filters: NarrowItems;
}

const DIRECT: RatedOrders = { figure: 'rate', filters: { type: 'product', payment_term: 'direct' } };

const NOT_PAID: RatedOrders = {
  figure: 'not-paid',
  filters: { type: 'product', payment_term: 'invoice', is_paid: false },
};

const SETTLED: RatedOrders = {
  figure: 'settled',
  filters: { type: 'product', payment_term: 'invoice', is_paid: true },
};

function rateLines(
  report: FinancialReport,
  rates: readonly ReportRate[],
  { figure, filters }: RatedOrders,
): readonly RateLine[] {
  const open = figureOpener(report);
  return rates.map((rate) => {
    const { tax_rate_id, base, total_wt, tax } = rate;
    const ofRate = { ...filters, tax_rate_id };
    const figures = { ...open.sides(base, total_wt, figure, ofRate), vat: open.vat(tax, figure, ofRate) };
    return { ...lineOf(`rate-${tax_rate_id}`, figures), rate };
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

/** Any order that counts, however and whenever it was paid. */
const SOLD: RatedOrders = { figure: 'vat', filters: { type: 'product' } };

/** The VAT return: boxes with their rates, and how their total comes to the turnover; null if it is not known. */
export function vatLines(report: FinancialReport) {
  const vat = vatReturn(report);
  if (vat === null) return null;
  const { boxes, declaredTax, total, differences, rest, turnover } = vat;
  const made = ({ base, tax, total_wt }: typeof total, making: FigureMaking): Figures => ({
    ...madeSides(base, total_wt, making),
    vat: madeFigure(tax, 'vat'),
  });
  return {
    boxes: boxes.map(
      (box): BoxLine => ({
        ...lineOf(`box-${box.box}`, made(box, 'sumOfLines')),
        box: box.box,
        countries: box.countries.map((country) => ({
          ...lineOf(`country-${country.country_iso2}`, made(country, 'sumOfLines')),
          country: country.country_iso2,
          rates: rateLines(report, country.rates, SOLD),
        })),
        declared: box.declared,
      }),
    ),
    ...{ declaredTax, vat },
    ...linesOf({
      total: made(total, 'sumOfLines'),
      differences: unlessUnknown(report, 'differences', made(differences, 'otherSection')),
      rest: made(rest, 'rest'),
      turnover: { ...made(turnover, 'otherSection'), without: missingParts(report, 'turnover') },
    }),
  };
}

/** The VAT of a line that has both sides, as given or as their difference; null for any other line. */
export function vatOf({ exVat, vat, inclVat }: ReportLine): ReportFigure | null {
  if (vat !== null || typeof exVat?.euros !== 'number' || typeof inclVat?.euros !== 'number') return vat;
  return madeFigure(toEuros(fromEuros(inclVat.euros) - fromEuros(exVat.euros)), 'vat');
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

type Groups = WholeReport['turnover_by_group'];

/** The turnover by group and shop, with the sign of turnover: what cash rounding took off is below 0. */
export function groupLines(report: ReportWith<'turnover_by_group'>): GroupLines {
  const { turnover_by_group: groups } = report;
  return { groups: groups.rows.map((row) => groupLine(report, row)), total: totalLine(report) };
}

function groupLine(report: FinancialReport, row: Groups['rows'][number]): GroupLine {
  const open = figureOpener(report);
  const { product_group_id } = row;
  const { figure, filters } = groupRows(product_group_id);
  const known = (figures: Figures) =>
    product_group_id === null ? unlessUnknown(report, 'differences', figures) : figures;
  return {
    ...lineOf(`group-${product_group_id}`, known(open.sides(row.total, row.total_wt, figure, filters))),
    code: row.product_group_code,
    title: product_group_id === null ? null : row.title,
    shops: new Map(
      row.shops.map(({ shop_id, value, value_wt }) => [
        shop_id,
        lineOf(`shop-${shop_id}`, known(open.sides(value, value_wt, figure, { ...filters, shop_id: [shop_id] }))),
      ]),
    ),
  };
}

/** No filter of the API gives products and rounding together, so that the totals have no rows of their own. */
function totalLine(report: ReportWith<'turnover_by_group'>): GroupLines['total'] {
  const { total, total_wt, shop_totals } = report.turnover_by_group;
  const without = missingParts(report, 'turnover');
  const sumOf = (key: string, ex: number, wt: number) => lineOf(key, { ...madeSides(ex, wt, 'sumOfGroups'), without });
  return {
    ...sumOf('total', total, total_wt),
    shops: new Map(
      shop_totals.map(({ shop_id, value, value_wt }) => [shop_id, sumOf(`shop-${shop_id}`, value, value_wt)]),
    ),
  };
}
