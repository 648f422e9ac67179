import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import type { OrderItemQuery, OrderPaymentQuery } from '../../../../electron/platform/platform.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import { CALLER, GROUP, LOCATION, ORDER, PRODUCT, PROVIDER, RATE, SHOP } from '../../../support/shop-fixture.ts';
import { perFile } from '../../../support/test-scope.ts';

const OCTOBER = { from: '2026-10-01', to: '2026-10-31', start: 0, limit: 250 };
const { platform } = await perFile(openFixturePlatform);

describe('listOrderItems', () => {
  const list = (query: Partial<OrderItemQuery>, caller: Caller = CALLER.owner) =>
    platform.listOrderItems(caller, { ...OCTOBER, ...query });

  it('gives items of orders that count, by moment of purchase, order and item', async () => {
    const { rows, total } = await list({});

    expect(total).toBe(25);
    expect(rows.slice(0, 4).map(({ id }) => id)).toEqual([50120, 50121, 50010, 50011]);
    const orders = new Set(rows.map(({ order_id }) => order_id));
    expect(orders.has(ORDER.cancelledWithDiscount)).toBe(false);
    expect(orders.has(ORDER.onHold)).toBe(false);
    expect(orders.has(ORDER.refunded)).toBe(true);
  });

  it('gives an item with the order it belongs to', async () => {
    const { rows } = await list({ product_group_id: GROUP.shipping });

    expect(rows).toEqual([
      expect.objectContaining({
        id: 50031,
        type: 'product',
        product_id: null,
        product_group_code: '8010',
        value_wt: 5,
        value_ex_wt: 4.13,
        order_id: ORDER.webshopToBelgium,
        order_number: '2026-5003',
        date_purchased: '2026-10-06T20:15:00+02:00',
        shop_id: SHOP.webshop,
      }),
    ]);
  });

  it.each<[string, Partial<OrderItemQuery>, { total: number; value: number; value_wt: number; cost: number }]>([
    ['sales', { type: 'product', sign: 'positive' }, { total: 17, value: 266.72, value_wt: 318.11, cost: 105.75 }],
    ['returns', { type: 'product', sign: 'negative' }, { total: 2, value: -20, value_wt: -24.2, cost: -8 }],
    ['rounding', { type: 'rounding' }, { total: 2, value: -0.02, value_wt: -0.02, cost: 0 }],
    [
      'a rate of the direct orders',
      { tax_rate_id: RATE.nl21, payment_term: 'direct' },
      { total: 11, value: 109, value_wt: 131.89, cost: 48 },
    ],
    [
      'unpaid invoices',
      { payment_term: 'invoice', is_paid: false },
      { total: 1, value: 90, value_wt: 108.9, cost: 40 },
    ],
    ['settled invoices', { payment_term: 'invoice', is_paid: true }, { total: 1, value: 10, value_wt: 12.1, cost: 4 }],
    [
      'a group in a shop',
      { product_group_id: GROUP.books, shop_id: [SHOP.amsterdam] },
      { total: 5, value: 69, value_wt: 83.49, cost: 28 },
    ],
    [
      'a location',
      { location_id: [LOCATION.utrecht], type: 'product' },
      { total: 10, value: 161, value_wt: 190.49, cost: 64.5 },
    ],
    ['a product', { product_id: PRODUCT.apple }, { total: 3, value: 3.59, value_wt: 3.92, cost: 1.75 }],
    ['nothing', { product_id: PRODUCT.beta }, { total: 0, value: 0, value_wt: 0, cost: 0 }],
  ])('sums %s over all rows, not over the page', async (_, query, expected) => {
    const { total, ...sums } = expected;
    const answer = await list({ ...query, limit: 1 });

    expect(answer.total).toBe(total);
    expect(answer.sums).toMatchObject(sums);
    expect(answer.rows).toHaveLength(Math.min(1, total));
  });

  it('sums decimal quantities', async () => {
    expect((await list({ product_id: PRODUCT.apple })).sums.quantity).toBe(3.5);
  });

  it('shows a locked caller the items of their location alone', async () => {
    const { rows, total } = await list({}, CALLER.staff);

    expect(new Set(rows.map(({ shop_id }) => shop_id))).toEqual(new Set([SHOP.utrecht1, SHOP.utrecht2]));
    expect(total).toBe(12);
    expect((await list({ location_id: [LOCATION.amsterdam] }, CALLER.staff)).total).toBe(0);
  });

  it('keeps accounts apart', async () => {
    expect((await list({}, CALLER.beta)).rows.map(({ order_id }) => order_id)).toEqual([ORDER.beta]);
  });
});

describe('listOrderPayments', () => {
  const list = (query: Partial<OrderPaymentQuery>, caller: Caller = CALLER.owner) =>
    platform.listOrderPayments(caller, { ...OCTOBER, ...query });

  it('gives payments of direct orders that count, with their order', async () => {
    const { rows, total } = await list({});

    expect(total).toBe(16);
    expect(rows[0]).toEqual({
      id: 50120,
      provider_method_type_id: PROVIDER.cash,
      title: 'contant',
      type_alias: 'cash',
      amount: 1.1,
      date_paid: '2026-10-01T00:30:00+02:00',
      order_id: ORDER.firstOfMonth,
      order_number: '2026-5012',
      date_purchased: '2026-10-01T00:30:00+02:00',
      shop_id: SHOP.utrecht1,
    });
  });

  it.each<[string, Partial<OrderPaymentQuery>, number, number]>([
    ['all', {}, 16, 260.99],
    ['a method', { provider_method_type_id: PROVIDER.pin }, 11, 192.39],
    ['an internal method', { provider_method_type_id: PROVIDER.returns }, 1, -12.1],
    ['a shop', { shop_id: [SHOP.webshop] }, 1, 17.1],
    ['a location', { location_id: [LOCATION.utrecht] }, 8, 82.6],
    ['nothing', { location_id: [LOCATION.arnhem] }, 0, 0],
  ])('sums %s over all rows, not over the page', async (_, query, total, amount) => {
    const answer = await list({ ...query, limit: 1 });

    expect(answer.total).toBe(total);
    expect(answer.sums).toEqual({ amount });
  });

  it('shows a locked caller the payments of their location alone', async () => {
    expect(await list({}, CALLER.staff)).toMatchObject({ total: 8, sums: { amount: 82.6 } });
    expect((await list({ shop_id: [SHOP.amsterdam] }, CALLER.staff)).total).toBe(0);
  });
});
