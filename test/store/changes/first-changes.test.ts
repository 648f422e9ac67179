import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { recordFirstChanges } from '../../../electron/store/changes/first-changes.ts';
import type { Store } from '../../../electron/store/open-store.ts';
import { openTestStore } from '../../support/open-test-store.ts';
import { generatedStore } from '../demo/generated-store.ts';

const TABLES = ['feeds', 'product_changes', 'stock_changes', 'order_changes'] as const;

async function rowsOf({ db }: Store): Promise<unknown[]> {
  const tables = TABLES.map((table) => sql`select * from ${sql.table(table)} order by 1, 2`.execute(db));
  return (await Promise.all(tables)).map(({ rows }) => rows);
}

/** Eras are random. */
function withoutEras(tables: readonly unknown[]): unknown {
  return JSON.parse(JSON.stringify(tables), (key, value) => (key === 'era' ? undefined : value));
}

async function schemaOf({ db }: Store): Promise<unknown[]> {
  const { rows } = await sql`
    select type, name, sql from sqlite_master where name like '%change%' order by name`.execute(db);
  return rows;
}

describe('the first changes', () => {
  it('of a generated store equal those of a migration and of creating a shop', async () => {
    const store = await generatedStore({ products: 700, orders: 500, days: 60 });
    const generated = await rowsOf(store);
    const accounts = await store.db.selectFrom('accounts').select('id').execute();
    await store.db.transaction().execute(async (transaction) => {
      for (const { id } of accounts) await recordFirstChanges(transaction, id);
    });
    expect(generated.map((rows) => (rows as unknown[]).length > 0)).toEqual([true, true, false, true]);
    expect(withoutEras(await rowsOf(store))).toEqual(withoutEras(generated));
    await store.close();
  });

  it('of a generated store are in the same tables with the same indexes as in a new one', async () => {
    const generated = await generatedStore({ products: 700, orders: 100, days: 30 });
    const made = await openTestStore();
    expect(await schemaOf(generated)).toEqual(await schemaOf(made));
    await generated.close();
    await made.close();
  });
});
