import { describe, expect, it } from 'vitest';
import { readDayClosing } from '../../shared/contract/day-closing.ts';
import { readFinancialReport } from '../../shared/contract/financial-report.ts';
import { readPaymentsReport } from '../../shared/contract/payments-report.ts';
import { readProductSales } from '../../shared/contract/product-sales.ts';
import { readTurnoverByDay } from '../../shared/contract/turnover-by-day.ts';
import { type SignedIn, startFixtureService } from '../support/fixture-service.ts';
import { GROUP, LOCATION, PRODUCT, SHOP } from '../support/shop-fixture.ts';
import { openPerFile } from '../support/test-scope.ts';

const service = await openPerFile(startFixtureService);

type Query = Record<string, string | number>;
const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };
const as = (user: SignedIn) => ({ token: service.tokens[user] });
const refuse = (target: string, user: SignedIn = 'owner') => service.refusal('GET', target, as(user));

describe('GET /api/reports/turnover-by-day', () => {
  const days = (query: Query, user: SignedIn = 'owner') => service.read(readTurnoverByDay, { ...as(user), query });

  it('returns every day of the range, and that range', async () => {
    const { data, ...envelope } = await days(OCTOBER);
    expect(envelope).toEqual({ ...OCTOBER, count: 31, total: 31 });
    expect(data.map(({ date }) => date)).toEqual(data.map(({ date }) => date).toSorted());
  });

  it('returns one day without an end', async () => {
    expect(await days({ from: '2026-10-05' })).toEqual({
      from: '2026-10-05',
      to: '2026-10-05',
      count: 1,
      total: 1,
      data: [expect.objectContaining({ date: '2026-10-05', orders: 2, turnover_wt: 36.7 })],
    });
  });

  it('cuts off the last day at until, echoes it, and refuses an invalid time', async () => {
    expect(await days({ from: '2026-10-05', until: '10:30' })).toEqual({
      from: '2026-10-05',
      to: '2026-10-05',
      until: '10:30',
      count: 1,
      total: 1,
      data: [expect.objectContaining({ date: '2026-10-05', orders: 1, turnover_wt: 24.2 })],
    });
    const refusal = await refuse('/api/reports/turnover-by-day?from=2026-10-05&until=24:00');
    expect(refusal).toMatchObject({ status: 400, message: expect.stringMatching(/^until .*14:00/) });
  });

  it('accepts at most 3660 days', async () => {
    expect(await days({ from: '2016-10-24', to: '2026-10-31' })).toMatchObject({ count: 3_660 });
    const refusal = await refuse('/api/reports/turnover-by-day?from=2016-10-23&to=2026-10-31');
    expect(refusal).toMatchObject({ status: 400, message: expect.stringMatching(/^to .*3660/) });
  });

  it('shows only the locked location', async () => {
    const utrecht = await days({ ...OCTOBER, location_id: LOCATION.utrecht });
    expect(await days(OCTOBER, 'staff')).toEqual(utrecht);
  });
});

describe('GET /api/reports/payments', () => {
  it('returns days and totals, and their range', async () => {
    const answer = await service.read(readPaymentsReport, { ...as('owner'), query: { from: '2026-10-05' } });
    expect(answer).toMatchObject({ from: '2026-10-05', to: '2026-10-05', count: 2, total: 2 });
    expect(answer.data.map(({ date, amount }) => [date, amount])).toEqual([
      ['2026-10-05', 12.5],
      ['2026-10-05', 25.2],
    ]);
    expect(answer.totals.map(({ title, payments, amount }) => [title, payments, amount])).toEqual([
      ['contant', 1, 12.5],
      ['PIN', 1, 25.2],
    ]);
  });
});

describe('GET /api/reports/day-closing', () => {
  it('returns the counts of the day with its financial report', async () => {
    const query = { date: '2026-10-09', location_id: LOCATION.amsterdam };
    const { report, ...counts } = await service.read(readDayClosing, { ...as('owner'), query });
    expect(counts).toEqual({
      date: '2026-10-09',
      location_id: LOCATION.amsterdam,
      shop_id: null,
      orders: 1,
      returns: 0,
      discounted_orders: 0,
      discount_value_wt: -0.1,
      uncounted_orders: 0,
      uncounted_value_wt: 0,
      first_order_number: '2026-5009',
      last_order_number: '2026-5009',
    });
    const day = { from: '2026-10-09', location_id: LOCATION.amsterdam };
    expect(report).toEqual(await service.read(readFinancialReport, { ...as('owner'), query: day }));
  });

  it.each(['', 'date=2026-02-30', 'date=2026-10-09&from=2026-10-09'])('refuses %j', async (query) => {
    expect((await refuse(`/api/reports/day-closing?${query}`)).status).toBe(400);
  });
});

describe('GET /api/reports/product-sales', () => {
  const sales = (query: Query = {}) =>
    service.read(readProductSales, { ...as('owner'), query: { ...OCTOBER, ...query } });

  it('returns a page of products with sums over all', async () => {
    const { data, sums, ...envelope } = await sales({ sort: '-value', limit: 2 });
    expect(envelope).toEqual({ start: 0, limit: 2, count: 2, total: 4 });
    expect(data.map(({ product_id, value }) => [product_id, value])).toEqual([
      [PRODUCT.cafe, 219],
      [PRODUCT.course, 20],
    ]);
    expect(sums).toMatchObject({ value: 246.72, value_wt: 293.91, cost: 97.75, margin: 148.97 });
  });

  it('refuses an unknown sort', async () => {
    const refusal = await refuse('/api/reports/product-sales?from=2026-10-01&sort=price');
    expect(refusal).toMatchObject({ status: 400, message: expect.stringContaining('sort') });
  });
});

describe('the reports', () => {
  it.each<[string, string, number, SignedIn]>([
    ['turnover-by-day?from=2026-10-01', 'shop_id', SHOP.beta, 'owner'],
    ['turnover-by-day?from=2026-10-01', 'shop_id', LOCATION.utrecht, 'owner'],
    ['turnover-by-day?from=2026-10-01', 'shop_id', SHOP.webshop, 'staff'],
    ['turnover-by-day?from=2026-10-01', 'location_id', LOCATION.amsterdam, 'staff'],
    ['payments?from=2026-10-01', 'location_id', SHOP.utrecht1, 'owner'],
    ['payments?from=2026-10-01', 'shop_id', LOCATION.utrecht, 'owner'],
    ['day-closing?date=2026-10-01', 'shop_id', SHOP.webshop, 'staff'],
    ['product-sales?from=2026-10-01', 'shop_id', SHOP.beta, 'owner'],
    ['payments?from=2026-10-01', 'location_id', LOCATION.amsterdam, 'staff'],
    ['day-closing?date=2026-10-01', 'location_id', LOCATION.beta, 'owner'],
    ['day-closing?date=2026-10-01', 'location_id', LOCATION.amsterdam, 'staff'],
    ['product-sales?from=2026-10-01', 'location_id', LOCATION.amsterdam, 'staff'],
    ['product-sales?from=2026-10-01', 'product_group_id', GROUP.beta, 'owner'],
    ['product-sales?from=2026-10-01', 'product_id', PRODUCT.beta, 'owner'],
  ])('refuse in %s the %s %d for the %s', async (report, name, id, user) => {
    expect(await refuse(`/api/reports/${report}&${name}=${id}`, user)).toMatchObject({
      status: 400,
      message: `${name} ${id} does not exist.`,
    });
  });
});
