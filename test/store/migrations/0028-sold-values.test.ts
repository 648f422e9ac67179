import { expect, it } from 'vitest';
import { insertRows } from '../../../electron/store/insert-rows.ts';
import { migrateStore, migrations } from '../../../electron/store/migrations/migrate-store.ts';
import { toLineRows, toOrderRow } from '../../../electron/store/orders/order-writer.ts';
import { createFixtureOrders } from '../../support/shop-fixture-orders.ts';
import { orderRowsBefore, shopBefore } from './store-before.ts';

it('migration 0028-sold-values stores what existing orders sold before discount', async () => {
  const db = await shopBefore('0028-sold-values');
  const orders = createFixtureOrders();
  await insertRows(db, 'orders', orderRowsBefore(orders));
  await insertRows(db, 'order_items', toLineRows(orders, 'items'));
  await migrateStore(db, migrations);

  const stored = await db.selectFrom('orders').select(['id', 'sold_before_discount_wt']).orderBy('id').execute();
  const written = orders.map(toOrderRow).map(({ id, sold_before_discount_wt }) => ({ id, sold_before_discount_wt }));
  expect(stored).toEqual(written.toSorted((a, b) => a.id - b.id));
  expect(stored.some(({ sold_before_discount_wt }) => sold_before_discount_wt !== 0)).toBe(true);
});
