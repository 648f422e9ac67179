import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../electron/store/open-postgres-store.ts';
import { insertOrders } from '../../electron/store/orders/order-writer.ts';
import { furtherOrder } from '../support/copied-order.ts';
import { ORDER, seedFixtureShop } from '../support/shop-fixture.ts';
import { openDatabase } from './open-database.ts';

async function openShop() {
  let statements = 0;
  const onQuery = () => {
    statements += 1;
  };
  const watch = { onQuery, onPool: () => undefined };
  const store = await openPostgresStore({ url: await openDatabase(), connections: 1, watch });
  onTestFinished(() => store.close());
  await seedFixtureShop(store.db);
  return { db: store.db, count: () => statements };
}

/** Begin and lock, references, rows, totals, two of the feed, commit. */
const STATEMENTS_OF_AN_ORDER = 8;

it('an order with lines, payments, totals and its change costs eight statements', async () => {
  const { db, count } = await openShop();
  const before = count();
  await insertOrders(db, [furtherOrder(ORDER.saleWithTip, 1)]);
  expect(count() - before).toBe(STATEMENTS_OF_AN_ORDER);
});

it('orders one after another are planned once: rows, totals and changes', async () => {
  const { db } = await openShop();
  for (let number = 1; number <= 20; number += 1) await insertOrders(db, [furtherOrder(ORDER.saleWithTip, number)]);
  const { rows } = await sql<{ generic: number; custom: number }>`
    select generic_plans as generic, custom_plans as custom from pg_prepared_statements
    where statement like '%order_totals_by_month%excluded%' or statement like '%into order_changes%excluded%'
      or statement like '%into "order_items"%' or statement like '%into feeds%'`.execute(db);
  expect(rows.filter(({ generic, custom }) => generic > custom && custom <= 6)).toHaveLength(4);
});
