import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { insertRows } from '../../../electron/store/insert-rows.ts';
import { migrateStore, migrations } from '../../../electron/store/migrations/migrate-store.ts';
import { ORDER_TOTALS } from '../../../electron/store/totals/totals-tables.ts';
import { fixtureOrders } from '../../support/shop-fixture-orders.ts';
import { differencesIn } from '../totals/differences-in.ts';
import { orderRowsBefore, shopBefore } from './store-before.ts';

it('migration 0014-order-amounts sums the discounts of orders that are there', async () => {
  const db = await shopBefore('0014-order-amounts');
  await insertRows(db, 'orders', orderRowsBefore(fixtureOrders()));
  await fillTotalsAsBefore();
  await migrateStore(db, migrations);

  const ofOrders = await sql<{ sum: number }>`select sum(discount_ex) as sum from orders`.execute(db);
  for (const table of [ORDER_TOTALS.byDay, ORDER_TOTALS.byMonth]) {
    const { rows } = await sql<{ sum: number }>`select sum(discount_ex) as sum from ${sql.table(table)}`.execute(db);
    expect(rows).toEqual(ofOrders.rows);
  }
  const differences = await differencesIn(db);
  expect(differences.filter((difference) => JSON.stringify(difference).includes('discount_ex'))).toEqual([]);

  /** Without the sum that the migration adds. */
  async function fillTotalsAsBefore() {
    const keys = sql`account_id, shop_id, ${sql.id('local_day')}, status, payment_term, is_paid`;
    await sql`insert into order_totals_by_day select ${keys}, count(*), 0, 0,
      sum(discount_wt), sum(value_ex), sum(value_wt) from orders group by ${keys}`.execute(db);
    await sql`insert into order_totals_by_month
      select account_id, shop_id, day / 100, status, payment_term, is_paid,
        sum(orders), sum(returns), sum(discounted_orders), sum(discount_wt), sum(value_ex), sum(value_wt)
      from order_totals_by_day group by 1, 2, 3, 4, 5, 6`.execute(db);
  }
});
