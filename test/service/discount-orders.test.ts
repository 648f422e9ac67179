import { describe, expect, it } from 'vitest';
import { listDiscountOrders } from '../../shared/contract/discount-orders.ts';
import { type SignedIn, startFixtureService } from '../support/fixture-service.ts';
import { LOCATION, ORDER, SHOP } from '../support/shop-fixture.ts';
import { openPerFile } from '../support/test-scope.ts';

const service = await openPerFile(startFixtureService);

type Query = Record<string, string | number | boolean>;
const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };
const discounts = (query: Query, user: SignedIn = 'owner') =>
  service.read(listDiscountOrders, { token: service.tokens[user], query });
const found = async (query: Query, user?: SignedIn) => (await discounts(query, user)).data.map(({ id }) => id);

describe('GET /api/discount-orders', () => {
  it('lists every order with a positive discount, whatever its status, oldest first', async () => {
    const { data, ...envelope } = await discounts(OCTOBER);
    expect(envelope).toEqual({ count: 3, total: 3, ...OCTOBER, shop_id: null });
    expect(data.map(({ id }) => id)).toEqual([ORDER.discountInCash, ORDER.fullDiscount, ORDER.cancelledWithDiscount]);
  });

  it('returns the fields of the specification, and the value before discount', async () => {
    expect((await discounts({ from: '2026-10-05' })).data).toEqual([
      {
        id: ORDER.discountInCash,
        order_number: '2026-5002',
        date_purchased: '2026-10-05T11:00:00+02:00',
        status: 'complete',
        shop_id: SHOP.amsterdam,
        currency: 'EUR',
        value_wt: 12.5,
        value_ex_wt: 10.47,
        discount_value_wt: 1.21,
        discount_value_ex_wt: 1,
        sold_before_discount_wt: 13.74,
        customer_name: 'Jan de Vries',
        customer_email: 'jan@vries.example',
        backoffice_url: `https://demo.backoffice.example/#order/details/${ORDER.discountInCash}`,
      },
    ]);
  });

  it('includes negative discounts on request', async () => {
    expect(await found({ ...OCTOBER, include_negative: true })).toContain(ORDER.negativeDiscount);
    expect(await found({ ...OCTOBER, include_negative: 0 })).not.toContain(ORDER.negativeDiscount);
  });

  it('lists only fully discounted orders on request', async () => {
    expect(await found({ ...OCTOBER, only_full: 1 })).toEqual([ORDER.fullDiscount]);
    expect(await found({ ...OCTOBER, only_full: true, include_negative: true })).toEqual([ORDER.fullDiscount]);
    expect(await found({ ...OCTOBER, only_full: false })).toHaveLength(3);
  });

  it('lists only negative discounts on request, whatever the other filters are', async () => {
    const all = await found({ ...OCTOBER, include_negative: true });
    const positive = await found(OCTOBER);
    const negative = all.filter((id) => !positive.includes(id));
    expect(negative).toContain(ORDER.negativeDiscount);
    expect(await found({ ...OCTOBER, only_negative: true })).toEqual(negative);
    expect(await found({ ...OCTOBER, only_negative: true, include_negative: false })).toEqual(negative);
    expect(await found({ ...OCTOBER, only_negative: true, include_negative: true })).toEqual(negative);
    expect(await found({ ...OCTOBER, only_negative: true, min_percentage: 0 })).toEqual([]);
  });

  it('documents which of the two options for negative discounts takes precedence', () => {
    const { include_negative, only_negative } = listDiscountOrders.query.properties;
    expect(include_negative).toMatchObject({
      description: expect.stringContaining('ignored if `only_negative` is true'),
    });
    expect(only_negative).toMatchObject({ description: expect.stringContaining('regardless of `include_negative`') });
  });

  it('leaves out orders that do not count, on request', async () => {
    expect(await found({ ...OCTOBER, only_counting: true })).toEqual([ORDER.discountInCash, ORDER.fullDiscount]);
  });

  it('filters by minimum percentage and minimum amount', async () => {
    // 1.21 of 13.74 is 8.81%.
    expect(await found({ from: '2026-10-05', min_percentage: 8.81 })).toEqual([ORDER.discountInCash]);
    expect(await found({ from: '2026-10-05', min_percentage: 8.82 })).toEqual([]);
    expect(await found({ from: '2026-10-05', min_discount_wt: 1.21 })).toEqual([ORDER.discountInCash]);
    expect(await found({ from: '2026-10-05', min_discount_wt: 1.22 })).toEqual([]);
    expect(await found({ from: '2026-10-05', hide_rounding: true })).toEqual([ORDER.discountInCash]);
  });

  it('filters by a shop and echoes it', async () => {
    const { shop_id, data } = await discounts({ ...OCTOBER, shop_id: SHOP.utrecht2 });
    expect({ shop_id, ids: data.map(({ id }) => id) }).toEqual({ shop_id: SHOP.utrecht2, ids: [ORDER.fullDiscount] });
    const shop_ids = [SHOP.utrecht2, SHOP.amsterdam];
    expect(await discounts({ ...OCTOBER, shop_id: shop_ids.join(',') })).toMatchObject({
      ...{ shop_id: null, shop_ids },
      data: [{ id: ORDER.discountInCash }, { id: ORDER.fullDiscount }],
    });
  });

  it('filters by the shops of one location', async () => {
    expect(await found({ ...OCTOBER, location_id: LOCATION.utrecht })).toEqual([
      ...[ORDER.fullDiscount, ORDER.cancelledWithDiscount],
    ]);
    expect(await found({ ...OCTOBER, location_id: LOCATION.utrecht, shop_id: SHOP.amsterdam })).toEqual([]);
  });

  it('ends on its first day by default and says so', async () => {
    expect(await discounts({ from: '2026-10-09' })).toMatchObject({ from: '2026-10-09', to: '2026-10-09', total: 1 });
  });

  it.each<[string, SignedIn]>([
    [`shop_id=${LOCATION.utrecht}`, 'owner'],
    [`shop_id=${SHOP.beta}`, 'owner'],
    [`location_id=${SHOP.amsterdam}`, 'owner'],
    [`location_id=${LOCATION.amsterdam}`, 'staff'],
    [`shop_id=${SHOP.amsterdam}`, 'staff'],
    ['only_full=yes', 'owner'],
    ['include_negative=', 'owner'],
    ['min_percentage=100.01', 'owner'],
    ['min_percentage=-1', 'owner'],
    ['min_discount_wt=1,5', 'owner'],
    ['min_discount_wt=1.234', 'owner'],
    ['to=2026-09-30', 'owner'],
    ['limit=10', 'owner'],
    ['start=0', 'owner'],
  ])('refuses %s of the %s and names it', async (parameter, user) => {
    const target = `/api/discount-orders?from=2026-10-01&${parameter}`;
    const { status, message } = await service.refusal('GET', target, { token: service.tokens[user] });
    expect(status).toBe(400);
    expect(message).toContain(parameter.split('=')[0]);
  });
});
