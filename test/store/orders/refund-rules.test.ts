import { describe, expect, it } from 'vitest';
import { OrderRuleError } from '../../../electron/store/orders/order-rules.ts';
import { changeOrder, insertOrders, type NewOrder } from '../../../electron/store/orders/order-writer.ts';
import { copyOrder } from '../../support/copied-order.ts';
import { openFixturePlatform } from '../../support/fixture-platform.ts';
import { ACCOUNT, ORDER, PRODUCT } from '../../support/shop-fixture.ts';
import { openPerTest } from '../../support/test-scope.ts';

const store = openPerTest(async () => (await openFixturePlatform()).store);

// One of the two sold pieces was returned.
const markAsRefunded = () =>
  changeOrder(store.db, { account_id: ACCOUNT.alpha, id: ORDER.saleWithTip, status: 'refunded', date_updated: 1 });

describe('a refunded order', () => {
  it('has had all its products returned', async () => {
    await insertOrders(store.db, [copyOrder(ORDER.partialReturn, {})]);

    await expect(markAsRefunded()).resolves.toBeUndefined();
  });

  it('cannot have an unreturned product', async () => {
    await expect(markAsRefunded()).rejects.toMatchObject({ rule: 'refunded_order_came_back_whole' });
  });

  it.each<[string, NewOrder]>([
    ['by another product', withOther(copyOrder(ORDER.partialReturn, {}))],
    ['in an order that does not count', copyOrder(ORDER.partialReturn, { status: 'cancelled' })],
  ])('is not returned %s', async (_, following) => {
    await insertOrders(store.db, [following]);

    await expect(markAsRefunded()).rejects.toMatchObject({ rule: 'refunded_order_came_back_whole' });
  });

  it('cannot be an order that sold nothing', async () => {
    const change = { account_id: ACCOUNT.alpha, id: ORDER.otherItems, status: 'refunded', date_updated: 1 } as const;

    await expect(changeOrder(store.db, change)).rejects.toBeInstanceOf(OrderRuleError);
  });

  it('cannot be written without the order that returns it', async () => {
    const refunded = copyOrder(ORDER.refunded, {});

    await expect(insertOrders(store.db, [refunded])).rejects.toMatchObject({ rule: 'refunded_order_came_back_whole' });
  });

  it('does not result from products bought in a partial return', async () => {
    const exchange = copyOrder(ORDER.saleWithTip, { follows_order_id: ORDER.saleWithTip });
    await insertOrders(store.db, [exchange]);

    await expect(markAsRefunded()).rejects.toMatchObject({ rule: 'refunded_order_came_back_whole' });
  });
});

/** The same order for another product. */
function withOther(order: NewOrder): NewOrder {
  return { ...order, items: order.items.map((item) => ({ ...item, product_id: PRODUCT.apple })) };
}
