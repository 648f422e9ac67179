import type { UnknownFigure } from './contract/financial-report.ts';
import type { ItemType, PaymentTerm } from './contract/orders.ts';
import type { FigureLabel } from './report-labels.ts';
import type { ReportTotal } from './unknown-figures.ts';

/*
 * The figures of the financial report, each defined once: where the report has it, what it is called and which rows are
 * behind it. The window, the files, the tools of assistants and the tests render this table.
 */

/** Filters of a list of rows, in addition to days and places of the report. */
interface RowFilters {
  readonly type?: ItemType;
  readonly sign?: 'positive' | 'negative';
  readonly payment_term?: PaymentTerm;
  readonly is_paid?: boolean;
}

/** Rows of the API that add up to a figure or a part of it. */
export interface RowsBehind {
  readonly list: 'items' | 'payments';
  readonly filters: RowFilters;
  /** The sum to use. Default: the requested side of VAT. */
  readonly sum?: 'ex' | 'wt' | 'cost' | 'amount';
  /** -1 if the figure has the opposite sign of its rows in the API. */
  readonly sign: 1 | -1;
}

/** In report order. */
export const FIGURE_SECTIONS = [
  ...(['revenue', 'nonRevenue', 'fromTurnover', 'directPaid', 'paymentMethods', 'notPaidNow'] as const),
  ...(['settledSince', 'vatReturn', 'groups', 'groupShops', 'shops'] as const),
] as const;

/** The amounts for the VAT return come between these sections and the others. */
export const SECTIONS_BEFORE_DECLARED = FIGURE_SECTIONS.slice(0, FIGURE_SECTIONS.indexOf('groups'));

export const SECTIONS_AFTER_DECLARED = FIGURE_SECTIONS.slice(FIGURE_SECTIONS.indexOf('groups'));

export type FigureSection = (typeof FIGURE_SECTIONS)[number];

/** The calculation of a figure that has no list of rows from others. */
export type FigureCalculation = 'sumOfLines' | 'margin' | 'vat' | 'otherSection' | 'balance' | 'sumOfGroups' | 'rest';

/** The field that identifies a row in a list of the report. */
type RowId = 'tax_rate_id' | 'provider_method_type_id' | 'product_group_id' | 'shop_id';

export interface FigureDefinition {
  readonly section: FigureSection;
  /** Label of a line; `null` if the line has the name of a record, such as a payment method. */
  readonly label: FigureLabel | null;
  /** Paths in the report, in euros or percent. A figure without VAT has the same path on both sides. */
  readonly paths: Partial<Readonly<Record<'ex' | 'wt' | 'tax' | 'percentage', string>>>;
  /** Section and item in files for programs; `null` if the figure is elsewhere in them. */
  readonly record: readonly [section: string, item: string] | null;
  readonly idName?: RowId;
  /** Lines add up from top to bottom, so subtracted figures have the opposite sign of the API. */
  readonly isNegated?: true;
  readonly isSum?: true;
  /** Hidden from people while it is 0, because few reports have it. */
  readonly isRare?: true;
  /** Name of the figure in `unknown`. */
  readonly unknown?: UnknownFigure;
  /** The total whose missing parts this figure lacks. */
  readonly lacks?: ReportTotal;
  readonly rows: readonly RowsBehind[];
  /** Name of the rows in the window. */
  readonly rowsName?: RowsName;
  readonly calculation?: FigureCalculation;
}

type RowsName =
  | ('sales' | 'returns' | 'differences' | 'cost' | 'gift-cards' | 'tips' | 'payments-on-invoice' | 'prepayments')
  | ('other-non-revenue' | 'rate' | 'vat' | 'not-paid' | 'settled' | 'group');

const SOLD_FILTERS = { type: 'product' } as const;
const DIRECT = { payment_term: 'direct' } as const;
const SOLD_DIRECT = { ...SOLD_FILTERS, ...DIRECT };
const NOT_PAID = { ...SOLD_FILTERS, payment_term: 'invoice', is_paid: false } as const;
const SETTLED_FILTERS = { ...SOLD_FILTERS, payment_term: 'invoice', is_paid: true } as const;
const ROUNDING = { type: 'rounding' } as const;

const createItemRows = (filters: RowFilters, more: Partial<Pick<RowsBehind, 'sum' | 'sign'>> = {}): RowsBehind => ({
  ...{ list: 'items', filters, sign: 1 },
  ...more,
});

const PAYMENTS: RowsBehind = { list: 'payments', filters: {}, sum: 'amount', sign: 1 };

const NON_REVENUE_TYPES = ['gift_card', 'tip', 'invoice_payment', 'prepayment', 'other'] as const;

const createNonRevenueRows = (filters: RowFilters, sign: 1 | -1 = 1) =>
  NON_REVENUE_TYPES.map((type) => createItemRows({ ...filters, type }, { sum: 'wt', sign }));

const TURNOVER_ROWS = [createItemRows(SOLD_FILTERS), createItemRows(ROUNDING)];

const createDirectTotalRows = (more: Partial<Pick<RowsBehind, 'sum' | 'sign'>> = {}) => [
  createItemRows(SOLD_DIRECT, more),
  createItemRows({ ...ROUNDING, ...DIRECT }, more),
  ...createNonRevenueRows(DIRECT, more.sign),
];

/** The path excluding VAT, and with `_wt` including VAT. */
const createPaths = (path: string) => ({ ex: path, wt: `${path}_wt` });

const createUntaxedPaths = (path: string) => ({ ex: path, wt: path });

const createRatePaths = (list: string) => ({ ex: `${list}.base`, wt: `${list}.total_wt`, tax: `${list}.tax` });

const REVENUE = {
  sales: {
    ...{
      section: 'revenue',
      label: 'sales',
      paths: createPaths('revenue.total_sales'),
      record: ['revenue', 'total_sales'],
    },
    ...{ rowsName: 'sales', rows: [createItemRows({ ...SOLD_FILTERS, sign: 'positive' })] },
  },
  returns: {
    ...{ section: 'revenue', label: 'returns', isNegated: true },
    ...{ paths: createPaths('revenue.total_returns'), record: ['revenue', 'total_returns'] },
    ...{ rowsName: 'returns', rows: [createItemRows({ ...SOLD_FILTERS, sign: 'negative' }, { sign: -1 })] },
  },
  differences: {
    ...{ section: 'revenue', label: 'differences', isNegated: true, unknown: 'differences' },
    ...{ paths: createPaths('revenue.total_differences'), record: ['revenue', 'total_differences'] },
    ...{ rowsName: 'differences', rows: [createItemRows(ROUNDING, { sign: -1 })] },
  },
  turnover: {
    ...{ section: 'revenue', label: 'turnover', isSum: true, lacks: 'turnover' },
    ...{ paths: createPaths('revenue.total_turnover'), record: ['revenue', 'total_turnover'] },
    ...{ rows: TURNOVER_ROWS, calculation: 'sumOfLines' },
  },
  cost: {
    ...{ section: 'revenue', label: 'costOfGoodsSold', isNegated: true, unknown: 'cost' },
    ...{ paths: { ex: 'revenue.total_cost_of_goods_sold' }, record: ['revenue', 'total_cost_of_goods_sold'] },
    ...{ rowsName: 'cost', rows: [createItemRows(SOLD_FILTERS, { sum: 'cost' })] },
  },
  margin: {
    ...{ section: 'revenue', label: 'margin', isSum: true, unknown: 'cost', record: ['revenue', 'margin'] },
    ...{ paths: { ex: 'revenue.margin.value', percentage: 'revenue.margin.percentage' } },
    ...{ rows: [...TURNOVER_ROWS, createItemRows(SOLD_FILTERS, { sum: 'cost', sign: -1 })], calculation: 'margin' },
  },
} as const satisfies Definitions;

/** An amount of one item type that is not turnover. */
const createNonRevenue = <const Label extends FigureLabel>(
  label: Label,
  name: string,
  type: ItemType,
  more: Pick<FigureDefinition, 'rowsName' | 'unknown' | 'isRare'>,
) =>
  ({
    ...{ section: 'nonRevenue', label, paths: createUntaxedPaths(`revenue.non_revenue.${name}`) },
    ...{ record: ['revenue.non_revenue', name], rows: [createItemRows({ type }, { sum: 'wt' })] },
    ...more,
  }) as const satisfies FigureDefinition;

const NON_REVENUE = {
  giftCards: createNonRevenue('giftCards', 'gift_cards', 'gift_card', { rowsName: 'gift-cards' }),
  tips: createNonRevenue('tips', 'tips', 'tip', { rowsName: 'tips', unknown: 'tips' }),
  paymentsOnInvoice: createNonRevenue('paymentsOnInvoice', 'payments_on_invoice', 'invoice_payment', {
    ...{ rowsName: 'payments-on-invoice', unknown: 'payments_on_invoice' },
  }),
  prepayments: createNonRevenue('prepayments', 'prepayments', 'prepayment', {
    ...{ rowsName: 'prepayments', unknown: 'prepayments' },
  }),
  otherNonRevenue: createNonRevenue('otherNonRevenue', 'other', 'other', {
    rowsName: 'other-non-revenue',
    isRare: true,
  }),
  nonRevenueTotal: {
    ...{ section: 'nonRevenue', label: 'nonRevenue', isSum: true, lacks: 'non_revenue' },
    ...{ paths: createUntaxedPaths('revenue.non_revenue.total'), record: ['revenue.non_revenue', 'total'] },
    ...{ rows: createNonRevenueRows({}), calculation: 'sumOfLines' },
  },
} as const satisfies Definitions;

/** Creates a step from the turnover to the receipts, made of figures of other sections. */
const createReceived = <const Label extends FigureLabel>(
  label: Label,
  item: string,
  calculation: FigureCalculation,
  more: Pick<FigureDefinition, 'isSum' | 'isRare' | 'lacks'> = {},
) =>
  ({
    ...{ section: 'fromTurnover', label, paths: {}, record: ['turnover_to_received', item], rows: [], calculation },
    ...more,
  }) as const satisfies FigureDefinition;

const RECEIVED_FIGURES = {
  receivedTurnover: createReceived('turnover', 'total_turnover', 'otherSection'),
  receivedNonRevenue: createReceived('notRevenue', 'non_revenue', 'otherSection', { lacks: 'non_revenue' }),
  receivedNotPaid: createReceived('notPaid', 'not_paid_now', 'otherSection'),
  receivedSettled: createReceived('settled', 'settled_since', 'otherSection'),
  receivedExpected: createReceived('expected', 'expected_total', 'sumOfLines', { isSum: true, lacks: 'direct' }),
  receivedPayments: createReceived('methodsTotal', 'payments_total', 'otherSection'),
  receivedDifference: createReceived('difference', 'difference', 'balance', { isRare: true }),
} as const satisfies Definitions;

const DIRECT_PAID = {
  directRate: {
    ...{ section: 'directPaid', label: null, idName: 'tax_rate_id', record: ['direct_paid', 'rates'] },
    ...{ paths: createRatePaths('direct_paid.rates'), rowsName: 'rate', rows: [createItemRows(SOLD_DIRECT)] },
  },
  directDifferences: {
    ...{ section: 'directPaid', label: 'differences', isNegated: true, unknown: 'differences' },
    ...{ paths: createUntaxedPaths('direct_paid.differences'), record: ['direct_paid', 'differences'] },
    ...{ rowsName: 'differences', rows: [createItemRows({ ...ROUNDING, ...DIRECT }, { sum: 'ex', sign: -1 })] },
  },
  directNonRevenue: {
    ...{ section: 'directPaid', label: 'notRevenue', lacks: 'non_revenue' },
    ...{ paths: createUntaxedPaths('direct_paid.non_revenue'), record: ['direct_paid', 'non_revenue'] },
    ...{ rows: createNonRevenueRows(DIRECT), calculation: 'otherSection' },
  },
  directTotal: {
    ...{ section: 'directPaid', label: 'directTotal', isSum: true, lacks: 'direct' },
    ...{ paths: createPaths('direct_paid.total'), record: ['direct_paid', 'total'] },
    ...{ rows: createDirectTotalRows(), calculation: 'sumOfLines' },
  },
  method: {
    ...{ section: 'paymentMethods', label: null, idName: 'provider_method_type_id' },
    ...{ paths: { wt: 'direct_paid.payment_methods.amount' }, record: ['direct_paid', 'payment_methods'] },
    rows: [PAYMENTS],
  },
  methodsTotal: {
    ...{ section: 'paymentMethods', label: 'methodsTotal', isSum: true, rows: [PAYMENTS] },
    ...{ paths: { wt: 'direct_paid.balance_check.payments_total' } },
    record: ['direct_paid.balance_check', 'payments_total'],
  },
  balanceExpected: {
    ...{ section: 'paymentMethods', label: 'directTotal', lacks: 'direct', calculation: 'otherSection' },
    ...{ paths: { wt: 'direct_paid.balance_check.expected_total' }, rows: createDirectTotalRows({ sum: 'wt' }) },
    record: ['direct_paid.balance_check', 'expected_total'],
  },
  balance: {
    ...{ section: 'paymentMethods', label: 'difference', lacks: 'direct', calculation: 'balance' },
    paths: { wt: 'direct_paid.balance_check.difference' },
    record: ['direct_paid.balance_check', 'difference'],
    rows: [PAYMENTS, ...createDirectTotalRows({ sum: 'wt', sign: -1 })],
  },
} as const satisfies Definitions;

const NOT_PAID_NOW = {
  notPaidRate: {
    ...{ section: 'notPaidNow', label: null, idName: 'tax_rate_id', record: ['not_paid_now', 'rates'] },
    ...{ paths: createRatePaths('not_paid_now.rates'), rowsName: 'not-paid', rows: [createItemRows(NOT_PAID)] },
  },
  notPaidTotal: {
    ...{
      section: 'notPaidNow',
      label: 'notPaidTotal',
      isSum: true,
      rowsName: 'not-paid',
      rows: [createItemRows(NOT_PAID)],
    },
    ...{ paths: createPaths('not_paid_now.total'), record: ['not_paid_now', 'total'] },
  },
  settledRate: {
    ...{ section: 'settledSince', label: null, idName: 'tax_rate_id' },
    ...{ paths: createRatePaths('not_paid_now.settled_since.rates'), record: ['not_paid_now.settled_since', 'rates'] },
    ...{ rowsName: 'settled', rows: [createItemRows(SETTLED_FILTERS)] },
  },
  settledTotal: {
    ...{
      section: 'settledSince',
      label: 'settledTotal',
      isSum: true,
      rowsName: 'settled',
      rows: [createItemRows(SETTLED_FILTERS)],
    },
    ...{ paths: createPaths('not_paid_now.settled_since.total'), record: ['not_paid_now.settled_since', 'total'] },
  },
} as const satisfies Definitions;

/** The Dutch VAT return, calculated from the rates above. */
const VAT_RETURN = {
  vatRate: {
    ...{ section: 'vatReturn', label: null, paths: {}, record: ['vat_return', 'rates'] },
    ...{ rowsName: 'vat', rows: [createItemRows(SOLD_FILTERS)] },
  },
  vatCountry: {
    ...{ section: 'vatReturn', label: null, isSum: true, paths: {}, record: null },
    ...{ rows: [], calculation: 'sumOfLines' },
  },
  vatBox: {
    ...{ section: 'vatReturn', label: null, isSum: true, paths: {}, record: ['vat_return', 'total'] },
    ...{ rows: [], calculation: 'sumOfLines' },
  },
  vatTotal: {
    ...{ section: 'vatReturn', label: 'ratesTotal', isSum: true, paths: {}, record: ['vat_return', 'total'] },
    ...{ rows: [], calculation: 'sumOfLines' },
  },
  vatDifferences: {
    ...{ section: 'vatReturn', label: 'differences', unknown: 'differences', paths: {} },
    ...{ record: ['vat_return', 'differences'], rows: [], calculation: 'otherSection' },
  },
  vatRest: {
    ...{ section: 'vatReturn', label: 'rest', isRare: true, paths: {}, record: ['vat_return', 'rest'] },
    ...{ rows: [], calculation: 'rest' },
  },
  vatTurnover: {
    ...{ section: 'vatReturn', label: 'turnover', isSum: true, lacks: 'turnover', paths: {} },
    ...{ record: ['vat_return', 'total_turnover'], rows: [], calculation: 'otherSection' },
  },
} as const satisfies Definitions;

/** The row without a group has the rounding differences, with the sign of turnover. */
const GROUPS = {
  group: {
    ...{ section: 'groups', label: null, idName: 'product_group_id', record: ['turnover_by_group', 'rows'] },
    ...{ paths: createPaths('turnover_by_group.rows.total'), rowsName: 'group', rows: [createItemRows(SOLD_FILTERS)] },
  },
  groupShop: {
    ...{ section: 'groupShops', label: null, paths: {}, record: ['turnover_by_group', 'rows.shops'] },
    ...{ rowsName: 'group', rows: [createItemRows(SOLD_FILTERS)] },
  },
  shop: {
    ...{ section: 'shops', label: null, idName: 'shop_id', lacks: 'turnover' },
    ...{ paths: createPaths('turnover_by_group.shop_totals.value'), record: ['turnover_by_group', 'shop_totals'] },
    ...{ rows: TURNOVER_ROWS, calculation: 'sumOfGroups' },
  },
  groupsTotal: {
    ...{ section: 'groups', label: 'total', isSum: true, lacks: 'turnover' },
    ...{ paths: createPaths('turnover_by_group.total'), record: ['turnover_by_group', 'total'] },
    ...{ rows: TURNOVER_ROWS, calculation: 'sumOfGroups' },
  },
  shopsTotal: {
    ...{ section: 'shops', label: 'total', isSum: true, lacks: 'turnover', record: null },
    ...{ paths: createPaths('turnover_by_group.total'), rows: TURNOVER_ROWS, calculation: 'sumOfGroups' },
  },
} as const satisfies Definitions;

type Definitions = Readonly<Record<string, FigureDefinition>>;

const TABLE = {
  ...{ ...REVENUE, ...NON_REVENUE, ...RECEIVED_FIGURES, ...DIRECT_PAID },
  ...{ ...NOT_PAID_NOW, ...VAT_RETURN, ...GROUPS },
};

export type FigureName = keyof typeof TABLE;

/** In report order. */
export const REPORT_FIGURES: Readonly<Record<FigureName, FigureDefinition>> = TABLE;

/** Returns the figure at a path; `null` if the report does not have it. */
export function getFigureAt(report: unknown, path: string): number | null {
  let found = report;
  for (const step of path.split('.')) found = (found as Readonly<Record<string, unknown>> | null)?.[step];
  return typeof found === 'number' ? found : null;
}
