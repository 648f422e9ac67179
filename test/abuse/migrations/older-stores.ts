import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { systemClock } from '../../../electron/base/clock.ts';
import {
  NodeSqliteDatabase,
  setPragmas,
  TransactionalSqliteDialect,
} from '../../../electron/store/dialects/sqlite-connection.ts';
import { addTimeFunction } from '../../../electron/store/dialects/store-time.ts';
import { migrateStore, migrations } from '../../../electron/store/migrations/migrate-store.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { seedFixtureShop } from '../../support/shop-fixture.ts';
import { createStoreWrites } from '../../support/store-writes.ts';
import { digestAll, digestTables } from '../../support/table-digests.ts';

/** Creates a store of this version with rows in it, from which the older ones are made. */
export async function layStoreOfNow(file: string): Promise<void> {
  const store = await openStore({ file });
  await seedFixtureShop(store.db);
  const writes = await createStoreWrites(store);
  for (const [index, { write }] of writes.entries()) await write(index + 1);
  await store.close();
}

/**
 * Creates a store as it was before a migration, with those rows of the current store for which it has tables and
 * columns.
 */
export async function layStoreBefore(file: string, name: string, storeOfNow: string): Promise<void> {
  const connection = new DatabaseSync(file);
  setPragmas(connection);
  addTimeFunction(connection, systemClock);
  const dialect = new TransactionalSqliteDialect(new NodeSqliteDatabase(connection));
  const db = new Kysely<StoreSchema>({ dialect });
  await migrateStore(db, Object.fromEntries(Object.entries(migrations).filter(([known]) => known < name)));
  copyRows(connection, storeOfNow);
  await db.destroy();
}

export function copyRows(connection: DatabaseSync, from: string): void {
  connection.exec('pragma foreign_keys = off');
  connection.exec(`attach '${from}' as now`);
  for (const table of tablesOf(connection)) {
    const shared = sharedColumns(connection, table);
    if (shared.length === 0) continue;
    const dropped = droppedColumns(connection, table);
    const columns = [...shared, ...dropped].join(', ');
    const values = [...shared, ...dropped.map(() => '0')].join(', ');
    connection.exec(`insert or replace into main."${table}" (${columns}) select ${values} from now."${table}"`);
  }
  connection.exec('detach now');
}

/** Without tables that triggers fill, and internal tables of virtual ones. */
function tablesOf(connection: DatabaseSync): string[] {
  const tables = connection
    .prepare("select name from pragma_table_list where schema = 'main' and type = 'table'")
    .all();
  return tables
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith('sqlite_') && !name.startsWith('kysely_'));
}

function sharedColumns(connection: DatabaseSync, table: string): string[] {
  return quotedNames(
    connection,
    'select name from pragma_table_info(?1) intersect select name from pragma_table_info(?1, ?2)',
    table,
  );
}

/** Columns that a later migration drops and that need a value until then. All of them are amounts. */
function droppedColumns(connection: DatabaseSync, table: string): string[] {
  return quotedNames(
    connection,
    `select name from pragma_table_info(?1) where "notnull" = 1 and dflt_value is null and pk = 0
      except select name from pragma_table_info(?1, ?2)`,
    table,
  );
}

function quotedNames(connection: DatabaseSync, query: string, table: string): string[] {
  return connection
    .prepare(query)
    .all(table, 'now')
    .map(({ name }) => `"${String(name)}"`);
}

/** What differs between two runs of a migration: its time, and random names. */
const OF_ITS_OWN = ['kysely_migration.timestamp', 'feeds.era'];

/** Everything in a store, including its tables, indexes and triggers. */
export type StoreState = ReturnType<typeof readState>;

export function readState(file: string) {
  const connection = new DatabaseSync(file, { readOnly: true });
  try {
    const texts = (query: string) =>
      connection
        .prepare(query)
        .all()
        .map((row) => Object.values(row).join(' '));
    const hasHistory = texts("select 1 from sqlite_master where name = 'kysely_migration'").length > 0;
    const problems = [
      ...texts('pragma integrity_check').filter((text) => text !== 'ok'),
      ...texts('pragma foreign_key_check'),
    ];
    const schema = texts('select type, name, sql from sqlite_master order by type, name').join('\n');
    return {
      /** Its latest migration; empty for a new store. */
      version: hasHistory ? (texts('select max(name) from kysely_migration')[0] ?? '') : '',
      digest: `${digestAll(digestTables(file, OF_ITS_OWN))} ${schema}`,
      /** The problems of the file that SQLite reports. */
      problems,
    };
  } finally {
    connection.close();
  }
}

export function isSameState(one: StoreState, other: StoreState): boolean {
  return one.version === other.version && one.digest === other.digest;
}
