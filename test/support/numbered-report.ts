import type { ReportRate, WholeReport } from '../../shared/contract/financial-report.ts';

/** Creates a report in which no amount occurs twice, so that each can be found in a file. */
export function numberedReport(): WholeReport {
  let last = 0;
  const euros = () => {
    last += 1;
    return last + 0.25;
  };
  const sides = () => ({ total: euros(), total_wt: euros() });
  const shopValues = () => [14, 17].map((shop_id) => ({ shop_id, value: euros(), value_wt: euros() }));
  const rates = (): ReportRate[] => [rate(201, '21%', 21), rate(202, '9%', 9)];
  const rate = (tax_rate_id: number, name: string, value: number): ReportRate => ({
    tax_rate_id,
    name,
    value,
    country_iso2: 'NL',
    base: euros(),
    tax: euros(),
    total_wt: euros(),
  });
  const shops = [
    { shop_id: 14, title: 'Kassa Utrecht' },
    { shop_id: 17, title: 'Webshop' },
  ];
  return {
    from: '2026-10-01',
    to: '2026-10-31',
    location_id: null,
    shop_id: null,
    currency: 'EUR',
    generated_at: '2026-11-21T00:30:00+01:00',
    shops,
    revenue: {
      total_sales: euros(),
      total_sales_wt: euros(),
      total_returns: euros(),
      total_returns_wt: euros(),
      total_differences: -euros(),
      total_differences_wt: -euros(),
      total_turnover: euros(),
      total_turnover_wt: euros(),
      total_cost_of_goods_sold: euros(),
      margin: { value: euros(), percentage: 38.25 },
      non_revenue: {
        gift_cards: euros(),
        tips: euros(),
        payments_on_invoice: euros(),
        prepayments: euros(),
        other: 0,
        total: euros(),
      },
    },
    direct_paid: {
      rates: rates(),
      differences: euros(),
      non_revenue: euros(),
      ...sides(),
      payment_methods: [
        { provider_method_type_id: 301, title: 'Contant', type_alias: 'cash', amount: euros() },
        { provider_method_type_id: 302, title: '=PIN', type_alias: 'pin', amount: -euros() },
      ],
      balance_check: { payments_total: euros(), expected_total: euros(), difference: euros(), is_balanced: false },
    },
    not_paid_now: { rates: rates(), ...sides(), settled_since: { rates: rates(), ...sides() } },
    turnover_by_group: {
      shops,
      rows: [
        { product_group_id: 101, product_group_code: '8000', title: 'Boeken', shops: shopValues(), ...sides() },
        { product_group_id: null, product_group_code: null, title: 'Afronding', shops: shopValues(), ...sides() },
      ],
      shop_totals: shopValues(),
      ...sides(),
    },
    checks: [
      { name: 'turnover_ex', left: euros(), right: euros(), difference: euros(), holds: true },
      { name: 'payments', left: euros(), right: euros(), difference: euros(), holds: false },
    ],
    unknown: [],
  };
}

/** Sales at the rates of the Netherlands, exempt, and at a rate of another country. */
export function dutchReport(): WholeReport {
  const report = numberedReport();
  const none = { rates: [], total: 0, total_wt: 0 };
  const sold = [
    ['21%', 21, 'NL', 12_345.9, 14_938.54],
    ['9%', 9, 'NL', 1_000, 1_090],
    ['0%', 0, 'NL', 50.5, 50.5],
    ['Vrijgesteld', 0, 'NL', 70, 70],
    ['19%', 19, 'DE', 100, 119],
  ] as const;
  const rates = sold.map(([name, value, country_iso2, base, total_wt], at) => ({
    ...{ tax_rate_id: 201 + at, name, value, country_iso2, base, tax: 0, total_wt },
  }));
  const not_paid_now = { ...none, settled_since: none };
  return { ...report, direct_paid: { ...report.direct_paid, rates }, not_paid_now };
}
