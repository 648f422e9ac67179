import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { Day, Id, optional } from './query.ts';
import { CalendarDay, Euros, nullable, RecordId, Timestamp } from './values.ts';

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

export const ReportCheck = Type.Object({
  name: Type.Enum(CHECK_NAMES),
  left: Euros(),
  right: Euros(),
  difference: Euros('left minus right'),
  holds: Type.Boolean(),
});
export type ReportCheck = Static<typeof ReportCheck>;

export const ReportRate = Type.Object({
  tax_rate_id: RecordId(),
  name: Type.String(),
  value: Type.Number({ description: 'Percentage' }),
  country_iso2: Type.String(),
  base: Euros('Excluding VAT'),
  tax: Euros('total_wt minus base'),
  total_wt: Euros('Including VAT, as given'),
});
export type ReportRate = Static<typeof ReportRate>;

const ShopTitle = Type.Object({ shop_id: RecordId(), title: Type.String() });
const ShopValue = Type.Object({ shop_id: RecordId(), value: Euros(), value_wt: Euros() });

export const ReportPaymentMethod = Type.Object({
  provider_method_type_id: RecordId(),
  title: Type.String(),
  type_alias: Type.String(),
  amount: Euros(),
});

export const TurnoverGroupRow = Type.Object({
  product_group_id: nullable(RecordId()),
  product_group_code: nullable(Type.String()),
  title: Type.String(),
  shops: Type.Array(ShopValue),
  total: Euros(),
  total_wt: Euros(),
});
export type TurnoverGroupRow = Static<typeof TurnoverGroupRow>;

/** A plain name excludes VAT, `_wt` includes it; both are sums of given values, neither derived. */
export const FinancialReport = Type.Object({
  from: CalendarDay(),
  to: CalendarDay(),
  location_id: nullable(RecordId()),
  currency: Type.String(),
  generated_at: Timestamp(),
  shops: Type.Array(ShopTitle),
  revenue: Type.Object({
    total_sales: Euros('Product items with a positive quantity'),
    total_sales_wt: Euros(),
    total_returns: Euros('Product items with a negative quantity, shown positive'),
    total_returns_wt: Euros(),
    total_differences: Euros('What cash rounding took off; negative where it added'),
    total_differences_wt: Euros(),
    total_turnover: Euros('Sales minus returns and differences'),
    total_turnover_wt: Euros(),
    total_cost_of_goods_sold: Euros(),
    margin: Type.Object({ value: Euros(), percentage: nullable(Type.Number()) }),
    non_revenue: Type.Object({
      gift_cards: Euros(),
      tips: Euros(),
      payments_on_invoice: Euros(),
      prepayments: Euros(),
      total: Euros(),
    }),
  }),
  direct_paid: Type.Object({
    rates: Type.Array(ReportRate),
    differences: Euros(),
    non_revenue: Euros(),
    total: Euros(),
    total_wt: Euros(),
    payment_methods: Type.Array(ReportPaymentMethod),
    balance_check: Type.Object({
      payments_total: Euros(),
      expected_total: Euros(),
      difference: Euros(),
      is_balanced: Type.Boolean(),
    }),
  }),
  not_paid_now: Type.Object({
    rates: Type.Array(ReportRate),
    total: Euros(),
    total_wt: Euros(),
    settled_since: Type.Object({ rates: Type.Array(ReportRate), total: Euros(), total_wt: Euros() }),
  }),
  turnover_by_group: Type.Object({
    shops: Type.Array(ShopTitle),
    rows: Type.Array(TurnoverGroupRow),
    shop_totals: Type.Array(ShopValue),
    total: Euros(),
    total_wt: Euros(),
  }),
  checks: Type.Array(ReportCheck),
});
export type FinancialReport = Static<typeof FinancialReport>;

export const readFinancialReport = defineEndpoint({
  method: 'GET',
  path: '/api/financial-report',
  access: 'user',
  query: Type.Object({ from: Day(), to: optional(Day()), location_id: optional(Id()) }),
  response: FinancialReport,
});
