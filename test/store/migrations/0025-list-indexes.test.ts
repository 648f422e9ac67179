import { expect, it } from 'vitest';
import { insertRows } from '../../../electron/store/insert-rows.ts';
import { migrateStore, migrations } from '../../../electron/store/migrations/migrate-store.ts';
import { toLineRows, toOrderRow } from '../../../electron/store/orders/order-writer.ts';
import { createFixtureOrders } from '../../support/shop-fixture-orders.ts';
import { orderRowsBefore, shopBefore } from './store-before.ts';

it('migration 0025-list-indexes stores which part of existing orders is not turnover', async () => {
  const db = await shopBefore('0025-list-indexes');
  const orders = createFixtureOrders();
  await insertRows(db, 'orders', orderRowsBefore(orders));
  await insertRows(db, 'order_items', toLineRows(orders, 'items'));
  await migrateStore(db, migrations);

  const stored = await db.selectFrom('orders').select(['id', 'non_revenue_wt']).orderBy('id').execute();
  const written = orders.map(toOrderRow).map(({ id, non_revenue_wt }) => ({ id, non_revenue_wt }));
  expect(stored).toEqual(written.toSorted((a, b) => a.id - b.id));
  expect(stored.some(({ non_revenue_wt }) => non_revenue_wt !== 0)).toBe(true);
});
