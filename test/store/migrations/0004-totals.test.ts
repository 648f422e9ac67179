import { type Kysely, sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { insertRows } from '../../../electron/store/insert-rows.ts';
import { migrateStore, migrations } from '../../../electron/store/migrations/migrate-store.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { sumOf } from '../../../shared/money.ts';
import { createFixtureOrders } from '../../support/shop-fixture-orders.ts';
import { differencesIn } from '../totals/differences-in.ts';
import { seedBefore, storeBefore } from './store-before.ts';

describe('migration 0004-totals', () => {
  let db: Kysely<StoreSchema>;

  beforeEach(async () => {
    db = await storeBefore('0004-totals');
    return () => db.destroy();
  });

  it('gives existing orders their days, and matching totals', async () => {
    await insertRows(db, 'accounts', [
      { id: 1, name: 'alpha' },
      { id: 2, name: 'beta' },
    ]);
    await seedBefore(db);
    await insertOrdersAsBefore(db);
    await migrateStore(db, migrations);

    expect(await differencesIn(db)).toEqual([]);
    const days = await db.selectFrom('orders').select('local_day').distinct().orderBy('local_day').execute();
    expect([days[0]?.local_day, days.at(-1)?.local_day]).toEqual([20260328, 20261026]);
    const { kept } = await db
      .selectFrom('order_totals_by_month')
      .select(({ fn }) => fn.sum<number>('orders').as('kept'))
      .executeTakeFirstOrThrow();
    expect(kept).toBe(createFixtureOrders().length);
  });
});

/** The rows as the program wrote them when orders had no local day. */
async function insertOrdersAsBefore(db: Kysely<StoreSchema>): Promise<void> {
  for (const { order, items, payments } of createFixtureOrders()) {
    const row = {
      ...order,
      value_wt: sumOf(items, ({ value_wt }) => value_wt),
      value_ex: sumOf(items, ({ value_ex }) => value_ex),
      discount_wt: sumOf(items, ({ discount_wt }) => discount_wt),
      discount_ex: sumOf(items, ({ discount_ex }) => discount_ex),
    };
    await insertPlain(db, 'orders', row);
    const of = { account_id: order.account_id, order_id: order.id };
    for (const item of items) await insertPlain(db, 'order_items', { ...item, ...of });
    for (const payment of payments) await insertPlain(db, 'order_payments', { ...payment, ...of });
  }
}

async function insertPlain(db: Kysely<StoreSchema>, table: string, row: object): Promise<void> {
  const columns = Object.keys(row).map((column) => sql.id(column));
  await sql`insert into ${sql.id(table)} (${sql.join(columns)}) values (${sql.join(Object.values(row))})`.execute(db);
}
