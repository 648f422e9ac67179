import { describe, expect, it } from 'vitest';
import { listOrderItems, listOrderPayments } from '../../shared/contract/order-rows.ts';
import { type SignedIn, startFixtureService } from '../support/fixture-service.ts';
import { GROUP, LOCATION, ORDER, PRODUCT, PROVIDER, RATE, SHOP } from '../support/shop-fixture.ts';
import { openPerFile } from '../support/test-scope.ts';

const service = await openPerFile(startFixtureService);

type Query = Record<string, string | number | boolean>;
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
