import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import {
  checkExample,
  financialReportExample as example,
  groupRowExample,
  paymentMethodExample,
  rateExample,
} from './financial-report-example.ts';
import { methodFields } from './payment-methods.ts';
import { getOnlyId, getSeveralIds, optional, reportQuery } from './query.ts';
import {
  CountryIso2,
  Currency,
  Euros,
  echoedRange,
  Known,
  KnownEuros,
  NamedRecord,
  nullable,
  RecordId,
  ShopId,
  TaxRateId,
  Timestamp,
} from './values.ts';

/** Names of checks. Figures with and without VAT are checked twice. */
export const CHECK_NAMES = [
  'turnover_ex',
  'turnover_wt',
  'direct_total_ex',
  'direct_total_wt',
  'payments',
  'bridge_wt',
  'groups_ex',
  'groups_wt',
  'group_shops_ex',
  'group_shops_wt',
  'shop_totals_ex',
  'shop_totals_wt',
] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

const ROUNDING =
  ', or at most half a cent for each figure that is added up if the platform rounds every figure to a cent';

export const ReportCheck = NamedRecord(
  'ReportCheck',
  {
    name: Type.Enum(CHECK_NAMES, {
      description:
        'What is compared: `_ex` without and `_wt` with VAT. `turnover`: sales minus returns and differences, with the ' +
        'turnover. `direct_total`: rates minus differences plus non-revenue of `direct_paid`, with its total. `payments`: ' +
        'the payment methods, with that total. `bridge_wt`: direct, not paid and settled since, minus non-revenue, with the ' +
        'turnover. `groups`: the rows by group, with the turnover. `group_shops`: the shops of each group, with its total; ' +
        'shown for the group with the largest difference. `shop_totals`: the totals of the shops, with the total of all ' +
        'groups',
    }),
    left: Euros('First value'),
    right: Euros('Second value'),
    difference: Euros('`left` minus `right`'),
    holds: Type.Boolean({ description: `Whether there is no difference${ROUNDING}` }),
  },
  checkExample,
  'A comparison of two calculations of one figure',
);
export type ReportCheck = Static<typeof ReportCheck>;

export const ReportRate = NamedRecord(
  'ReportRate',
  {
    tax_rate_id: TaxRateId(),
    name: Type.String({ description: 'Label of the rate' }),
    value: Type.Number({ description: 'Percentage of the rate' }),
    country_iso2: CountryIso2(),
    base: Euros('Product items at this rate, excluding VAT'),
    tax: Euros('`total_wt` minus `base`'),
    total_wt: Euros('Product items at this rate, including VAT'),
  },
  rateExample,
  'Product items at one VAT rate',
);
export type ReportRate = Static<typeof ReportRate>;

const ShopTitle = Type.Object({ shop_id: ShopId(), title: Type.String() });
const ShopValue = Type.Object({
  shop_id: ShopId(),
  value: Euros('Value of the shop excluding VAT'),
  value_wt: Euros('Value of the shop including VAT'),
});

const ReportPaymentMethod = NamedRecord(
  'ReportPaymentMethod',
  {
    ...methodFields,
    amount: Euros('Amount paid minus change'),
  },
  paymentMethodExample,
  'Payments by one method',
);

export const TurnoverGroupRow = NamedRecord(
  'TurnoverGroupRow',
  {
    product_group_id: nullable(RecordId('`null` in the last row with rounding differences')),
    product_group_code: nullable(
      Type.String({ description: 'Code of the revenue ledger; `null` in the row with rounding differences' }),
    ),
    title: Type.String(),
    shops: Type.Array(ShopValue, { description: 'Every shop of the report; 0 if it sold nothing' }),
    total: Euros('Product items of the group, excluding VAT'),
    total_wt: Euros('Product items of the group, including VAT'),
  },
  groupRowExample,
  'Turnover of one group by shop. The last row contains the rounding differences',
);
export type TurnoverGroupRow = Static<typeof TurnoverGroupRow>;

const Revenue = NamedRecord(
  'ReportRevenue',
  {
    total_sales: Euros('Product items with a positive quantity, excluding VAT'),
    total_sales_wt: Known(Euros('Product items with a positive quantity, including VAT')),
    total_returns: Euros('Product items with a negative quantity, shown positive, excluding VAT'),
    total_returns_wt: Known(Euros('Product items with a negative quantity, shown positive, including VAT')),
    total_differences: Euros(
      'Turnover lost to cash rounding, excluding VAT; negative if rounding added. It is subtracted like returns. In ' +
        '`turnover_by_group`, where values are added, it has the opposite sign',
    ),
    total_differences_wt: Known(
      Euros('Turnover lost to cash rounding, equal to `total_differences` because rounding has no VAT'),
    ),
    total_turnover: Euros('Sales minus returns and differences, excluding VAT'),
    total_turnover_wt: Known(Euros('Sales minus returns and differences, including VAT')),
    total_cost_of_goods_sold: KnownEuros('Cost of the product items, excluding VAT'),
    margin: Type.Object(
      {
        value: KnownEuros('`total_turnover` minus cost'),
        percentage: nullable(
          Type.Number({
            description:
              '`value` as a percentage of `total_turnover`, with 2 decimals; `null` if the turnover is 0 or less or the cost is unknown',
          }),
        ),
      },
      { description: 'Turnover minus cost' },
    ),
    non_revenue: Known(
      Type.Object(
        {
          gift_cards: Euros('Gift cards sold'),
          tips: Euros('Tips given'),
          payments_on_invoice: Euros('Payments of earlier invoices'),
          prepayments: Euros('Payments in advance'),
          other: Euros('Other items that are not turnover'),
          total: Euros('Sum of the fields above'),
        },
        { description: 'Receipts that are not turnover, without VAT' },
      ),
    ),
  },
  example.revenue,
  'Sales, returns, turnover and margin',
);

const DirectPaid = NamedRecord(
  'ReportDirectPaid',
  {
    rates: Type.Array(ReportRate, { description: 'Product items of direct orders, by VAT rate' }),
    differences: Euros('Amount lost to cash rounding; negative if rounding added'),
    non_revenue: Euros('Non-revenue items of these orders'),
    total: Euros('Rates minus `differences` plus `non_revenue`, excluding VAT'),
    total_wt: Euros('Rates minus `differences` plus `non_revenue`, including VAT'),
    payment_methods: Type.Array(ReportPaymentMethod, {
      description: 'Payment methods that were used, including internal ones, sorted by title',
    }),
    balance_check: Type.Object(
      {
        payments_total: Euros('Sum of `payment_methods`'),
        expected_total: Euros('Amount due: `total_wt`'),
        difference: Euros('`payments_total` minus `expected_total`'),
        is_balanced: Type.Boolean({ description: `Whether there is no difference${ROUNDING}` }),
      },
      { description: 'Comparison of payments and total' },
    ),
  },
  example.direct_paid,
  'Direct orders: sales by VAT rate and payments by method',
);

const ratesWithTotals = {
  rates: Type.Array(ReportRate, { description: 'Product items of these orders, by VAT rate' }),
  total: Euros('Sum excluding VAT'),
  total_wt: Euros('Sum including VAT'),
};

const NotPaidNow = NamedRecord(
  'ReportNotPaidNow',
  {
    ...ratesWithTotals,
    settled_since: Type.Object(ratesWithTotals, {
      description: 'Invoice orders of the range that have been paid since',
    }),
  },
  example.not_paid_now,
  'Invoice orders of the range that are currently unpaid',
);

const TurnoverByGroup = NamedRecord(
  'ReportTurnoverByGroup',
  {
    shops: Type.Array(ShopTitle, { description: 'The shops of the report, in the same order as in every row' }),
    rows: Type.Array(TurnoverGroupRow, {
      description: 'Groups with sales, and a last row with rounding differences',
    }),
    shop_totals: Type.Array(ShopValue, { description: 'Turnover of each shop' }),
    total: Euros('Sum of the rows (the turnover), excluding VAT'),
    total_wt: Euros('Sum of the rows (the turnover), including VAT'),
  },
  example.turnover_by_group,
  'Turnover by group and shop',
);

/** Figures that a point-of-sale platform may not know. */
export const UNKNOWN_FIGURES = [
  'cost',
  'differences',
  'payment_methods',
  'payments_on_invoice',
  'prepayments',
  'tips',
] as const;

/** Sections that another deployment may leave out or return in another structure. They are then `null`. */
export const UNKNOWN_SECTIONS = [
  'shops',
  'revenue_wt',
  'non_revenue',
  'direct_paid',
  'not_paid_now',
  'turnover_by_group',
] as const;

export type UnknownSection = (typeof UNKNOWN_SECTIONS)[number];

/** For a report limited to locations whose orders have no location. None of its figures is then known. */
export const UNKNOWN_TURNOVER = 'turnover';

/** Other deployments may have more. */
export type UnknownFigure = (typeof UNKNOWN_FIGURES)[number] | UnknownSection | typeof UNKNOWN_TURNOVER;

/** The locations and shops that the figures cover. */
export const scopeFields = {
  location_id: nullable(
    RecordId('The only covered location, such as that of a locked user; `null` for all or several'),
  ),
  location_ids: optional(
    Type.Array(RecordId(), {
      description: 'The covered locations, if several were requested',
      examples: [[3, 7]],
    }),
  ),
  shop_id: nullable(RecordId('The requested shop; `null` for all or several')),
  shop_ids: optional(
    Type.Array(RecordId(), { description: 'The requested shops, if there are several', examples: [[4, 5]] }),
  ),
};

export type ReportScope = Pick<FinancialReport, 'location_id' | 'location_ids' | 'shop_id' | 'shop_ids'>;

interface RequestedScope {
  readonly location_id?: readonly number[] | undefined;
  readonly shop_id?: readonly number[] | undefined;
}

/** Creates the fields with the requested locations and shops of a report. */
export function createScope({ location_id: locations, shop_id: shops }: RequestedScope): ReportScope {
  const [location_ids, shop_ids] = [getSeveralIds(locations), getSeveralIds(shops)];
  return {
    ...{ location_id: getOnlyId(locations), ...(location_ids && { location_ids }) },
    ...{ shop_id: getOnlyId(shops), ...(shop_ids && { shop_ids }) },
  };
}

/** Empty for all. */
export function listLocationIds({
  location_id,
  location_ids,
}: Pick<FinancialReport, 'location_id' | 'location_ids'>): readonly number[] {
  return location_ids ?? (location_id === null ? [] : [location_id]);
}

/** Empty for all. */
export function listShopIds({ shop_id, shop_ids }: Pick<FinancialReport, 'shop_id' | 'shop_ids'>): readonly number[] {
  return shop_ids ?? (shop_id === null ? [] : [shop_id]);
}

/** Names with `_wt` include VAT, plain names exclude it. Both are sums of recorded values. */
export const FinancialReport = NamedRecord(
  'FinancialReport',
  {
    ...echoedRange,
    ...scopeFields,
    currency: Currency(),
    generated_at: Timestamp('When the figures were calculated'),
    shops: Known(Type.Array(ShopTitle, { description: 'The covered shops' })),
    revenue: Revenue,
    direct_paid: Known(DirectPaid),
    not_paid_now: Known(NotPaidNow),
    turnover_by_group: Known(TurnoverByGroup),
    checks: Type.Array(ReportCheck, {
      description: 'All checks whose figures are known, including failed ones',
    }),
    unknown: Type.Array(Type.String(), {
      description:
        'Figures that the platform does not know, so that they are missing in totals: ' +
        `${UNKNOWN_FIGURES.join(', ')}. Such a figure is unknown, not 0. Also sections that are \`null\`: ` +
        `${UNKNOWN_SECTIONS.join(', ')}. \`revenue_wt\` is revenue including VAT, and \`${UNKNOWN_TURNOVER}\` is every figure`,
    }),
  },
  example,
  'Turnover of a period by VAT rate, payment method and group',
);
export type FinancialReport = Static<typeof FinancialReport>;

export type ReportSection = 'direct_paid' | 'not_paid_now' | 'turnover_by_group';

/** A report that has a section which not every platform returns. */
export type ReportWith<Name extends ReportSection> = FinancialReport & {
  readonly [Section in Name]: NonNullable<FinancialReport[Section]>;
};

export function hasSection<Name extends ReportSection>(
  report: FinancialReport,
  name: Name,
): report is ReportWith<Name> {
  return report[name] !== null;
}

type Sections = 'shops' | 'direct_paid' | 'not_paid_now' | 'turnover_by_group';

/** A report with all sections. Every platform except another deployment returns this. */
export type WholeReport = Omit<FinancialReport, Sections | 'revenue'> & {
  readonly [Name in Sections]: NonNullable<FinancialReport[Name]>;
} & {
  readonly revenue: WholeRevenue;
};

type WholeRevenue = Omit<FinancialReport['revenue'], WtName | 'non_revenue'> &
  Record<WtName, number> & { readonly non_revenue: NonNullable<FinancialReport['revenue']['non_revenue']> };

type WtName = 'total_sales_wt' | 'total_returns_wt' | 'total_differences_wt' | 'total_turnover_wt';

export const readFinancialReport = defineEndpoint({
  method: 'GET',
  path: '/api/financial-report',
  access: 'user',
  operation: 'readFinancialReport',
  tag: 'Reports',
  summary: 'Retrieve the financial report',
  description:
    'Covers orders with status `processing`, `complete` or `refunded` that were purchased in the period. Plain names ' +
    'exclude VAT, names with `_wt` include it; both are sums of recorded values. `location_id` and `shop_id` limit the ' +
    'report to shops of these locations and to these shops. `checks` compares figures that must agree; a difference is ' +
    'reported and never hidden. All figures can be recalculated from `GET /api/orders` with items and payments. ' +
    '`payment_methods` includes internal methods, which `GET /api/payment-methods` does not list.',
  query: Type.Object({
    ...reportQuery,
  }),
  response: FinancialReport,
});
