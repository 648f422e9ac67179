import type { UnknownFigure } from './contract/financial-report.ts';
import type { ItemType, PaymentTerm } from './contract/orders.ts';
import type { FigureLabel } from './report-labels.ts';
import type { ReportTotal } from './unknown-figures.ts';

/*
 * The figures of the financial report, each defined once: where the report has it, what it is called and which rows are
 * behind it. The window, the files, the tools of assistants and the tests render this table.
 */

/** What a list of rows is narrowed to, besides the days and places of the report. */
interface RowFilters {
  readonly type?: ItemType;
  readonly sign?: 'positive' | 'negative';
  readonly payment_term?: PaymentTerm;
  readonly is_paid?: boolean;
}

/** Rows of the API that sum to a figure, or to a part of one. */
export interface RowsBehind {
  readonly list: 'items' | 'payments';
  readonly filters: RowFilters;
  /** Which of their sums counts. Default: that of the side of VAT that is asked for. */
  readonly sum?: 'ex' | 'wt' | 'cost' | 'amount';
  /** -1 if the API gives the figure with the other sign than its rows have. */
  readonly sign: 1 | -1;
}

/** In the order of the report. */
export const FIGURE_SECTIONS = [
  ...(['revenue', 'nonRevenue', 'fromTurnover', 'directPaid', 'paymentMethods', 'notPaidNow'] as const),
  ...(['settledSince', 'vatReturn', 'groups', 'groupShops', 'shops'] as const),
] as const;

/** The amounts for the VAT return come after the first of these sections, and before the others. */
export const SECTIONS_BEFORE_DECLARED = FIGURE_SECTIONS.slice(0, FIGURE_SECTIONS.indexOf('groups'));

export const SECTIONS_AFTER_DECLARED = FIGURE_SECTIONS.slice(FIGURE_SECTIONS.indexOf('groups'));

export type FigureSection = (typeof FIGURE_SECTIONS)[number];

/** How a figure is calculated that is made of others, and has no list of rows in the window. */
export type FigureMaking = 'sumOfLines' | 'margin' | 'vat' | 'otherSection' | 'balance' | 'sumOfGroups' | 'rest';

/** The list of the report that has a figure once in each row, and the id that names the row. */
type RowId = 'tax_rate_id' | 'provider_method_type_id' | 'product_group_id' | 'shop_id';

export interface FigureDefinition {
  readonly section: FigureSection;
  /** Its name on a line; `null` if the line has the name of a record, such as a payment method. */
  readonly label: FigureLabel | null;
  /** Paths in the report, in euros, or percent. A figure without VAT has the same path on both sides. */
  readonly paths: Partial<Readonly<Record<'ex' | 'wt' | 'tax' | 'percentage', string>>>;
  /** Section and item in files for programs; `null` if these have the figure elsewhere. */
  readonly record: readonly [section: string, item: string] | null;
  readonly idName?: RowId;
  /** Lines add up from top to bottom: of what is subtracted a line has the other sign than the API. */
  readonly isNegated?: true;
  readonly isSum?: true;
  /** Left out of lines for people while it is 0: few reports have it. */
  readonly isRare?: true;
  /** As a report names it that does not know the figure. */
  readonly unknown?: UnknownFigure;
  /** The total whose missing parts this figure lacks. */
  readonly lacks?: ReportTotal;
  readonly rows: readonly RowsBehind[];
  /** What the window calls the rows. */
  readonly rowsName?: RowsName;
  readonly making?: FigureMaking;
}

type RowsName =
  | ('sales' | 'returns' | 'differences' | 'cost' | 'gift-cards' | 'tips' | 'payments-on-invoice' | 'prepayments')
  | ('other-non-revenue' | 'rate' | 'vat' | 'not-paid' | 'settled' | 'group');

const SOLD = { type: 'product' } as const;
const DIRECT = { payment_term: 'direct' } as const;
const SOLD_DIRECT = { ...SOLD, ...DIRECT };
const NOT_PAID = { ...SOLD, payment_term: 'invoice', is_paid: false } as const;
const SETTLED = { ...SOLD, payment_term: 'invoice', is_paid: true } as const;
const ROUNDING = { type: 'rounding' } as const;

const items = (filters: RowFilters, more: Partial<Pick<RowsBehind, 'sum' | 'sign'>> = {}): RowsBehind => ({
  ...{ list: 'items', filters, sign: 1 },
  ...more,
});

const PAYMENTS: RowsBehind = { list: 'payments', filters: {}, sum: 'amount', sign: 1 };

const NON_REVENUE_TYPES = ['gift_card', 'tip', 'invoice_payment', 'prepayment', 'other'] as const;

const nonRevenueRows = (filters: RowFilters, sign: 1 | -1 = 1) =>
  NON_REVENUE_TYPES.map((type) => items({ ...filters, type }, { sum: 'wt', sign }));

const TURNOVER_ROWS = [items(SOLD), items(ROUNDING)];

const directTotalRows = (more: Partial<Pick<RowsBehind, 'sum' | 'sign'>> = {}) => [
  items(SOLD_DIRECT, more),
  items({ ...ROUNDING, ...DIRECT }, more),
  ...nonRevenueRows(DIRECT, more.sign),
];

/** Excluding VAT the path itself, including it with `_wt` behind it. */
const sides = (path: string) => ({ ex: path, wt: `${path}_wt` });

const untaxed = (path: string) => ({ ex: path, wt: path });

const ratePaths = (list: string) => ({ ex: `${list}.base`, wt: `${list}.total_wt`, tax: `${list}.tax` });

const REVENUE = {
  sales: {
    ...{ section: 'revenue', label: 'sales', paths: sides('revenue.total_sales'), record: ['revenue', 'total_sales'] },
    ...{ rowsName: 'sales', rows: [items({ ...SOLD, sign: 'positive' })] },
  },
  returns: {
    ...{ section: 'revenue', label: 'returns', isNegated: true },
    ...{ paths: sides('revenue.total_returns'), record: ['revenue', 'total_returns'] },
    ...{ rowsName: 'returns', rows: [items({ ...SOLD, sign: 'negative' }, { sign: -1 })] },
  },
  differences: {
    ...{ section: 'revenue', label: 'differences', isNegated: true, unknown: 'differences' },
    ...{ paths: sides('revenue.total_differences'), record: ['revenue', 'total_differences'] },
    ...{ rowsName: 'differences', rows: [items(ROUNDING, { sign: -1 })] },
  },
  turnover: {
    ...{ section: 'revenue', label: 'turnover', isSum: true, lacks: 'turnover' },
    ...{ paths: sides('revenue.total_turnover'), record: ['revenue', 'total_turnover'] },
    ...{ rows: TURNOVER_ROWS, making: 'sumOfLines' },
  },
  cost: {
    ...{ section: 'revenue', label: 'costOfGoodsSold', isNegated: true, unknown: 'cost' },
    ...{ paths: { ex: 'revenue.total_cost_of_goods_sold' }, record: ['revenue', 'total_cost_of_goods_sold'] },
    ...{ rowsName: 'cost', rows: [items(SOLD, { sum: 'cost' })] },
  },
  margin: {
    ...{ section: 'revenue', label: 'margin', isSum: true, unknown: 'cost', record: ['revenue', 'margin'] },
    ...{ paths: { ex: 'revenue.margin.value', percentage: 'revenue.margin.percentage' } },
    ...{ rows: [...TURNOVER_ROWS, items(SOLD, { sum: 'cost', sign: -1 })], making: 'margin' },
  },
} as const satisfies Definitions;

/** An amount of one type of item that is no turnover. */
const nonRevenue = <const Label extends FigureLabel>(
  label: Label,
  name: string,
  type: ItemType,
  more: Pick<FigureDefinition, 'rowsName' | 'unknown' | 'isRare'>,
) =>
  ({
    ...{ section: 'nonRevenue', label, paths: untaxed(`revenue.non_revenue.${name}`) },
    ...{ record: ['revenue.non_revenue', name], rows: [items({ type }, { sum: 'wt' })] },
    ...more,
  }) as const satisfies FigureDefinition;

const NON_REVENUE = {
  giftCards: nonRevenue('giftCards', 'gift_cards', 'gift_card', { rowsName: 'gift-cards' }),
  tips: nonRevenue('tips', 'tips', 'tip', { rowsName: 'tips', unknown: 'tips' }),
  paymentsOnInvoice: nonRevenue('paymentsOnInvoice', 'payments_on_invoice', 'invoice_payment', {
    ...{ rowsName: 'payments-on-invoice', unknown: 'payments_on_invoice' },
  }),
  prepayments: nonRevenue('prepayments', 'prepayments', 'prepayment', {
    ...{ rowsName: 'prepayments', unknown: 'prepayments' },
  }),
  otherNonRevenue: nonRevenue('otherNonRevenue', 'other', 'other', { rowsName: 'other-non-revenue', isRare: true }),
  nonRevenueTotal: {
    ...{ section: 'nonRevenue', label: 'nonRevenue', isSum: true, lacks: 'non_revenue' },
    ...{ paths: untaxed('revenue.non_revenue.total'), record: ['revenue.non_revenue', 'total'] },
    ...{ rows: nonRevenueRows({}), making: 'sumOfLines' },
  },
} as const satisfies Definitions;

/** How the turnover comes to what was received: figures of other sections, or made of them. */
const received = <const Label extends FigureLabel>(
  label: Label,
  item: string,
  making: FigureMaking,
  more: Pick<FigureDefinition, 'isSum' | 'isRare' | 'lacks'> = {},
) =>
  ({
    ...{ section: 'fromTurnover', label, paths: {}, record: ['turnover_to_received', item], rows: [], making },
    ...more,
  }) as const satisfies FigureDefinition;

const RECEIVED = {
  receivedTurnover: received('turnover', 'total_turnover', 'otherSection'),
  receivedNonRevenue: received('notRevenue', 'non_revenue', 'otherSection', { lacks: 'non_revenue' }),
  receivedNotPaid: received('notPaid', 'not_paid_now', 'otherSection'),
  receivedSettled: received('settled', 'settled_since', 'otherSection'),
  receivedExpected: received('expected', 'expected_total', 'sumOfLines', { isSum: true, lacks: 'direct' }),
  receivedPayments: received('methodsTotal', 'payments_total', 'otherSection'),
  receivedDifference: received('difference', 'difference', 'balance', { isRare: true }),
} as const satisfies Definitions;

const DIRECT_PAID = {
  directRate: {
    ...{ section: 'directPaid', label: null, idName: 'tax_rate_id', record: ['direct_paid', 'rates'] },
    ...{ paths: ratePaths('direct_paid.rates'), rowsName: 'rate', rows: [items(SOLD_DIRECT)] },
  },
  directDifferences: {
    ...{ section: 'directPaid', label: 'differences', isNegated: true, unknown: 'differences' },
    ...{ paths: untaxed('direct_paid.differences'), record: ['direct_paid', 'differences'] },
    ...{ rowsName: 'differences', rows: [items({ ...ROUNDING, ...DIRECT }, { sum: 'ex', sign: -1 })] },
  },
  directNonRevenue: {
    ...{ section: 'directPaid', label: 'notRevenue', lacks: 'non_revenue' },
    ...{ paths: untaxed('direct_paid.non_revenue'), record: ['direct_paid', 'non_revenue'] },
    ...{ rows: nonRevenueRows(DIRECT), making: 'otherSection' },
  },
  directTotal: {
    ...{ section: 'directPaid', label: 'directTotal', isSum: true, lacks: 'direct' },
    ...{ paths: sides('direct_paid.total'), record: ['direct_paid', 'total'] },
    ...{ rows: directTotalRows(), making: 'sumOfLines' },
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
    ...{ section: 'paymentMethods', label: 'directTotal', lacks: 'direct', making: 'otherSection' },
    ...{ paths: { wt: 'direct_paid.balance_check.expected_total' }, rows: directTotalRows({ sum: 'wt' }) },
    record: ['direct_paid.balance_check', 'expected_total'],
  },
  balance: {
    ...{ section: 'paymentMethods', label: 'difference', lacks: 'direct', making: 'balance' },
    paths: { wt: 'direct_paid.balance_check.difference' },
    record: ['direct_paid.balance_check', 'difference'],
    rows: [PAYMENTS, ...directTotalRows({ sum: 'wt', sign: -1 })],
  },
} as const satisfies Definitions;

const NOT_PAID_NOW = {
  notPaidRate: {
    ...{ section: 'notPaidNow', label: null, idName: 'tax_rate_id', record: ['not_paid_now', 'rates'] },
    ...{ paths: ratePaths('not_paid_now.rates'), rowsName: 'not-paid', rows: [items(NOT_PAID)] },
  },
  notPaidTotal: {
    ...{ section: 'notPaidNow', label: 'notPaidTotal', isSum: true, rowsName: 'not-paid', rows: [items(NOT_PAID)] },
    ...{ paths: sides('not_paid_now.total'), record: ['not_paid_now', 'total'] },
  },
  settledRate: {
    ...{ section: 'settledSince', label: null, idName: 'tax_rate_id' },
    ...{ paths: ratePaths('not_paid_now.settled_since.rates'), record: ['not_paid_now.settled_since', 'rates'] },
    ...{ rowsName: 'settled', rows: [items(SETTLED)] },
  },
  settledTotal: {
    ...{ section: 'settledSince', label: 'settledTotal', isSum: true, rowsName: 'settled', rows: [items(SETTLED)] },
    ...{ paths: sides('not_paid_now.settled_since.total'), record: ['not_paid_now.settled_since', 'total'] },
  },
} as const satisfies Definitions;

/** The Dutch VAT return is computed from the rates above. */
const VAT_RETURN = {
  vatRate: {
    ...{ section: 'vatReturn', label: null, paths: {}, record: ['vat_return', 'rates'] },
    ...{ rowsName: 'vat', rows: [items(SOLD)] },
  },
  vatCountry: {
    ...{ section: 'vatReturn', label: null, isSum: true, paths: {}, record: null },
    ...{ rows: [], making: 'sumOfLines' },
  },
  vatBox: {
    ...{ section: 'vatReturn', label: null, isSum: true, paths: {}, record: ['vat_return', 'total'] },
    ...{ rows: [], making: 'sumOfLines' },
  },
  vatTotal: {
    ...{ section: 'vatReturn', label: 'ratesTotal', isSum: true, paths: {}, record: ['vat_return', 'total'] },
    ...{ rows: [], making: 'sumOfLines' },
  },
  vatDifferences: {
    ...{ section: 'vatReturn', label: 'differences', unknown: 'differences', paths: {} },
    ...{ record: ['vat_return', 'differences'], rows: [], making: 'otherSection' },
  },
  vatRest: {
    ...{ section: 'vatReturn', label: 'rest', isRare: true, paths: {}, record: ['vat_return', 'rest'] },
    ...{ rows: [], making: 'rest' },
  },
  vatTurnover: {
    ...{ section: 'vatReturn', label: 'turnover', isSum: true, lacks: 'turnover', paths: {} },
    ...{ record: ['vat_return', 'total_turnover'], rows: [], making: 'otherSection' },
  },
} as const satisfies Definitions;

/** The row without a group has the rounding differences, with the sign of turnover. */
const GROUPS = {
  group: {
    ...{ section: 'groups', label: null, idName: 'product_group_id', record: ['turnover_by_group', 'rows'] },
    ...{ paths: sides('turnover_by_group.rows.total'), rowsName: 'group', rows: [items(SOLD)] },
  },
  groupShop: {
    ...{ section: 'groupShops', label: null, paths: {}, record: ['turnover_by_group', 'rows.shops'] },
    ...{ rowsName: 'group', rows: [items(SOLD)] },
  },
  shop: {
    ...{ section: 'shops', label: null, idName: 'shop_id', lacks: 'turnover' },
    ...{ paths: sides('turnover_by_group.shop_totals.value'), record: ['turnover_by_group', 'shop_totals'] },
    ...{ rows: TURNOVER_ROWS, making: 'sumOfGroups' },
  },
  groupsTotal: {
    ...{ section: 'groups', label: 'total', isSum: true, lacks: 'turnover' },
    ...{ paths: sides('turnover_by_group.total'), record: ['turnover_by_group', 'total'] },
    ...{ rows: TURNOVER_ROWS, making: 'sumOfGroups' },
  },
  shopsTotal: {
    ...{ section: 'shops', label: 'total', isSum: true, lacks: 'turnover', record: null },
    ...{ paths: sides('turnover_by_group.total'), rows: TURNOVER_ROWS, making: 'sumOfGroups' },
  },
} as const satisfies Definitions;

type Definitions = Readonly<Record<string, FigureDefinition>>;

const TABLE = {
  ...{ ...REVENUE, ...NON_REVENUE, ...RECEIVED, ...DIRECT_PAID },
  ...{ ...NOT_PAID_NOW, ...VAT_RETURN, ...GROUPS },
};

export type FigureName = keyof typeof TABLE;

/** In the order of the report. */
export const REPORT_FIGURES: Readonly<Record<FigureName, FigureDefinition>> = TABLE;

/** The figure at a path; `null` if the report, or one of its sections, does not have it. */
export function figureAt(report: unknown, path: string): number | null {
  let found = report;
  for (const step of path.split('.')) found = (found as Readonly<Record<string, unknown>> | null)?.[step];
  return typeof found === 'number' ? found : null;
}
