import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { migrateStore } from '../../../electron/store/migrate-store.ts';
import { migrations } from '../../../electron/store/migrations/index.ts';
import { NodeSqliteDatabase } from '../../../electron/store/node-sqlite-database.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { TransactionalSqliteDialect } from '../../../electron/store/sqlite-dialect.ts';

/** An empty store in memory as it was before a migration. */
export async function storeBefore(name: string): Promise<Kysely<StoreSchema>> {
  const connection = new NodeSqliteDatabase(new DatabaseSync(':memory:'));
  const db = new Kysely<StoreSchema>({ dialect: new TransactionalSqliteDialect(connection) });
  const earlier = Object.entries(migrations).filter(([known]) => known < name);
  await migrateStore(db, Object.fromEntries(earlier));
  return db;
}
