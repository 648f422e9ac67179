import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { chooseByDialect } from '../../electron/store/dialects/dialect.ts';
import { openPostgresStore } from '../../electron/store/open-postgres-store.ts';
import { openStore } from '../../electron/store/open-store.ts';
import type { StoreSchema } from '../../electron/store/schema.ts';
import { openDatabase } from './open-database.ts';

/** What only one of them needs. */
const OF_ONE_ALONE = /^(product_search|products_indexed_|turns)/;

async function columnsOf(db: Kysely<StoreSchema>): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return tables
    .filter(({ name }) => !OF_ONE_ALONE.test(name))
    .flatMap(({ name, columns }) =>
      columns.map((column) => `${name}.${column.name}${column.hasDefaultValue ? ' has a default' : ''}`),
    )
    .sort();
}

/** Names of all triggers, and of all indexes except those of keys. */
async function partsOf(db: Kysely<StoreSchema>): Promise<string[]> {
  const parts = chooseByDialect({
    sqlite: sql`select name from sqlite_master where type in ('trigger', 'index') and sql is not null`,
    postgres: sql`select tgname as name from pg_trigger where not tgisinternal
      union all select indexname from pg_indexes where schemaname = current_schema()
        and indexname not in (select conname from pg_constraint)
        and tablename not like 'kysely%'`,
  });
  const { rows } = await sql<{ name: string }>`${parts}`.execute(db);
  return rows
    .map(({ name }) => name)
    .filter((name) => !OF_ONE_ALONE.test(name))
    .sort();
}

it('the migrations create the same tables, columns, triggers and indexes in both databases', async () => {
  const sqlite = await openStore({ file: ':memory:' });
  const postgres = await openPostgresStore({ url: await openDatabase() });
  expect(await columnsOf(postgres.db)).toEqual(await columnsOf(sqlite.db));
  expect(await partsOf(postgres.db)).toEqual(await partsOf(sqlite.db));
  await sqlite.close();
  await postgres.close();
});
