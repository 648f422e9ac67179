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
import { onlyOf, optional, reportQuery, severalOf } from './query.ts';
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

/** Names a check can have; figures that exist on both sides of VAT are checked on both. */
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
  ', or, on a platform that rounds each figure to a cent, one of at most half a cent for each figure that is added up';

export const ReportCheck = NamedRecord(
  'ReportCheck',
  {
    name: Type.Enum(CHECK_NAMES, {
      description:
        'What is compared, `_ex` without and `_wt` with VAT. `turnover`: sales less returns and differences with the ' +
        'turnover. `direct_total`: rates less differences plus non-revenue of `direct_paid` with its total. ' +
        '`payments`: the payment methods with that total. `bridge_wt`: direct, not paid and settled since, less ' +
        'non-revenue, with the turnover. `groups`: the rows by group with the turnover. `group_shops`: the shops of ' +
        'each group with its total, shown for the group that is furthest off. `shop_totals`: the totals of the shops ' +
        'with that of all groups',
    }),
    left: Euros('What is compared'),
    right: Euros('What it is compared with'),
    difference: Euros('left minus right'),
    holds: Type.Boolean({ description: `True when there is no difference${ROUNDING}` }),
  },
  checkExample,
  'Two ways to come to one figure',
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
    tax: Euros('total_wt minus base'),
    total_wt: Euros('Product items at this rate including VAT, as given'),
  },
  rateExample,
  'Product items at one VAT rate',
);
export type ReportRate = Static<typeof ReportRate>;

const ShopTitle = Type.Object({ shop_id: ShopId(), title: Type.String() });
const ShopValue = Type.Object({
  shop_id: ShopId(),
  value: Euros('Its part excluding VAT'),
  value_wt: Euros('Its part including VAT'),
});

const ReportPaymentMethod = NamedRecord(
  'ReportPaymentMethod',
  {
    ...methodFields,
    amount: Euros('What was paid by it, less change'),
  },
  paymentMethodExample,
  'What was paid by one method',
);

export const TurnoverGroupRow = NamedRecord(
  'TurnoverGroupRow',
  {
    product_group_id: nullable(RecordId('Null in the last row, of rounding differences')),
    product_group_code: nullable(
      Type.String({ description: 'Key of the revenue ledger; null in the row of rounding differences' }),
    ),
    title: Type.String(),
    shops: Type.Array(ShopValue, { description: 'Every shop of the report, 0 where it sold none' }),
    total: Euros('Product items of the group, excluding VAT'),
    total_wt: Euros('Product items of the group, including VAT'),
  },
  groupRowExample,
  'Turnover of one group by shop; of the last row the rounding differences',
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
      'What cash rounding took off the turnover; negative where it added. It is subtracted, like the returns: as a part of ' +
        'the turnover, as in `turnover_by_group` and on a page that adds up, it has the other sign',
    ),
    total_differences_wt: Known(
      Euros('What cash rounding took off the turnover: `total_differences`, as rounding has no VAT'),
    ),
    total_turnover: Euros('Sales minus returns and differences, excluding VAT'),
    total_turnover_wt: Known(Euros('Sales minus returns and differences, including VAT')),
    total_cost_of_goods_sold: KnownEuros('Cost of the product items, excluding VAT'),
    margin: Type.Object(
      {
        value: KnownEuros('total_turnover minus cost'),
        percentage: nullable(
          Type.Number({
            description:
              '`value` as a percentage of total_turnover, to 2 decimals; null where that is 0 or less, or the cost is not known',
          }),
        ),
      },
      { description: 'What is left of the turnover after the cost' },
    ),
    non_revenue: Known(
      Type.Object(
        {
          gift_cards: Euros('Gift cards sold'),
          tips: Euros('Tips given'),
          payments_on_invoice: Euros('Payments on earlier invoices'),
          prepayments: Euros('Money taken in advance'),
          other: Euros('What the platform calls no turnover'),
          total: Euros('Sum of the five'),
        },
        { description: 'Money that came in and is no turnover; it has no VAT' },
      ),
    ),
  },
  example.revenue,
  'What was sold, came back and is left',
);

const DirectPaid = NamedRecord(
  'ReportDirectPaid',
  {
    rates: Type.Array(ReportRate, { description: 'Product items of direct orders, by VAT rate' }),
    differences: Euros('What cash rounding took off; negative where it added'),
    non_revenue: Euros('Non-revenue items of these orders'),
    total: Euros('Rates minus differences plus non_revenue, excluding VAT'),
    total_wt: Euros('Rates minus differences plus non_revenue, including VAT'),
    payment_methods: Type.Array(ReportPaymentMethod, {
      description: 'The methods that were used, internal ones included, by title',
    }),
    balance_check: Type.Object(
      {
        payments_total: Euros('Sum of payment_methods'),
        expected_total: Euros('What had to be paid: total_wt'),
        difference: Euros('payments_total minus expected_total'),
        is_balanced: Type.Boolean({ description: `True when there is no difference${ROUNDING}` }),
      },
      { description: 'Whether the payments come to the total' },
    ),
  },
  example.direct_paid,
  'Direct orders: what was sold by VAT rate, and how it was paid',
);

const ratesWithTotals = {
  rates: Type.Array(ReportRate, { description: 'Product items of these orders, by VAT rate' }),
  total: Euros('Their sum excluding VAT'),
  total_wt: Euros('Their sum including VAT'),
};

const NotPaidNow = NamedRecord(
  'ReportNotPaidNow',
  {
    ...ratesWithTotals,
    settled_since: Type.Object(ratesWithTotals, {
      description: 'Invoice orders of the range that have been paid by now',
    }),
  },
  example.not_paid_now,
  'Invoice orders of the range that are unpaid at this moment',
);

const TurnoverByGroup = NamedRecord(
  'ReportTurnoverByGroup',
  {
    shops: Type.Array(ShopTitle, { description: 'The shops of the report, in the order of every row' }),
    rows: Type.Array(TurnoverGroupRow, {
      description: 'Groups that sold something, and a last row of rounding differences',
    }),
    shop_totals: Type.Array(ShopValue, { description: 'Turnover of each shop' }),
    total: Euros('Sum of the rows, which is the turnover, excluding VAT'),
    total_wt: Euros('Sum of the rows, which is the turnover, including VAT'),
  },
  example.turnover_by_group,
  'The turnover by group and shop',
);

/** What a point-of-sale platform may not know. */
export const UNKNOWN_FIGURES = [
  'cost',
  'differences',
  'payment_methods',
  'payments_on_invoice',
  'prepayments',
  'tips',
] as const;

/** What another deployment need not give, or may give in another form: then it is `null`. */
export const UNKNOWN_SECTIONS = [
  'shops',
  'revenue_wt',
  'non_revenue',
  'direct_paid',
  'not_paid_now',
  'turnover_by_group',
] as const;

export type UnknownSection = (typeof UNKNOWN_SECTIONS)[number];

/** Of a report that is limited to locations, where no order names its location. Then no figure of it is known. */
export const UNKNOWN_TURNOVER = 'turnover';

/** Other deployments may name more. */
export type UnknownFigure = (typeof UNKNOWN_FIGURES)[number] | UnknownSection | typeof UNKNOWN_TURNOVER;

/** The locations and shops that the figures are limited to. */
export const limitedTo = {
  location_id: nullable(
    RecordId('The only location that it is limited to, of a locked user theirs; null for all, and for several'),
  ),
  location_ids: optional(
    Type.Array(RecordId(), {
      description: 'The locations that it is limited to, where several were asked for',
      examples: [[3, 7]],
    }),
  ),
  shop_id: nullable(RecordId('The only shop that was asked for; null for all, and for several')),
  shop_ids: optional(
    Type.Array(RecordId(), { description: 'The shops, where several were asked for', examples: [[4, 5]] }),
  ),
};

export type ReportLimits = Pick<FinancialReport, 'location_id' | 'location_ids' | 'shop_id' | 'shop_ids'>;

interface AskedPlaces {
  readonly location_id?: readonly number[] | undefined;
  readonly shop_id?: readonly number[] | undefined;
}

/** How a report names the locations and shops that were asked for; none for all. */
export function limitedBy({ location_id: locations, shop_id: shops }: AskedPlaces): ReportLimits {
  const [location_ids, shop_ids] = [severalOf(locations), severalOf(shops)];
  return {
    ...{ location_id: onlyOf(locations), ...(location_ids && { location_ids }) },
    ...{ shop_id: onlyOf(shops), ...(shop_ids && { shop_ids }) },
  };
}

/** Empty for all. */
export function locationsOf({
  location_id,
  location_ids,
}: Pick<FinancialReport, 'location_id' | 'location_ids'>): readonly number[] {
  return location_ids ?? (location_id === null ? [] : [location_id]);
}

/** Empty for all. */
export function shopsOf({ shop_id, shop_ids }: Pick<FinancialReport, 'shop_id' | 'shop_ids'>): readonly number[] {
  return shop_ids ?? (shop_id === null ? [] : [shop_id]);
}

/** A plain name excludes VAT, `_wt` includes it; both are sums of given values, neither derived. */
export const FinancialReport = NamedRecord(
  'FinancialReport',
  {
    ...echoedRange,
    ...limitedTo,
    currency: Currency(),
    generated_at: Timestamp('When the figures were read'),
    shops: Known(Type.Array(ShopTitle, { description: 'The shops that it covers' })),
    revenue: Revenue,
    direct_paid: Known(DirectPaid),
    not_paid_now: Known(NotPaidNow),
    turnover_by_group: Known(TurnoverByGroup),
    checks: Type.Array(ReportCheck, {
      description: 'Every check once whose figures are known, whether it holds or not',
    }),
    unknown: Type.Array(Type.String(), {
      description:
        'What the platform does not know, so that it is missing in the figures and their totals: ' +
        `${UNKNOWN_FIGURES.join(', ')}. A number of such a figure is not known, and not 0. Also the sections that are ` +
        `null: ${UNKNOWN_SECTIONS.join(', ')}. revenue_wt is revenue including VAT, and ${UNKNOWN_TURNOVER} is every figure`,
    }),
  },
  example,
  'Turnover of a range of days, how it was paid and by which groups it came',
);
export type FinancialReport = Static<typeof FinancialReport>;

export type ReportSection = 'direct_paid' | 'not_paid_now' | 'turnover_by_group';

/** A report that has a section which not every platform gives. */
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

/** A report with all of its sections, as platforms have it that are not another deployment. */
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
  summary: 'The financial report of a range of days',
  description:
    'Orders count that are `processing`, `complete` or `refunded` and were purchased in the range. A plain name ' +
    'excludes VAT, `_wt` includes it; both are sums of the values of the orders. With `location_id` it is that of ' +
    'the shops of the location, or of the locations, with `shop_id` that of the shop, or of the shops. `checks` compares figures that must agree; one that does not is reported, never ' +
    'made to fit. All of it can be computed again from `GET /api/orders` with items and payments. ' +
    '`payment_methods` names internal methods too, which `GET /api/payment-methods` does not list.',
  query: Type.Object({
    ...reportQuery,
  }),
  response: FinancialReport,
});
