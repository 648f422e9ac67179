import { describe, expect, it } from 'vitest';
import { insertOrders, type NewOrder } from '../../../electron/store/orders/order-writer.ts';
import { copyOf } from '../../support/copied-order.ts';
import { openFixturePlatform } from '../../support/fixture-platform.ts';
import { CUSTOMER, GROUP, ORDER, PRODUCT, PROVIDER, RATE } from '../../support/shop-fixture.ts';
import { perTest } from '../../support/test-scope.ts';

const store = perTest(async () => (await openFixturePlatform()).store);

type Item = Partial<NewOrder['items'][number]>;

const sale = () => copyOf(ORDER.saleWithTip, {});
const saleOf = (changes: Item): NewOrder => ({
  ...sale(),
  items: sale().items.map((item) => (item.type === 'product' ? { ...item, ...changes } : item)),
});

describe('an order', () => {
  it('refers to records of its own account', async () => {
    await expect(insertOrders(store.db, [sale()])).resolves.toBeUndefined();
  });

  it.each<[string, NewOrder]>([
    ['rate', saleOf({ tax_rate_id: RATE.beta })],
    ['group', saleOf({ product_group_id: GROUP.beta })],
    ['product', saleOf({ product_id: PRODUCT.beta })],
    ['product that does not exist', saleOf({ product_id: 999_999 })],
    ['order that it follows', copyOf(ORDER.saleWithTip, { follows_order_id: ORDER.beta })],
    ['customer', copyOf(ORDER.saleWithTip, { customer_id: CUSTOMER.beta })],
    [
      'payment provider',
      { ...sale(), payments: sale().payments.map((payment) => ({ ...payment, provider_id: PROVIDER.beta })) },
    ],
  ])('is refused with a %s of another account', async (_, order) => {
    await expect(insertOrders(store.db, [order])).rejects.toMatchObject({ rule: 'refers_to_records_of_its_account' });
  });
});
