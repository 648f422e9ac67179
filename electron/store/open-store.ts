import { DatabaseSync } from 'node:sqlite';
import { Kysely, type KyselyConfig, sql } from 'kysely';
import { type Clock, systemClock } from '../base/clock.ts';
import { NodeSqliteDatabase, setPragmas, TransactionalSqliteDialect } from './dialects/sqlite-connection.ts';
import { addTimeFunction } from './dialects/store-time.ts';
import {
  assertKnownSchema,
  hasPendingMigrations,
  migrateStore,
  migrations,
  type ReportUpdate,
} from './migrations/migrate-store.ts';
import type { StoreDb, StoreSchema } from './schema.ts';
import { toStoreError } from './store-error.ts';

export interface Store {
  readonly db: StoreDb;
  close(): Promise<void>;
}

export interface StoreOptions {
  readonly file: string;
  /** Timestamps changes that triggers record. */
  readonly clock?: Pick<Clock, 'now'>;
  /** Awaited before migrations change an existing store. */
  readonly beforeMigrations?: () => Promise<void>;
  readonly reportUpdate?: ReportUpdate;
  readonly watch?: StoreWatch | undefined;
}

const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens the store in `file` (`:memory:` for one in memory), creates it if it does not exist, and migrates its tables.
 * The folder must exist. Throws `StoreError`; files of a damaged store, or of a newer version, are left unchanged.
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
    const store = createSqliteStore(connection, watch);
    const { db } = store;
    // Must precede the pragmas, which may write.
    await assertKnownSchema(db, migrations);
    setPragmas(connection);
    addTimeFunction(connection, clock);
    if (beforeMigrations && (await hasPendingMigrations(db, migrations))) await beforeMigrations();
    await migrateStore(db, migrations, reportUpdate);
    return store;
  } catch (error) {
    closeWithoutCheckpoint(connection, file);
    throw toStoreError(error, file);
  }
}

/** The open stores of this thread. */
const openDatabases = new Set<NodeSqliteDatabase>();

/** Wraps a SQLite connection. Sets no pragmas and runs no migrations. */
export function createSqliteStore(connection: DatabaseSync, watch?: StoreWatch): Store {
  const database = new NodeSqliteDatabase(connection);
  const dialect = new TransactionalSqliteDialect(database);
  const db = new Kysely<StoreSchema>({ dialect, ...createQueryLog(watch) });
  openDatabases.add(database);
  return {
    db,
    close() {
      openDatabases.delete(database);
      return db.destroy();
    },
  };
}

/**
 * Closes all SQLite stores of this thread synchronously, because the operating system ends the process when the call
 * returns.
 */
export function closeStoresSync(): void {
  for (const database of openDatabases) database.close();
  openDatabases.clear();
}

function connect(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  } catch (error) {
    throw toStoreError(error, file);
  }
}

/**
 * Closes a connection to a damaged store without changing its files. The last connection to close would copy the
 * write-ahead log into the store and remove it. A read-only connection cannot, so one is closed last.
 */
function closeWithoutCheckpoint(connection: DatabaseSync, file: string): void {
  const reader = tryOpenReadOnly(file);
  connection.close();
  reader?.close();
}

function tryOpenReadOnly(file: string): DatabaseSync | null {
  try {
    const reader = new DatabaseSync(file, { readOnly: true });
    reader.prepare('pragma schema_version').get();
    return reader;
  } catch {
    // SQLite cannot read its log, so closing leaves the log unchanged.
    return null;
  }
}

/** Rejects if the store does not respond. */
export async function pingStore(db: StoreDb): Promise<void> {
  await sql`select 1`.execute(db);
}

/** Numbers of connections. */
export interface PoolFigures {
  readonly open: number;
  readonly idle: number;
  /** Queries that wait for a connection. */
  readonly waiting: number;
}

/** Measures a store while it works. */
export interface StoreWatch {
  onQuery(durationMs: number, hasFailed: boolean): void;
  /** Called once for a store with a pool. `figures` returns its current numbers. */
  onPool(figures: () => PoolFigures): void;
}

/** Kysely options that report every query to `watch`. */
export function createQueryLog(watch: StoreWatch | undefined): Pick<KyselyConfig, 'log'> {
  if (watch === undefined) return {};
  return {
    log: ({ level, queryDurationMillis }) => watch.onQuery(queryDurationMillis, level === 'error'),
  };
}
