import { DatabaseSync } from 'node:sqlite';
import { Kysely, type KyselyConfig, sql } from 'kysely';
import { type Clock, systemClock } from '../base/clock.ts';
import { NodeSqliteDatabase, setPragmas, TransactionalSqliteDialect } from './dialects/sqlite-connection.ts';
import { setTime } from './dialects/store-time.ts';
import {
  hasMigrationsAhead,
  migrateStore,
  migrations,
  type ReportUpdate,
  refuseStrangeSchema,
} from './migrations/migrate-store.ts';
import type { StoreDb, StoreSchema } from './schema.ts';
import { asStoreError } from './store-error.ts';

export interface Store {
  readonly db: StoreDb;
  close(): Promise<void>;
}

export interface StoreOptions {
  readonly file: string;
  /** Dates the changes that the database records by itself. */
  readonly clock?: Pick<Clock, 'now'>;
  /** Runs before migrations change the tables of a store that is in use; they wait for it. */
  readonly beforeMigrations?: () => Promise<void>;
  readonly reportUpdate?: ReportUpdate;
  readonly watch?: StoreWatch | undefined;
}

const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens the store in `file` (`:memory:` for one in memory), creates it where it does not exist, and brings its tables up
 * to date. The folder has to exist. Throws `StoreError`, and then a damaged store, or one of a newer program, is as it
 * was.
 */
export async function openStore({
  file,
  clock = systemClock,
  beforeMigrations,
  reportUpdate,
  watch,
}: StoreOptions): Promise<Store> {
  const connection = connect(file);
  try {
    const store = sqliteStore(connection, watch);
    const { db } = store;
    // Before pragmas, which may write.
    await refuseStrangeSchema(db, migrations);
    setPragmas(connection);
    setTime(connection, clock);
    if (beforeMigrations && (await hasMigrationsAhead(db, migrations))) await beforeMigrations();
    await migrateStore(db, migrations, reportUpdate);
    return store;
  } catch (error) {
    closeUntouched(connection, file);
    throw asStoreError(error, file);
  }
}

/** The open stores of this thread. */
const openDatabases = new Set<NodeSqliteDatabase>();

/** The store on a connection to SQLite, as it is: neither pragmas are set nor migrations run. */
export function sqliteStore(connection: DatabaseSync, watch?: StoreWatch): Store {
  const database = new NodeSqliteDatabase(connection);
  const dialect = new TransactionalSqliteDialect(database);
  const db = new Kysely<StoreSchema>({ dialect, ...watchedQueries(watch) });
  openDatabases.add(database);
  return {
    db,
    close() {
      openDatabases.delete(database);
      return db.destroy();
    },
  };
}

/** Closes every store on SQLite of this thread, for a process that the system ends when the call returns. */
export function closeStoresAtOnce(): void {
  for (const database of openDatabases) database.close();
  openDatabases.clear();
}

function connect(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  } catch (error) {
    throw asStoreError(error, file);
  }
}

/**
 * Closes a connection to a damaged store and leaves its files as they are. The last connection that closes would move
 * the write-ahead log into the store, and remove it; a read-only connection cannot.
 */
function closeUntouched(connection: DatabaseSync, file: string): void {
  const reader = openReading(file);
  connection.close();
  reader?.close();
}

function openReading(file: string): DatabaseSync | null {
  try {
    const reader = new DatabaseSync(file, { readOnly: true });
    reader.prepare('pragma schema_version').get();
    return reader;
  } catch {
    // The store is so damaged that SQLite does not read its log: then closing leaves the log alone as well.
    return null;
  }
}

/** Rejects where the store does not answer. */
export async function askStore(db: StoreDb): Promise<void> {
  await sql`select 1`.execute(db);
}

/** Connections to a database. */
export interface PoolFigures {
  readonly open: number;
  readonly idle: number;
  /** Queries that wait for one. */
  readonly waiting: number;
}

/** Measures a store while it works. */
export interface StoreWatch {
  onQuery(durationMs: number, hasFailed: boolean): void;
  /** Called once for a store with a pool: `figures` reads it. */
  onPool(figures: () => PoolFigures): void;
}

/** The options of Kysely that report every query to `watch`. */
export function watchedQueries(watch: StoreWatch | undefined): Pick<KyselyConfig, 'log'> {
  if (watch === undefined) return {};
  return {
    log: ({ level, queryDurationMillis }) => watch.onQuery(queryDurationMillis, level === 'error'),
  };
}
