import { describe, expect, it } from 'vitest';
import { insertOrders } from '../../../../electron/store/orders/order-writer.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import { CALLER, ORDER } from '../../../support/shop-fixture.ts';
import { createFixtureOrders } from '../../../support/shop-fixture-orders.ts';
import { openPerTest } from '../../../support/test-scope.ts';

const OCTOBER = { from: '2026-10-01', to: '2026-10-31', only_full: false, include_negative: false };

const fixture = openPerTest(openFixturePlatform);

describe('readDiscountOrders', () => {
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
});
