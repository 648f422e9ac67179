import { describe, expect, it } from 'vitest';
import { listOrderItems, listOrderPayments } from '../../shared/contract/order-rows.ts';
import { readAllRows } from '../support/drain.ts';
import { type SignedIn, startFixtureService } from '../support/fixture-service.ts';
import { GROUP, LOCATION, ORDER, PRODUCT, PROVIDER, RATE, SHOP } from '../support/shop-fixture.ts';
import { openPerFile } from '../support/test-scope.ts';

const service = await openPerFile(startFixtureService);

type Query = Record<string, string | number | boolean>;
const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };
const as = (user: SignedIn) => ({ token: service.tokens[user] });
const items = (query: Query, user: SignedIn = 'owner') => service.read(listOrderItems, { ...as(user), query });
const payments = (query: Query, user: SignedIn = 'owner') => service.read(listOrderPayments, { ...as(user), query });

describe('GET /api/order-items', () => {
  it('lists the items of orders that count, with their order', async () => {
    const { data } = await items({ from: '2026-10-05', shop_id: SHOP.utrecht1 });
    expect(data).toEqual([
      expect.objectContaining({
        order_id: ORDER.saleWithTip,
        order_number: '2026-5001',
        date_purchased: '2026-10-05T10:00:00+02:00',
        shop_id: SHOP.utrecht1,
        type: 'product',
        quantity: 2,
        value_wt: 24.2,
      }),
      expect.objectContaining({ order_id: ORDER.saleWithTip, type: 'tip', value_wt: 1 }),
    ]);
  });

  it('leaves out orders that do not count', async () => {
    expect(await items({ from: '2026-10-10' })).toMatchObject({ total: 0, sums: { value: 0, value_wt: 0 } });
  });

  it('filters by every dimension of a report figure', async () => {
    const totalOf = async (query: Query) => (await items({ ...OCTOBER, ...query })).total;
    expect(await totalOf({ type: 'rounding' })).toBe(2);
    expect(await totalOf({ sign: 'negative' })).toBe(2);
    expect(await totalOf({ tax_rate_id: RATE.be21 })).toBe(2);
    expect(await totalOf({ product_group_id: GROUP.shipping })).toBe(1);
    expect(await totalOf({ product_id: PRODUCT.course })).toBe(1);
    expect(await totalOf({ payment_term: 'invoice' })).toBe(2);
    expect(await totalOf({ payment_term: 'invoice', is_paid: false })).toBe(1);
    expect(await totalOf({ location_id: LOCATION.arnhem })).toBe(0);
    const everywhere = await totalOf({});
    const located =
      (await totalOf({ location_id: LOCATION.utrecht })) + (await totalOf({ location_id: LOCATION.amsterdam }));
    expect(everywhere).toBe(located + (await totalOf({ shop_id: SHOP.webshop })));
  });

  it('sums all rows, not only those of the page', async () => {
    const query = { ...OCTOBER, product_group_id: GROUP.toys };
    const [page, all] = [await items({ ...query, limit: 1 }), await items(query)];
    expect(page).toMatchObject({ limit: 1, count: 1, total: 3 });
    expect(page.sums).toEqual(all.sums);
    expect(all.sums).toEqual({ quantity: 3.5, value: 3.59, value_wt: 3.92, cost: 1.75 });
  });

  it('can be read page by page without gaps or repeats', async () => {
    const rows = await readAllRows((start) => items({ ...OCTOBER, start, limit: 7 }));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  it('shows only the locked location', async () => {
    const { data, sums } = await items(OCTOBER, 'staff');
    expect(new Set(data.map(({ shop_id }) => shop_id))).toEqual(new Set([SHOP.utrecht1, SHOP.utrecht2]));
    expect(sums).toEqual((await items({ ...OCTOBER, location_id: LOCATION.utrecht })).sums);
  });

  it.each<[string, number, SignedIn]>([
    ['shop_id', SHOP.beta, 'owner'],
    ['shop_id', LOCATION.utrecht, 'owner'],
    ['shop_id', SHOP.webshop, 'staff'],
    ['location_id', LOCATION.amsterdam, 'staff'],
    ['tax_rate_id', RATE.beta, 'owner'],
    ['product_group_id', GROUP.beta, 'owner'],
    ['product_id', PRODUCT.beta, 'owner'],
  ])('refuses %s %d of the %s', async (name, id, user) => {
    const target = `/api/order-items?from=2026-10-01&${name}=${id}`;
    expect(await service.refusal('GET', target, as(user))).toMatchObject({
      status: 400,
      message: `${name} ${id} does not exist.`,
    });
  });
});

describe('GET /api/order-payments', () => {
  it('lists payments of counting direct orders by day of purchase', async () => {
    const { data, sums } = await payments({ from: '2026-10-21' });
    expect(data).toEqual([
      expect.objectContaining({ order_id: ORDER.paidWithBalance, title: 'Betaalbalans', amount: 50 }),
      expect.objectContaining({ order_id: ORDER.paidWithBalance, title: 'PIN', amount: 10.5 }),
    ]);
    expect(sums).toEqual({ amount: 60.5 });
  });

  it('filters by provider, internal ones included', async () => {
    const sumOf = async (id: number) => (await payments({ ...OCTOBER, provider_method_type_id: id })).sums.amount;
    expect(await sumOf(PROVIDER.cash)).toBe(13.6);
    expect(await sumOf(PROVIDER.returns)).toBe(-12.1);
    expect(await sumOf(PROVIDER.balance)).toBe(50);
  });

  it('filters by shop and location', async () => {
    expect(await payments({ ...OCTOBER, shop_id: SHOP.webshop })).toMatchObject({
      total: 1,
      sums: { amount: 17.1 },
    });
    const utrecht = await payments({ ...OCTOBER, location_id: LOCATION.utrecht });
    expect(await payments(OCTOBER, 'staff')).toEqual(utrecht);
  });

  it('can be read page by page, with sums over all', async () => {
    const rows = await readAllRows((start) => payments({ ...OCTOBER, start, limit: 5 }));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    const { sums } = await payments({ ...OCTOBER, limit: 1 });
    const cents = rows.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
    expect(Math.round(sums.amount * 100)).toBe(cents);
  });

  it.each<[string, number, SignedIn]>([
    ['shop_id', LOCATION.utrecht, 'owner'],
    ['location_id', LOCATION.beta, 'owner'],
    ['location_id', LOCATION.amsterdam, 'staff'],
    ['provider_method_type_id', PROVIDER.beta, 'owner'],
    ['provider_method_type_id', 999_999, 'owner'],
  ])('refuses %s %d of the %s', async (name, id, user) => {
    const target = `/api/order-payments?from=2026-10-01&${name}=${id}`;
    expect((await service.refusal('GET', target, as(user))).message).toBe(`${name} ${id} does not exist.`);
  });
});
