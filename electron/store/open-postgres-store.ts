import { connectPostgres, type PostgresStoreOptions } from './connect-postgres.ts';
import { demandFitDatabase, inspectDatabase } from './inspect-database.ts';
import { migrations } from './migrations/index.ts';
import { migrateStore, refuseStrangeSchema } from './migrations/migrate-store.ts';
import type { Store } from './open-store.ts';

/**
 * Opens the store in a database of PostgreSQL, and brings its tables up to date: of instances that start at once one
 * does. Throws `StoreError`, and has then changed nothing.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const db = connectPostgres(options);
  try {
    demandFitDatabase(await inspectDatabase(db));
    await refuseStrangeSchema(db, migrations);
    await migrateStore(db, migrations);
    return { db, close: () => db.destroy() };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
