import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { insertRows } from '../../../electron/store/insert-rows.ts';
import { migrateStore, migrations } from '../../../electron/store/migrations/migrate-store.ts';
import { lineRowsOf } from '../../../electron/store/orders/order-writer.ts';
import { ORDER_TOTALS } from '../../../electron/store/totals/totals-tables.ts';
import { fixtureOrders } from '../../support/shop-fixture-orders.ts';
import { differencesIn } from '../totals/differences-in.ts';
import { orderRowsBefore, shopBefore } from './store-before.ts';

it('migration 0016-non-revenue sums what is no turnover of orders that are there', async () => {
  const db = await shopBefore('0016-non-revenue');
  const orders = fixtureOrders();
  await insertRows(db, 'orders', orderRowsBefore(orders));
  await insertRows(db, 'order_items', lineRowsOf(orders, 'items'));
  await fillTotalsAsBefore();
  await migrateStore(db, migrations);

  const ofItems = await sql<{ sum: number }>`select sum(value_wt) as sum from order_items
    where type not in ('product', 'rounding')`.execute(db);
  for (const table of [ORDER_TOTALS.byDay, ORDER_TOTALS.byMonth]) {
    const { rows } = await sql<{ sum: number }>`select sum(non_revenue_wt) as sum from ${sql.table(table)}`.execute(db);
    expect(rows).toEqual(ofItems.rows);
  }
  const differences = await differencesIn(db);
  expect(differences.filter(({ column }) => column === 'non_revenue_wt')).toEqual([]);

  /** Without the sum that the migration adds. */
  async function fillTotalsAsBefore() {
    const keys = sql`account_id, shop_id, ${sql.id('local_day')}, status, payment_term, is_paid`;
    await sql`insert into order_totals_by_day select ${keys}, count(*), 0, 0,
      sum(discount_wt), sum(value_ex), sum(value_wt), sum(discount_ex) from orders group by ${keys}`.execute(db);
    await sql`insert into order_totals_by_month
      select account_id, shop_id, day / 100, status, payment_term, is_paid, sum(orders), sum(returns),
        sum(discounted_orders), sum(discount_wt), sum(value_ex), sum(value_wt), sum(discount_ex)
      from order_totals_by_day group by 1, 2, 3, 4, 5, 6`.execute(db);
  }
});
