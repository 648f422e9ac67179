import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import type { DiscountOrderQuery } from '../../../../electron/platform/platform.ts';
import { insertOrders, type NewOrder } from '../../../../electron/store/orders/order-writer.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import { CALLER, ORDER, SHOP } from '../../../support/shop-fixture.ts';
import { fixtureOrders } from '../../../support/shop-fixture-orders.ts';
import { perTest } from '../../../support/test-scope.ts';

const OCTOBER = { from: '2026-10-01', to: '2026-10-31', only_full: false, include_negative: false };

const fixture = perTest(openFixturePlatform);

const found = async (query: Partial<DiscountOrderQuery>, caller: Caller = CALLER.owner) =>
  (await fixture.platform.readDiscountOrders(caller, { ...OCTOBER, ...query }, null)).rows.map(({ id }) => id);

describe('readDiscountOrders', () => {
  it('gives orders of any status with a positive discount, oldest first', async () => {
    expect(await found({})).toEqual([ORDER.discountInCash, ORDER.fullDiscount, ORDER.cancelledWithDiscount]);
  });

  it('gives negative discounts too where they are asked for', async () => {
    expect(await found({ include_negative: true })).toEqual([
      ORDER.discountInCash,
      ORDER.fullDiscount,
      ORDER.negativeDiscount,
      ORDER.cancelledWithDiscount,
    ]);
  });

  it('gives those of value 0 alone with only_full', async () => {
    expect(await found({ only_full: true })).toEqual([ORDER.fullDiscount]);
    expect(await found({ only_full: true, include_negative: true })).toEqual([ORDER.fullDiscount]);
  });

  it('selects by day, shop, account and locked location', async () => {
    expect(await found({ to: '2026-10-05' })).toEqual([ORDER.discountInCash]);
    expect(await found({ shop_id: [SHOP.utrecht2] })).toEqual([ORDER.fullDiscount]);
    expect(await found({}, CALLER.beta)).toEqual([]);
    expect(await found({}, CALLER.staff)).toEqual([ORDER.fullDiscount, ORDER.cancelledWithDiscount]);
    expect(await found({ shop_id: [SHOP.amsterdam] }, CALLER.staff)).toEqual([]);
  });

  it('gives the fields of the specification and no others', async () => {
    const { rows, next } = await fixture.platform.readDiscountOrders(
      CALLER.owner,
      { ...OCTOBER, to: '2026-10-05' },
      null,
    );

    expect(next).toBeNull();
    expect(rows).toEqual([
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
        customer_name: 'Jan de Vries',
        customer_email: 'jan@vries.example',
        backoffice_url: 'https://demo.backoffice.example/#order/details/5002',
      },
    ]);
  });

  it('comes in batches of 100 by key, each order once, also where many were bought at one moment', async () => {
    await insertOrders(fixture.store.db, discountedOrders(250));
    const query = { ...OCTOBER, from: '2025-01-01', to: '2025-01-31' };
    const sizes: number[] = [];
    const ids: number[] = [];

    for (let after: string | null = null; sizes.length === 0 || after !== null; ) {
      const batch = await fixture.platform.readDiscountOrders(CALLER.owner, query, after);
      sizes.push(batch.rows.length);
      ids.push(...batch.rows.map(({ id }) => id));
      after = batch.next;
    }

    expect(sizes).toEqual([100, 100, 50]);
    expect(ids).toEqual(discountedOrders(250).map(({ order }) => order.id));
  });

  it('ends with a full batch when there are exactly 100', async () => {
    await insertOrders(fixture.store.db, discountedOrders(100));
    const query = { ...OCTOBER, from: '2025-01-01', to: '2025-01-31' };
    const batch = await fixture.platform.readDiscountOrders(CALLER.owner, query, null);

    expect(batch.rows).toHaveLength(100);
    expect(batch.next).toBeNull();
  });

  it.each(['', '1', '1:2:3', 'x:1', '1:-1', "0:0' or 1=1"])('refuses %j as a continuation', async (after) => {
    await expect(fixture.platform.readDiscountOrders(CALLER.owner, OCTOBER, after)).rejects.toMatchObject({
      code: 'rejected',
    });
  });
});

/** Full discounts of January 2025, seven at each moment. */
function discountedOrders(count: number): NewOrder[] {
  const model = fixtureOrders().find(({ order }) => order.id === ORDER.fullDiscount);
  if (!model) throw new Error('the fixture has no fully discounted order');
  return Array.from({ length: count }, (_, index) => {
    const id = 8_000 + index;
    const date_purchased = Date.parse('2025-01-10T12:00:00+01:00') + Math.floor(index / 7) * 1_000;
    return {
      order: { ...model.order, id, order_number: `D-${id}`, date_purchased },
      items: model.items.map((item) => ({ ...item, id: id * 10 })),
      payments: [],
    };
  });
}
