import type { ReportRate, WholeReport } from '../../shared/contract/financial-report.ts';

/** Creates a report in which no amount occurs twice, so that each can be found in a file. */
export function createNumberedReport(): WholeReport {
  let last = 0;
  const nextAmount = () => {
    last += 1;
    return last + 0.25;
  };
  const createTotals = () => ({ total: nextAmount(), total_wt: nextAmount() });
  const createShopValues = () => [14, 17].map((shop_id) => ({ shop_id, value: nextAmount(), value_wt: nextAmount() }));
  const createRates = (): ReportRate[] => [createRate(201, '21%', 21), createRate(202, '9%', 9)];
  const createRate = (tax_rate_id: number, name: string, value: number): ReportRate => ({
    tax_rate_id,
    name,
    value,
    country_iso2: 'NL',
    base: nextAmount(),
    tax: nextAmount(),
    total_wt: nextAmount(),
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
      total_sales: nextAmount(),
      total_sales_wt: nextAmount(),
      total_returns: nextAmount(),
      total_returns_wt: nextAmount(),
      total_differences: -nextAmount(),
      total_differences_wt: -nextAmount(),
      total_turnover: nextAmount(),
      total_turnover_wt: nextAmount(),
      total_cost_of_goods_sold: nextAmount(),
      margin: { value: nextAmount(), percentage: 38.25 },
      non_revenue: {
        gift_cards: nextAmount(),
        tips: nextAmount(),
        payments_on_invoice: nextAmount(),
        prepayments: nextAmount(),
        other: 0,
        total: nextAmount(),
      },
    },
    direct_paid: {
      rates: createRates(),
      differences: nextAmount(),
      non_revenue: nextAmount(),
      ...createTotals(),
      payment_methods: [
        { provider_method_type_id: 301, title: 'Contant', type_alias: 'cash', amount: nextAmount() },
        { provider_method_type_id: 302, title: '=PIN', type_alias: 'pin', amount: -nextAmount() },
      ],
      balance_check: {
        payments_total: nextAmount(),
        expected_total: nextAmount(),
        difference: nextAmount(),
        is_balanced: false,
      },
    },
    not_paid_now: {
      rates: createRates(),
      ...createTotals(),
      settled_since: { rates: createRates(), ...createTotals() },
    },
    turnover_by_group: {
      shops,
      rows: [
        {
          product_group_id: 101,
          product_group_code: '8000',
          title: 'Boeken',
          shops: createShopValues(),
          ...createTotals(),
        },
        {
          product_group_id: null,
          product_group_code: null,
          title: 'Afronding',
          shops: createShopValues(),
          ...createTotals(),
        },
      ],
      shop_totals: createShopValues(),
      ...createTotals(),
    },
    checks: [
      { name: 'turnover_ex', left: nextAmount(), right: nextAmount(), difference: nextAmount(), holds: true },
      { name: 'payments', left: nextAmount(), right: nextAmount(), difference: nextAmount(), holds: false },
    ],
    unknown: [],
  };
}

/** Sales at the rates of the Netherlands, exempt, and at a rate of another country. */
export function createDutchReport(): WholeReport {
  const report = createNumberedReport();
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
