import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { type Clock, systemClock } from '../base/clock.ts';
import { asStoreError } from './as-store-error.ts';
import { closeUntouched } from './close-untouched.ts';
import { NodeSqliteDatabase } from './dialects/node-sqlite-database.ts';
import { TransactionalSqliteDialect } from './dialects/sqlite-dialect.ts';
import { setPragmas } from './dialects/store-pragmas.ts';
import { tellTime } from './dialects/tell-time.ts';
import { migrations } from './migrations/index.ts';
import { hasMigrationsAhead, migrateStore, refuseStrangeSchema } from './migrations/migrate-store.ts';
import type { StoreSchema } from './schema.ts';
import { type StoreWatch, watchedQueries } from './store-watch.ts';

export interface Store {
  readonly db: Kysely<StoreSchema>;
  close(): Promise<void>;
}

export interface StoreOptions {
  readonly file: string;
  /** Dates the changes that the database records by itself. */
  readonly clock?: Pick<Clock, 'now'>;
  /** Done before the tables of a store that is in use are changed, which they are only once it is done. Default: nothing. */
  readonly beforeMigrations?: () => Promise<void>;
  /** Default: nobody looks. */
  readonly watch?: StoreWatch | undefined;
}

const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens the store in `file` (`:memory:` for one that lives as long as it is open), making it where it does not
 * exist, and brings its tables up to date. The folder has to exist. Throws `StoreError`, and has then left a damaged
 * store, or one of a newer program, as it was.
 */
export async function openStore({
  file,
  clock = systemClock,
  beforeMigrations,
  watch,
}: StoreOptions): Promise<Store> {
  const connection = connect(file);
  try {
    const db = new Kysely<StoreSchema>({
      dialect: new TransactionalSqliteDialect(new NodeSqliteDatabase(connection)),
      ...watchedQueries(watch),
    });
    // First, for a pragma may write.
    await refuseStrangeSchema(db, migrations);
    setPragmas(connection);
    tellTime(connection, clock);
    if (beforeMigrations && (await hasMigrationsAhead(db, migrations))) await beforeMigrations();
    await migrateStore(db, migrations);
    return { db, close: () => db.destroy() };
  } catch (error) {
    closeUntouched(connection, file);
    throw asStoreError(error, file);
  }
}

function connect(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  } catch (error) {
    throw asStoreError(error, file);
  }
}
