import { describe, expect, it } from 'vitest';
import { readFinancialReport } from '../../shared/contract/financial-report.ts';
import { type SignedIn, startFixtureService } from '../support/fixture-service.ts';
import { LOCATION, PROVIDER, RATE, SHOP } from '../support/shop-fixture.ts';
import { openPerFile } from '../support/test-scope.ts';
import { assertWholeReport } from '../support/whole-report.ts';

const service = await openPerFile(startFixtureService);

type Query = Record<string, string | number>;
const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };
const report = async (query: Query, user: SignedIn = 'owner') =>
  assertWholeReport(await service.read(readFinancialReport, { token: service.tokens[user], query }));

describe('GET /api/financial-report', () => {
  it('names its period and filters', async () => {
    expect(await report({ from: '2026-10-05' })).toMatchObject({
      from: '2026-10-05',
      to: '2026-10-05',
      location_id: null,
      currency: 'EUR',
      generated_at: '2026-11-21T13:00:00+01:00',
    });
  });

  it('has the figures of a day that was calculated by hand', async () => {
    const { revenue, direct_paid, not_paid_now, turnover_by_group } = await report({ from: '2026-10-05' });
    expect(turnover_by_group.rows.at(-1)).toMatchObject({ title: 'Afrondingsverschillen', total: -0.03 });
    expect(revenue).toEqual({
      total_sales: 30.5,
      total_sales_wt: 36.73,
      total_returns: 0,
      total_returns_wt: 0,
      total_differences: 0.03,
      total_differences_wt: 0.03,
      total_turnover: 30.47,
      total_turnover_wt: 36.7,
      total_cost_of_goods_sold: 12.75,
      margin: { value: 17.72, percentage: 58.16 },
      non_revenue: { gift_cards: 0, tips: 1, payments_on_invoice: 0, prepayments: 0, other: 0, total: 1 },
    });
    expect(direct_paid).toMatchObject({
      differences: 0.03,
      non_revenue: 1,
      total: 31.47,
      total_wt: 37.7,
      balance_check: { payments_total: 37.7, expected_total: 37.7, difference: 0, is_balanced: true },
    });
    expect(direct_paid.rates).toEqual([
      {
        tax_rate_id: RATE.nl21,
        name: '21%',
        value: 21,
        country_iso2: 'NL',
        base: 29,
        tax: 6.09,
        total_wt: 35.09,
      },
      {
        tax_rate_id: RATE.nl9,
        name: '9%',
        value: 9,
        country_iso2: 'NL',
        base: 1.5,
        tax: 0.14,
        total_wt: 1.64,
      },
    ]);
    expect(not_paid_now).toEqual({
      rates: [],
      total: 0,
      total_wt: 0,
      settled_since: { rates: [], total: 0, total_wt: 0 },
    });
  });

  it('has no margin percentage if there is no turnover, or only returns', async () => {
    const marginOf = async (from: string) => (await report({ from })).revenue.margin;
    expect(await marginOf('2026-01-01')).toEqual({ value: 0, percentage: null });
    expect(await marginOf('2026-10-13')).toEqual({ value: -6, percentage: null });
  });

  it('names internal providers by their titles', async () => {
    const { direct_paid } = await report(OCTOBER);
    expect(direct_paid.payment_methods).toContainEqual({
      provider_method_type_id: PROVIDER.returns,
      title: 'Retouren',
      type_alias: 'returns',
      amount: -12.1,
    });
  });

  it.each<[string, SignedIn]>([
    [`location_id=${LOCATION.amsterdam}`, 'staff'],
    [`location_id=${LOCATION.beta}`, 'owner'],
    [`location_id=${SHOP.utrecht1}`, 'owner'],
    ['location_id=x', 'owner'],
    [`shop_id=${LOCATION.utrecht}`, 'owner'],
    [`shop_id=${SHOP.beta}`, 'owner'],
    [`shop_id=${SHOP.webshop}`, 'staff'],
    ['to=2026-09-30', 'owner'],
  ])('refuses %s of the %s and names it', async (parameter, user) => {
    const target = `/api/financial-report?from=2026-10-01&${parameter}`;
    const { status, message } = await service.refusal('GET', target, { token: service.tokens[user] });
    expect(status).toBe(400);
    expect(message).toContain(parameter.split('=')[0]);
  });

  it('requires a first day', async () => {
    const refusal = await service.refusal('GET', '/api/financial-report', { token: service.tokens.owner });
    expect(refusal).toMatchObject({ status: 400, message: 'from is required.' });
  });
});
