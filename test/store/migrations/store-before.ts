import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { systemClock } from '../../../electron/session/clock.ts';
import { migrateStore } from '../../../electron/store/migrate-store.ts';
import { migrations } from '../../../electron/store/migrations/index.ts';
import { NodeSqliteDatabase } from '../../../electron/store/node-sqlite-database.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { TransactionalSqliteDialect } from '../../../electron/store/sqlite-dialect.ts';
import { tellTime } from '../../../electron/store/tell-time.ts';

/** An empty store in memory as it was before a migration. */
export async function storeBefore(name: string): Promise<Kysely<StoreSchema>> {
  const connection = new DatabaseSync(':memory:');
  tellTime(connection, systemClock);
  const dialect = new TransactionalSqliteDialect(new NodeSqliteDatabase(connection));
  const db = new Kysely<StoreSchema>({ dialect });
  const earlier = Object.entries(migrations).filter(([known]) => known < name);
  await migrateStore(db, Object.fromEntries(earlier));
  return db;
}
