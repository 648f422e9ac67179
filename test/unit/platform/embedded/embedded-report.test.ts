import { beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import type { ReportQuery } from '../../../../electron/platform/platform.ts';
import { CHECK_NAMES, type WholeReport } from '../../../../shared/contract/financial-report.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import { CALLER, GROUP, LOCATION, PROVIDER, RATE, SHOP } from '../../../support/shop-fixture.ts';
import { perFile } from '../../../support/test-scope.ts';
import { wholeReport } from '../../../support/whole-report.ts';

const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };
const { platform } = await perFile(openFixturePlatform);

const report = async (query: Partial<ReportQuery> = {}, caller: Caller = CALLER.owner) =>
  wholeReport(await platform.readReport(caller, 'financial', { ...OCTOBER, ...query }));

const shopValues = (...values: [shop_id: number, value: number, value_wt: number][]) =>
  values.map(([shop_id, value, value_wt]) => ({ shop_id, value, value_wt }));

describe('financial report of all locations', () => {
  let october: WholeReport;

  beforeAll(async () => {
    october = await report();
  });

  it('names its period, location and shops', () => {
    expect(october).toMatchObject({
      ...OCTOBER,
      location_id: null,
      currency: 'EUR',
      generated_at: '2026-11-01T12:00:00+01:00',
    });
    expect(october.shops).toEqual([
      { shop_id: SHOP.utrecht1, title: 'Kassa Utrecht 1' },
      { shop_id: SHOP.utrecht2, title: 'Kassa Utrecht 2' },
      { shop_id: SHOP.amsterdam, title: 'Kassa Amsterdam' },
      { shop_id: SHOP.webshop, title: 'Webshop' },
    ]);
  });

  it('has the revenue', () => {
    expect(october.revenue).toEqual({
      total_sales: 266.72,
      total_sales_wt: 318.11,
      total_returns: 20,
      total_returns_wt: 24.2,
      total_differences: 0.02,
      total_differences_wt: 0.02,
      total_turnover: 246.7,
      total_turnover_wt: 293.89,
      total_cost_of_goods_sold: 97.75,
      margin: { value: 148.95, percentage: 60.38 },
      non_revenue: { gift_cards: 25, tips: 1, payments_on_invoice: 12.1, prepayments: 50, other: 0, total: 88.1 },
    });
  });

  it('has what was paid directly, per rate and per method', () => {
    const { rates, payment_methods, ...totals } = october.direct_paid;

    expect(rates).toEqual([
      {
        tax_rate_id: RATE.be21,
        name: '21%',
        value: 21,
        country_iso2: 'BE',
        base: 14.13,
        tax: 2.97,
        total_wt: 17.1,
      },
      {
        tax_rate_id: RATE.nl21,
        name: '21%',
        value: 21,
        country_iso2: 'NL',
        base: 109,
        tax: 22.89,
        total_wt: 131.89,
      },
      {
        tax_rate_id: RATE.nl9,
        name: '9%',
        value: 9,
        country_iso2: 'NL',
        base: 3.59,
        tax: 0.33,
        total_wt: 3.92,
      },
      {
        tax_rate_id: RATE.nlExempt,
        name: 'Vrijgesteld',
        value: 0,
        country_iso2: 'NL',
        base: 20,
        tax: 0,
        total_wt: 20,
      },
    ]);
    expect(payment_methods).toEqual([
      { provider_method_type_id: PROVIDER.balance, title: 'Betaalbalans', type_alias: 'payment_balance', amount: 50 },
      { provider_method_type_id: PROVIDER.cash, title: 'contant', type_alias: 'cash', amount: 13.6 },
      { provider_method_type_id: PROVIDER.ideal, title: 'iDEAL', type_alias: 'ideal', amount: 17.1 },
      { provider_method_type_id: PROVIDER.pin, title: 'PIN', type_alias: 'pin', amount: 192.39 },
      { provider_method_type_id: PROVIDER.returns, title: 'Retouren', type_alias: 'returns', amount: -12.1 },
    ]);
    expect(totals).toEqual({
      differences: 0.02,
      non_revenue: 88.1,
      total: 234.8,
      total_wt: 260.99,
      balance_check: { payments_total: 260.99, expected_total: 260.99, difference: 0, is_balanced: true },
    });
  });

  it('has the invoices that are unpaid now, and those that have been paid since', () => {
    const rate = { tax_rate_id: RATE.nl21, name: '21%', value: 21, country_iso2: 'NL' };

    expect(october.not_paid_now).toEqual({
      rates: [{ ...rate, base: 90, tax: 18.9, total_wt: 108.9 }],
      total: 90,
      total_wt: 108.9,
      settled_since: { rates: [{ ...rate, base: 10, tax: 2.1, total_wt: 12.1 }], total: 10, total_wt: 12.1 },
    });
  });

  it('has the turnover by group and shop, with the rounding differences last', () => {
    const { utrecht1, utrecht2, amsterdam, webshop } = SHOP;

    expect(october.turnover_by_group).toEqual({
      shops: october.shops,
      rows: [
        {
          product_group_id: GROUP.books,
          product_group_code: '8000',
          title: 'Boeken',
          shops: shopValues([utrecht1, 120, 141], [utrecht2, 40, 48.4], [amsterdam, 69, 83.49], [webshop, 10, 12.1]),
          total: 239,
          total_wt: 284.99,
        },
        {
          product_group_id: GROUP.shipping,
          product_group_code: '8010',
          title: 'Verzending',
          shops: shopValues([utrecht1, 0, 0], [utrecht2, 0, 0], [amsterdam, 0, 0], [webshop, 4.13, 5]),
          total: 4.13,
          total_wt: 5,
        },
        {
          product_group_id: GROUP.toys,
          product_group_code: '8020',
          title: 'Speelgoed',
          shops: shopValues([utrecht1, 1, 1.09], [utrecht2, 0, 0], [amsterdam, 2.59, 2.83], [webshop, 0, 0]),
          total: 3.59,
          total_wt: 3.92,
        },
        {
          product_group_id: null,
          product_group_code: null,
          title: 'Afrondingsverschillen',
          shops: shopValues([utrecht1, 0.01, 0.01], [utrecht2, 0, 0], [amsterdam, -0.03, -0.03], [webshop, 0, 0]),
          total: -0.02,
          total_wt: -0.02,
        },
      ],
      shop_totals: shopValues(
        [utrecht1, 121.01, 142.1],
        [utrecht2, 40, 48.4],
        [amsterdam, 71.56, 86.29],
        [webshop, 14.13, 17.1],
      ),
      total: 246.7,
      total_wt: 293.89,
    });
  });

  it('has every check once, and all hold', () => {
    expect(october.checks.map(({ name }) => name)).toEqual(CHECK_NAMES);
    expect(october.checks.filter(({ holds }) => !holds)).toEqual([]);
    expect(october.checks.find(({ name }) => name === 'bridge_wt')).toMatchObject({ left: 293.89, right: 293.89 });
  });
});

describe('financial report of one location', () => {
  const utrecht = {
    location_id: LOCATION.utrecht,
    shops: [
      { shop_id: SHOP.utrecht1, title: 'Kassa Utrecht 1' },
      { shop_id: SHOP.utrecht2, title: 'Kassa Utrecht 2' },
    ],
    revenue: { total_turnover: 161.01, total_turnover_wt: 190.5 },
    direct_paid: { total_wt: 82.6, balance_check: { payments_total: 82.6, is_balanced: true } },
    not_paid_now: { total_wt: 108.9, settled_since: { rates: [], total_wt: 0 } },
    turnover_by_group: { total: 161.01, total_wt: 190.5 },
  };

  it('has only the shops of that location, so nothing of the webshop', async () => {
    const answer = await report({ location_id: [LOCATION.utrecht] });

    expect(answer).toMatchObject(utrecht);
    expect(answer.checks.every(({ holds }) => holds)).toBe(true);
  });

  it('is what a caller who is locked to a location gets by default, with that location named', async () => {
    expect(await report({}, CALLER.staff)).toEqual(await report({ location_id: [LOCATION.utrecht] }));
  });

  it('is empty if the location has no shop, or is not the locked one', async () => {
    const zeros = { shops: [], revenue: { total_turnover: 0, margin: { value: 0, percentage: null } } };

    expect(await report({ location_id: [LOCATION.arnhem] })).toMatchObject(zeros);
    expect(await report({ location_id: [LOCATION.amsterdam] }, CALLER.staff)).toMatchObject(zeros);
  });
});

describe('financial report of one day', () => {
  it.each([
    ['2026-03-28', 12.1],
    ['2026-03-29', 24.2],
    ['2026-10-25', 36.3],
    ['2026-10-26', 12.1],
    ['2026-09-30', 0],
    ['2026-10-01', 1.1],
  ])('of %s has a turnover of %d', async (day, turnover) => {
    const answer = await report({ from: day, to: day });

    expect(answer.revenue.total_turnover_wt).toBe(turnover);
    expect(answer.checks.every(({ holds }) => holds)).toBe(true);
  });

  it('without sales still has the rounding row, every shop, every check and no minus zero', async () => {
    const answer = await report({ from: '2026-10-02', to: '2026-10-02' });

    expect(answer.turnover_by_group.rows).toHaveLength(1);
    expect(answer.turnover_by_group.rows[0]?.shops).toHaveLength(4);
    expect(answer.direct_paid).toMatchObject({ rates: [], payment_methods: [], differences: 0 });
    expect(answer.checks).toHaveLength(CHECK_NAMES.length);
    expect(Object.values(answer.revenue).filter((figure) => Object.is(figure, -0))).toEqual([]);
  });

  it('has no margin percentage on a day with only returns', async () => {
    const answer = await report({ from: '2026-10-13', to: '2026-10-13' });

    expect(answer.revenue.margin).toEqual({ value: -6, percentage: null });
  });

  it('keeps accounts separate', async () => {
    const answer = await report({}, CALLER.beta);

    expect(answer.shops).toEqual([{ shop_id: SHOP.beta, title: 'Kassa Breda' }]);
    expect(answer.revenue.total_turnover_wt).toBe(12.1);
  });
});
