import { describe, expect, it } from 'vitest';
import { insertOrders, type NewOrder } from '../../../../electron/store/orders/order-writer.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import { CALLER, ORDER, SHOP } from '../../../support/shop-fixture.ts';
import { createFixtureOrders } from '../../../support/shop-fixture-orders.ts';
import { openPerTest } from '../../../support/test-scope.ts';

const OCTOBER = { from: '2026-10-01', to: '2026-10-31', only_full: false, include_negative: false };

const fixture = openPerTest(openFixturePlatform);

describe('readDiscountOrders', () => {
  it('returns the fields of the specification, and what was sold before discount', async () => {
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
        sold_before_discount_wt: 13.74,
        customer_name: 'Jan de Vries',
        customer_email: 'jan@vries.example',
        backoffice_url: 'https://demo.backoffice.example/#order/details/5002',
      },
    ]);
  });

  it('returns for an exchange what was sold, without what came back and the tip', async () => {
    const model = createFixtureOrders().find(({ order }) => order.id === ORDER.cancelledWithDiscount);
    const tip = createFixtureOrders()[0]?.items.find(({ type }) => type === 'tip');
    const [sold] = model?.items ?? [];
    if (!model || !sold || !tip) throw new Error('the fixture has no such order');
    const id = 8_000;
    const returned = {
      ...sold,
      quantity: -sold.quantity,
      discount_wt: 0,
      discount_ex: 0,
      value_wt: -121_000,
      value_ex: -100_000,
      cost_ex: -sold.cost_ex,
    };
    await insertOrders(fixture.store.db, [
      {
        order: { ...model.order, id, order_number: 'D-8000' },
        items: [sold, returned, { ...tip, value_wt: 10_000 }].map((item, index) => ({ ...item, id: id * 10 + index })),
        payments: [],
      },
    ]);
    const { rows } = await fixture.platform.readDiscountOrders(CALLER.owner, OCTOBER, null);

    const { value_wt, discount_value_wt, sold_before_discount_wt } = rows.find((row) => row.id === id) ?? {};
    // The discount is 20% of the 12.10 sold. Relative to the order total before discount, 1.00 after the return and the
    // tip, it would be 242%.
    expect({ value_wt, discount_value_wt, sold_before_discount_wt }).toEqual({
      value_wt: -1.42,
      discount_value_wt: 2.42,
      sold_before_discount_wt: 12.1,
    });
  });

  it('returns batches of 100 by key, each order once, even if many were bought at the same time', async () => {
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
});

/** Inserts full discounts in January 2025, seven at each time. */
function discountedOrders(count: number): NewOrder[] {
  const model = createFixtureOrders().find(({ order }) => order.id === ORDER.fullDiscount);
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
