import type { FinancialReport, ReportRate } from '../../../shared/contract/financial-report.ts';
import { fromEuros } from '../../../shared/money.ts';
import type { Address } from '../../lib/address/address.ts';
import {
  type FigureSide,
  groupRows,
  type ItemFigure,
  type ItemFilters,
  itemRowsAddress,
  type PaymentFilters,
  paymentRowsAddress,
  reportScope,
} from '../../lib/address/figure-rows.ts';

/** How a figure is made that has no rows of its own. */
export type FigureMaking = 'sumOfLines' | 'margin' | 'vat' | 'otherSection' | 'balance' | 'sumOfGroups';

/** Euros with the sign that they are shown with, and either the rows that sum to them or how they are made. */
export interface ReportFigure {
  readonly euros: number;
  /** Null where the platform gives no rows for the figure. */
  readonly rows: Address | null;
  readonly making?: FigureMaking;
}

/** A line of the statement without its words. A figure that a line has not is null: that is not 0. */
export interface ReportLine {
  /** The same for the same line of another report. */
  readonly key: string;
  readonly exVat: ReportFigure | null;
  readonly vat: ReportFigure | null;
  readonly inclVat: ReportFigure | null;
}

/** A figure that is made of others. */
export function madeFigure(euros: number, making: FigureMaking): ReportFigure {
  return { euros, rows: null, making };
}

export function lineOf(key: string, figures: Partial<Omit<ReportLine, 'key'>>): ReportLine {
  return { key, exVat: null, vat: null, inclVat: null, ...figures };
}

type NarrowItems = Omit<ItemFilters, 'from' | 'to' | 'location_id'>;

type NarrowPayments = Omit<PaymentFilters, 'from' | 'to' | 'location_id'>;

/** Makes figures of a report that open their rows, with the days and the place of the report. */
export interface FigureOpener {
  item(euros: number, figure: ItemFigure, side: FigureSide, filters: NarrowItems): ReportFigure;
  /** Excluding and including VAT. */
  sides(ex: number, wt: number, figure: ItemFigure, filters: NarrowItems): BothSides;
  /** A figure that is shown with the other sign than its rows have. */
  negatedItem(euros: number, figure: ItemFigure, side: FigureSide, filters: NarrowItems): ReportFigure;
  payment(euros: number, filters: NarrowPayments): ReportFigure;
}

interface BothSides {
  readonly exVat: ReportFigure;
  readonly inclVat: ReportFigure;
}

function figureOpener(report: FinancialReport): FigureOpener {
  const scope = reportScope(report);
  const item: FigureOpener['item'] = (euros, figure, side, filters) => ({
    euros,
    rows: itemRowsAddress({ figure, side, amount: euros }, { ...scope, ...filters }),
  });
  return {
    item,
    sides: (ex, wt, figure, filters) => ({
      exVat: item(ex, figure, 'ex', filters),
      inclVat: item(wt, figure, 'wt', filters),
    }),
    negatedItem: (euros, figure, side, filters) => ({
      euros,
      rows: itemRowsAddress({ figure, side, amount: euros, isNegated: true }, { ...scope, ...filters }),
    }),
    payment: (euros, filters) => ({
      euros,
      rows: paymentRowsAddress({ amount: euros }, { ...scope, ...filters }),
    }),
  };
}

/** Signs are those of a sum that is added from top to bottom: returns and differences come off sales. */
export function revenueLines(report: FinancialReport) {
  const { revenue } = report;
  const { non_revenue: other, margin } = revenue;
  const open = figureOpener(report);
  return {
    sales: lineOf(
      'sales',
      open.sides(revenue.total_sales, revenue.total_sales_wt, 'sales', { type: 'product', sign: 'positive' }),
    ),
    returns: lineOf(
      'returns',
      open.sides(-revenue.total_returns, -revenue.total_returns_wt, 'returns', {
        type: 'product',
        sign: 'negative',
      }),
    ),
    differences: lineOf(
      'differences',
      open.sides(-revenue.total_differences, -revenue.total_differences_wt, 'differences', {
        type: 'rounding',
      }),
    ),
    turnover: lineOf('turnover', {
      exVat: madeFigure(revenue.total_turnover, 'sumOfLines'),
      inclVat: madeFigure(revenue.total_turnover_wt, 'sumOfLines'),
    }),
    cost: lineOf('cost', {
      exVat: open.negatedItem(-revenue.total_cost_of_goods_sold, 'cost', 'cost', { type: 'product' }),
    }),
    margin: lineOf('margin', { exVat: madeFigure(margin.value, 'margin') }),
    giftCards: lineOf('giftCards', {
      inclVat: open.item(other.gift_cards, 'gift-cards', 'wt', { type: 'gift_card' }),
    }),
    tips: lineOf('tips', { inclVat: open.item(other.tips, 'tips', 'wt', { type: 'tip' }) }),
    paymentsOnInvoice: lineOf('paymentsOnInvoice', {
      inclVat: open.item(other.payments_on_invoice, 'payments-on-invoice', 'wt', { type: 'invoice_payment' }),
    }),
    prepayments: lineOf('prepayments', {
      inclVat: open.item(other.prepayments, 'prepayments', 'wt', { type: 'prepayment' }),
    }),
    nonRevenueTotal: lineOf('nonRevenueTotal', { inclVat: madeFigure(other.total, 'sumOfLines') }),
  };
}

export interface MethodLine extends ReportLine {
  readonly title: string;
}

/** What was paid at once, by rate and by method. */
export function directLines(report: FinancialReport) {
  const { direct_paid: direct } = report;
  const { balance_check: balance } = direct;
  const open = figureOpener(report);
  const otherSection = madeFigure(direct.non_revenue, 'otherSection');
  const rates: readonly RateLine[] = rateLines(report, direct.rates, DIRECT);
  const methods: readonly MethodLine[] = direct.payment_methods.map(({ provider_method_type_id, title, amount }) => ({
    ...lineOf(`method-${provider_method_type_id}`, {
      inclVat: open.payment(amount, { provider_method_type_id }),
    }),
    title,
  }));
  return {
    rates,
    differences: lineOf(
      'differences',
      open.sides(-direct.differences, -direct.differences, 'differences', { type: 'rounding' }),
    ),
    nonRevenue: lineOf('nonRevenue', { exVat: otherSection, inclVat: otherSection }),
    total: lineOf('total', {
      exVat: madeFigure(direct.total, 'sumOfLines'),
      inclVat: madeFigure(direct.total_wt, 'sumOfLines'),
    }),
    methods,
    methodsTotal: lineOf('methodsTotal', { inclVat: open.payment(balance.payments_total, {}) }),
    expected: lineOf('expected', { inclVat: madeFigure(balance.expected_total, 'otherSection') }),
    balance: lineOf('balance', { inclVat: madeFigure(balance.difference, 'balance') }),
  };
}

/** Orders on account: those that are open now, and those that have been paid by now. */
export function notPaidLines(report: FinancialReport) {
  const {
    not_paid_now: open,
    not_paid_now: { settled_since: settled },
  } = report;
  const { sides } = figureOpener(report);
  const ofProducts = { type: 'product' } as const;
  return {
    rates: rateLines(report, open.rates, NOT_PAID),
    total: lineOf('total', sides(open.total, open.total_wt, NOT_PAID.figure, { ...ofProducts, ...NOT_PAID.filters })),
    settledRates: rateLines(report, settled.rates, SETTLED),
    settledTotal: lineOf(
      'settledTotal',
      sides(settled.total, settled.total_wt, SETTLED.figure, { ...ofProducts, ...SETTLED.filters }),
    ),
  };
}

/** A rate is a line by its id: 0 % and exempt are two, and so are the rates of two countries. */
export interface RateLine extends ReportLine {
  readonly rate: ReportRate;
}

/** The part of the orders that the rates of a section are of. */
interface RatedOrders {
  readonly figure: ItemFigure;
  readonly filters: Pick<ItemFilters, 'payment_term' | 'is_paid'>;
}

const DIRECT: RatedOrders = { figure: 'rate', filters: { payment_term: 'direct' } };

const NOT_PAID: RatedOrders = {
  figure: 'not-paid',
  filters: { payment_term: 'invoice', is_paid: false },
};

const SETTLED: RatedOrders = {
  figure: 'settled',
  filters: { payment_term: 'invoice', is_paid: true },
};

function rateLines(
  report: FinancialReport,
  rates: readonly ReportRate[],
  { figure, filters }: RatedOrders,
): readonly RateLine[] {
  const open = figureOpener(report);
  return rates.map((rate) => {
    const ofRate = { type: 'product', tax_rate_id: rate.tax_rate_id, ...filters } as const;
    return {
      ...lineOf(`rate-${rate.tax_rate_id}`, {
        ...open.sides(rate.base, rate.total_wt, figure, ofRate),
        vat: madeFigure(rate.tax, 'vat'),
      }),
      rate,
    };
  });
}

/** The most that cash rounding to 5 cents, or a correction of cents, makes of a rate. */
const MOST = fromEuros(0.05);

/** A few cents below 0 at a rate are no sale: platforms book rounding corrections so. */
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

type Groups = FinancialReport['turnover_by_group'];

/** The turnover by group and shop, with the sign of turnover: what cash rounding took off is below 0. */
export function groupLines(report: FinancialReport): GroupLines {
  const { turnover_by_group: groups } = report;
  return { groups: groups.rows.map((row) => groupLine(report, row)), total: totalLine(groups) };
}

function groupLine(report: FinancialReport, row: Groups['rows'][number]): GroupLine {
  const open = figureOpener(report);
  const { product_group_id } = row;
  const { figure, filters } = groupRows(product_group_id);
  return {
    ...lineOf(`group-${product_group_id}`, open.sides(row.total, row.total_wt, figure, filters)),
    code: row.product_group_code,
    title: product_group_id === null ? null : row.title,
    shops: new Map(
      row.shops.map(({ shop_id, value, value_wt }) => [
        shop_id,
        lineOf(`shop-${shop_id}`, open.sides(value, value_wt, figure, { ...filters, shop_id })),
      ]),
    ),
  };
}

/** No filter of the API gives products and rounding together, so that the totals have no rows of their own. */
function totalLine({ total, total_wt, shop_totals }: Groups): GroupLines['total'] {
  const sumOf = (key: string, ex: number, wt: number) =>
    lineOf(key, { exVat: madeFigure(ex, 'sumOfGroups'), inclVat: madeFigure(wt, 'sumOfGroups') });
  return {
    ...sumOf('total', total, total_wt),
    shops: new Map(
      shop_totals.map(({ shop_id, value, value_wt }) => [shop_id, sumOf(`shop-${shop_id}`, value, value_wt)]),
    ),
  };
}
