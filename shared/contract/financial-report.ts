import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import {
  checkExample,
  financialReportExample as example,
  groupRowExample,
  paymentMethodExample,
  rateExample,
} from './financial-report-example.ts';
import { FirstDay, Id, LastDay, optional } from './query.ts';
import { CalendarDay, Euros, NamedRecord, nullable, RecordId, Timestamp } from './values.ts';

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

export const ReportCheck = NamedRecord(
  'ReportCheck',
  {
    name: Type.Enum(CHECK_NAMES),
    left: Euros('One way to come to the figure'),
    right: Euros('The other way'),
    difference: Euros('left minus right'),
    holds: Type.Boolean(),
  },
  checkExample,
);
export type ReportCheck = Static<typeof ReportCheck>;

export const ReportRate = NamedRecord(
  'ReportRate',
  {
    tax_rate_id: RecordId(),
    name: Type.String(),
    value: Type.Number({ description: 'Percentage' }),
    country_iso2: Type.String(),
    base: Euros('Excluding VAT'),
    tax: Euros('total_wt minus base'),
    total_wt: Euros('Including VAT, as given'),
  },
  rateExample,
);
export type ReportRate = Static<typeof ReportRate>;

const ShopTitle = Type.Object({ shop_id: RecordId(), title: Type.String() });
const ShopValue = Type.Object({
  shop_id: RecordId(),
  value: Euros('Excluding VAT'),
  value_wt: Euros('Including VAT'),
});

export const ReportPaymentMethod = NamedRecord(
  'ReportPaymentMethod',
  {
    provider_method_type_id: RecordId(),
    title: Type.String(),
    type_alias: Type.String(),
    amount: Euros('Net of change'),
  },
  paymentMethodExample,
);

export const TurnoverGroupRow = NamedRecord(
  'TurnoverGroupRow',
  {
    product_group_id: nullable(RecordId('Null in the last row, of rounding differences')),
    product_group_code: nullable(Type.String()),
    title: Type.String(),
    shops: Type.Array(ShopValue),
    total: Euros('Excluding VAT'),
    total_wt: Euros('Including VAT'),
  },
  groupRowExample,
);
export type TurnoverGroupRow = Static<typeof TurnoverGroupRow>;

const Revenue = NamedRecord(
  'ReportRevenue',
  {
    total_sales: Euros('Product items with a positive quantity, excluding VAT'),
    total_sales_wt: Euros('The same including VAT'),
    total_returns: Euros('Product items with a negative quantity, shown positive, excluding VAT'),
    total_returns_wt: Euros('The same including VAT'),
    total_differences: Euros('What cash rounding took off; negative where it added'),
    total_differences_wt: Euros('The same: rounding has no VAT'),
    total_turnover: Euros('Sales minus returns and differences, excluding VAT'),
    total_turnover_wt: Euros('The same including VAT'),
    total_cost_of_goods_sold: Euros('Cost of the product items, excluding VAT'),
    margin: Type.Object({
      value: Euros('total_turnover minus cost'),
      percentage: nullable(Type.Number({ description: 'Of total_turnover; null where that is 0' })),
    }),
    non_revenue: Type.Object({
      gift_cards: Euros('Gift cards sold'),
      tips: Euros(),
      payments_on_invoice: Euros('Payments on earlier invoices'),
      prepayments: Euros(),
      total: Euros(),
    }),
  },
  example.revenue,
);

const DirectPaid = NamedRecord(
  'ReportDirectPaid',
  {
    rates: Type.Array(ReportRate),
    differences: Euros('What cash rounding took off'),
    non_revenue: Euros('Non-revenue items of these orders'),
    total: Euros('Rates minus differences plus non_revenue, excluding VAT'),
    total_wt: Euros('The same including VAT'),
    payment_methods: Type.Array(ReportPaymentMethod),
    balance_check: Type.Object({
      payments_total: Euros('Sum of payment_methods'),
      expected_total: Euros('total_wt'),
      difference: Euros('payments_total minus expected_total'),
      is_balanced: Type.Boolean(),
    }),
  },
  example.direct_paid,
);

const ratesWithTotals = {
  rates: Type.Array(ReportRate),
  total: Euros('Excluding VAT'),
  total_wt: Euros('Including VAT'),
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
);

const TurnoverByGroup = NamedRecord(
  'ReportTurnoverByGroup',
  {
    shops: Type.Array(ShopTitle),
    rows: Type.Array(TurnoverGroupRow),
    shop_totals: Type.Array(ShopValue),
    total: Euros('Excluding VAT'),
    total_wt: Euros('Including VAT'),
  },
  example.turnover_by_group,
);

/** A plain name excludes VAT, `_wt` includes it; both are sums of given values, neither derived. */
export const FinancialReport = NamedRecord(
  'FinancialReport',
  {
    from: CalendarDay(),
    to: CalendarDay(),
    location_id: nullable(RecordId('What the report is limited to; of a locked user their location')),
    currency: Type.String(),
    generated_at: Timestamp(),
    shops: Type.Array(ShopTitle),
    revenue: Revenue,
    direct_paid: DirectPaid,
    not_paid_now: NotPaidNow,
    turnover_by_group: TurnoverByGroup,
    checks: Type.Array(ReportCheck),
  },
  example,
);
export type FinancialReport = Static<typeof FinancialReport>;

export const readFinancialReport = defineEndpoint({
  method: 'GET',
  path: '/api/financial-report',
  access: 'user',
  documentation: {
    operation: 'readFinancialReport',
    tag: 'Reports',
    summary: 'The financial report of a range of days',
    description:
      'Orders count that are `processing`, `complete` or `refunded` and were purchased in the range. A plain name ' +
      'excludes VAT, `_wt` includes it; both are sums of the values of the orders. With `location_id` it is that of ' +
      'the shops of the location. `checks` compares figures that must agree; one that does not is reported, never ' +
      'made to fit. All of it can be computed again from `GET /api/orders` with items and payments.',
    implements: 'GET /api/financial-report',
  },
  query: Type.Object({
    from: FirstDay(),
    to: LastDay(),
    location_id: optional(Id('Only shops of this location', 3)),
  }),
  response: FinancialReport,
});
