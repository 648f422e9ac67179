import { expect, it } from 'vitest';
import { insertRows } from '../../../electron/store/insert-rows.ts';
import { migrateStore, migrations } from '../../../electron/store/migrations/migrate-store.ts';
import { toLineRows } from '../../../electron/store/orders/order-writer.ts';
import { rebuildTotals } from '../../../electron/store/totals/repair-totals.ts';
import { createFixtureOrders } from '../../support/shop-fixture-orders.ts';
import { orderRowsBefore, shopBefore } from './store-before.ts';

it('migration 0026-record-totals sums existing orders by product and by customer', async () => {
  const db = await shopBefore('0026-record-totals');
  const orders = createFixtureOrders();
  await insertRows(db, 'orders', orderRowsBefore(orders));
  await insertRows(db, 'order_items', toLineRows(orders, 'items'));
  await migrateStore(db, migrations);

  const readTotals = async () => ({
    products: await db
      .selectFrom('product_totals_by_month')
      .selectAll()
      .orderBy('product_id')
      .orderBy('month')
      .execute(),
    customers: await db.selectFrom('customer_totals').selectAll().orderBy('customer_id').execute(),
  });
  const migrated = await readTotals();
  expect(migrated.products.length).toBeGreaterThan(5);
  expect(migrated.customers.length).toBeGreaterThan(3);
  await rebuildTotals(db);
  expect(await readTotals()).toEqual(migrated);
});
