import { expect, it } from 'vitest';
import { insertRows } from '../../../electron/store/insert-rows.ts';
import { migrateStore, migrations } from '../../../electron/store/migrations/migrate-store.ts';
import { readCustomerFigures } from '../../../electron/store/orders/customers-queries.ts';
import { createFixtureOrders } from '../../support/shop-fixture-orders.ts';
import { orderRowsBefore, shopBefore } from './store-before.ts';

it('migration 0018-open-invoices finds existing open invoices', async () => {
  const db = await shopBefore('0018-open-invoices');
  const orders = orderRowsBefore(createFixtureOrders());
  await insertRows(db, 'orders', orders);
  await migrateStore(db, migrations);

  const counting = ['processing', 'complete', 'refunded'];
  const open = orders.filter(
    ({ account_id, customer_id, status, payment_term, is_paid }) =>
      account_id === 1 && customer_id !== null && counting.includes(status) && payment_term === 'invoice' && !is_paid,
  );
  const ids = [...new Set(open.flatMap(({ customer_id }) => customer_id ?? []))];
  expect(ids.length).toBeGreaterThan(0);
  const sums = await readCustomerFigures(db, { accountId: 1, locationId: null }, ids);
  for (const { id, open_wt } of sums) {
    const own = open.filter(({ customer_id }) => customer_id === id);
    expect(open_wt).toBe(own.reduce((sum, { value_wt }) => sum + value_wt, 0));
  }
  expect(sums.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
});
