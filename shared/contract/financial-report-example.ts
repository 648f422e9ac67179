/**
 * A small day: a sale of 121.00 and a return of 12.10 at the till, where rounding took off 0.02 and a gift card and a
 * tip were sold; and two book orders on invoice, one of them paid later.
 */
const shops = [
  { shop_id: 4, title: 'Kassa Utrecht' },
  { shop_id: 5, title: 'Webshop' },
];

const standardRate = { tax_rate_id: 1, name: '21%', value: 21, country_iso2: 'NL' };
const reducedRate = { tax_rate_id: 2, name: '9%', value: 9, country_iso2: 'NL' };

const createShops = (till: readonly [number, number], webshop: readonly [number, number]) => [
  { shop_id: 4, value: till[0], value_wt: till[1] },
  { shop_id: 5, value: webshop[0], value_wt: webshop[1] },
];

const createCheck = <Name extends string>(name: Name, side: number) => ({
  name,
  left: side,
  right: side,
  difference: 0,
  holds: true,
});

export const rateExample = { ...standardRate, base: 90, tax: 18.9, total_wt: 108.9 };

export const paymentMethodExample = {
  provider_method_type_id: 6,
  title: 'Contant',
  type_alias: 'cash',
  amount: 25,
};

export const groupRowExample = {
  product_group_id: 7,
  product_group_code: '8010',
  title: 'Tuin',
  shops: createShops([90, 108.9], [0, 0]),
  total: 90,
  total_wt: 108.9,
};

export const checkExample = createCheck('turnover_ex', 139.98);

export const financialReportExample = {
  from: '2026-10-01',
  to: '2026-10-01',
  location_id: null,
  shop_id: null,
  currency: 'EUR',
  generated_at: '2026-11-21T13:00:00+01:00',
  shops,
  revenue: {
    total_sales: 150,
    total_sales_wt: 175.5,
    total_returns: 10,
    total_returns_wt: 12.1,
    total_differences: 0.02,
    total_differences_wt: 0.02,
    total_turnover: 139.98,
    total_turnover_wt: 163.38,
    total_cost_of_goods_sold: 80,
    margin: { value: 59.98, percentage: 42.85 },
    non_revenue: { gift_cards: 25, tips: 2, payments_on_invoice: 0, prepayments: 0, other: 0, total: 27 },
  },
  direct_paid: {
    rates: [rateExample],
    differences: 0.02,
    non_revenue: 27,
    total: 116.98,
    total_wt: 135.88,
    payment_methods: [
      paymentMethodExample,
      { provider_method_type_id: 5, title: 'Pinpas', type_alias: 'pin', amount: 110.88 },
    ],
    balance_check: { payments_total: 135.88, expected_total: 135.88, difference: 0, is_balanced: true },
  },
  not_paid_now: {
    rates: [{ ...reducedRate, base: 30, tax: 2.7, total_wt: 32.7 }],
    total: 30,
    total_wt: 32.7,
    settled_since: {
      rates: [{ ...reducedRate, base: 20, tax: 1.8, total_wt: 21.8 }],
      total: 20,
      total_wt: 21.8,
    },
  },
  turnover_by_group: {
    shops,
    rows: [
      groupRowExample,
      {
        product_group_id: 8,
        product_group_code: '8020',
        title: 'Boeken',
        shops: createShops([0, 0], [50, 54.5]),
        total: 50,
        total_wt: 54.5,
      },
      {
        product_group_id: null,
        product_group_code: null,
        title: 'Afrondingsverschillen',
        shops: createShops([-0.02, -0.02], [0, 0]),
        total: -0.02,
        total_wt: -0.02,
      },
    ],
    shop_totals: createShops([89.98, 108.88], [50, 54.5]),
    total: 139.98,
    total_wt: 163.38,
  },
  checks: [
    checkExample,
    createCheck('turnover_wt', 163.38),
    createCheck('direct_total_ex', 116.98),
    createCheck('direct_total_wt', 135.88),
    createCheck('payments', 135.88),
    createCheck('bridge_wt', 163.38),
    createCheck('groups_ex', 139.98),
    createCheck('groups_wt', 163.38),
    createCheck('group_shops_ex', 139.98),
    createCheck('group_shops_wt', 163.38),
    createCheck('shop_totals_ex', 139.98),
    createCheck('shop_totals_wt', 163.38),
  ],
  unknown: [],
};
