import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { systemClock } from '../../../electron/base/clock.ts';
import { createPasswordHasher } from '../../../electron/base/password-hasher.ts';
import {
  NodeSqliteDatabase,
  setPragmas,
  TransactionalSqliteDialect,
} from '../../../electron/store/dialects/sqlite-connection.ts';
import { tellTime } from '../../../electron/store/dialects/triggers.ts';
import { migrateStore, migrations } from '../../../electron/store/migrations/migrate-store.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { CHEAP_COST } from '../../support/cheap-cost.ts';
import { seedFixtureShop } from '../../support/shop-fixture.ts';
import { createStoreWrites } from '../../support/store-writes.ts';

export const STEPS: readonly string[] = Object.keys(migrations);

/** A store of now with rows in it, which those of before are made from. */
export async function layStoreOfNow(file: string): Promise<void> {
  const store = await openStore({ file });
  await seedFixtureShop(store.db, createPasswordHasher({ cost: CHEAP_COST }));
  const writes = await createStoreWrites(store);
  for (const [index, { write }] of writes.entries()) await write(index + 1);
  await store.close();
}

/** A store as it was before a migration, with the rows of the store of now that it has tables and columns for. */
export async function layStoreBefore(file: string, name: string, storeOfNow: string): Promise<void> {
  const connection = new DatabaseSync(file);
  setPragmas(connection);
  tellTime(connection, systemClock);
  const dialect = new TransactionalSqliteDialect(new NodeSqliteDatabase(connection));
  const db = new Kysely<StoreSchema>({ dialect });
  await migrateStore(db, Object.fromEntries(Object.entries(migrations).filter(([known]) => known < name)));
  copyRows(connection, storeOfNow);
  await db.destroy();
}

function copyRows(connection: DatabaseSync, from: string): void {
  connection.exec('pragma foreign_keys = off');
  connection.exec(`attach '${from}' as now`);
  for (const table of tablesOf(connection)) {
    const columns = sharedColumns(connection, table);
    if (columns.length > 0) {
      connection.exec(
        `insert or replace into main."${table}" (${columns}) select ${columns} from now."${table}"`,
      );
    }
  }
  connection.exec('detach now');
}

/** Not those that triggers fill, nor what a virtual table keeps for itself. */
function tablesOf(connection: DatabaseSync): string[] {
  const tables = connection
    .prepare("select name from pragma_table_list where schema = 'main' and type = 'table'")
    .all();
  return tables
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith('sqlite_') && !name.startsWith('kysely_'));
}

function sharedColumns(connection: DatabaseSync, table: string): string {
  const shared = connection
    .prepare('select name from pragma_table_info(?1) intersect select name from pragma_table_info(?1, ?2)')
    .all(table, 'now');
  return shared.map(({ name }) => `"${String(name)}"`).join(', ');
}
