import { Kysely, type PostgresDialectConfig, sql } from 'kysely';
import { type ClientBase, Pool, type PoolClient, type PoolConfig } from 'pg';
import { type Clock, systemClock } from '../base/clock.ts';
import { type DatabaseAddress, parseDatabaseUrl } from './dialects/database-url.ts';
import {
  createStorePool,
  type OutageListener,
  PostgresStoreDialect,
  type TransactionLimits,
  valueParsers,
} from './dialects/postgres-connection.ts';
import { setSessionTime } from './dialects/store-time.ts';
import {
  assertKnownSchema,
  LATEST_MIGRATION,
  migrateStore,
  migrations,
  type ReportUpdate,
} from './migrations/migrate-store.ts';
import { createQueryLog, type Store, type StoreWatch } from './open-store.ts';
import type { StoreDb } from './schema.ts';
import { NewerSchemaError, StoreError } from './store-error.ts';

/**
 * Opens a PostgreSQL store and migrates its tables. If several instances start at once, one of them migrates. Throws
 * `StoreError`, or `ConfigError` for an invalid URL, before it changes anything.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  await withLongTimeouts(options, async (db) => {
    assertUsableDatabase(await inspectDatabase(db));
    await assertKnownSchema(db, migrations);
    if (await migrateStore(db, migrations, options.reportUpdate)) await terminateOlderSessions(db);
    // Check again: a move may have started in the meantime.
    assertUsableDatabase(await inspectDatabase(db));
  });
  const db = connectPostgres({ ...options, onConnect: refuseNewerSchema });
  return { db, close: () => db.destroy() };
}

/**
 * Runs on every new connection, so that an instance of an older version stops reading and writing after a migration.
 */
async function refuseNewerSchema(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select max(name) as name from kysely_migration');
  const [latest] = rows;
  if (latest && latest.name > LATEST_MIGRATION) throw new NewerSchemaError(latest.name);
}

/** Ends the connections of older instances. When they reconnect, `refuseNewerSchema` stops them. */
async function terminateOlderSessions(db: StoreDb): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user
      and application_name like 'tilldesk%' and application_name collate "C" < ${APPLICATION_NAME}`.execute(db);
}

/** Runs `work` with long timeouts: a migration may take long, or wait for another instance that migrates. */
export async function withLongTimeouts<Result>(
  { url, clock = systemClock }: Pick<PostgresStoreOptions, 'url' | 'clock'>,
  work: (db: StoreDb) => Promise<Result>,
): Promise<Result> {
  const db = connectPostgres({ url, clock, connections: 1, limits: LONG_LIMITS });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

export interface DatabaseFacts {
  /** `server_version_num` of PostgreSQL: 150004 for 15.4. */
  readonly version: number;
  readonly encoding: string;
  /** 1 if it has tables but no migration of this program ever ran in it. */
  readonly is_foreign: number;
  /** 1 if it has the table `unfinished_move`, see store/move. */
  readonly is_unfinished: number;
  /** The number of tables, excluding the lock table. */
  readonly tables: number;
}

/** The table that marks a database into which a store is being moved. */
export const UNFINISHED_MOVE_TABLE = 'unfinished_move';

const MIN_MAJOR_VERSION = 15;

const VERSIONS_PER_MAJOR = 10_000;

export async function inspectDatabase<Schema>(db: Kysely<Schema>): Promise<DatabaseFacts> {
  // One query, because tables that another instance creates in between would look like those of another program.
  const { rows } = await sql<DatabaseFacts>`
    with here as (
      select table_name from information_schema.tables
      where table_schema = current_schema() and table_name not in ('turns', 'pg_stat_statements')
        and table_type = 'BASE TABLE')
    select current_setting('server_version_num')::bigint as version,
      current_setting('server_encoding') as encoding,
      exists (select 1 from here) and not exists (select 1 from here where table_name = 'kysely_migration')
        as is_foreign,
      exists (select 1 from here where table_name = ${UNFINISHED_MOVE_TABLE}) as is_unfinished,
      (select count(*) from here) as tables`.execute(db);
  const [facts] = rows;
  if (!facts)
    throw new StoreError(
      'unavailable',
      'PostgreSQL did not return its version. Check that the address belongs to a PostgreSQL server.',
    );
  return facts;
}

/** Throws `StoreError` if the database cannot hold a store. */
export function assertUsableDatabase({ version, encoding, is_foreign, is_unfinished }: DatabaseFacts): void {
  const major = Math.floor(version / VERSIONS_PER_MAJOR);
  if (major < MIN_MAJOR_VERSION) {
    const message = `The database is PostgreSQL ${major}. Use PostgreSQL ${MIN_MAJOR_VERSION} or later.`;
    throw new StoreError('unavailable', message);
  }
  if (encoding !== 'UTF8') {
    const message = `The encoding of the database is ${encoding}. Create a database with encoding UTF8.`;
    throw new StoreError('unavailable', message);
  }
  if (is_unfinished) {
    const message =
      'A move into this database did not finish, or is still running. If none is running, recreate the database (dropdb, createdb) and run npm run store:move again.';
    throw new StoreError('unfinished_move', message);
  }
  if (is_foreign) {
    const message = 'The database has tables of another program. Give Tilldesk a separate database or schema.';
    throw new StoreError('corrupt', message);
  }
}

export interface PostgresStoreOptions {
  /** See `parseDatabaseUrl`. Has a password, so never put it in a message. */
  readonly url: string;
  /** Timestamps changes that triggers record, and outages. Default: the clock of the database. */
  readonly clock?: Pick<Clock, 'now'>;
  /** The maximum number of connections; further queries wait. Default: 10. */
  readonly connections?: number;
  readonly limits?: TransactionLimits;
  readonly outages?: OutageListener;
  readonly watch?: StoreWatch;
  readonly reportUpdate?: ReportUpdate;
  /** Runs on each new connection. If it fails, so does the connection. */
  readonly onConnect?: (client: ClientBase) => Promise<void>;
}

/** Includes the latest migration, by which `terminateOlderSessions` finds older versions. */
const APPLICATION_NAME = `tilldesk ${LATEST_MIGRATION.slice(0, 4)}`;

/**
 * Measured with 64 clients, on two processors shared by program and database: requests per second were 0.91 with 3
 * connections, 0.90 with 5 and 0.83 with 20. The noise of such a run is 0.1.
 */
const DEFAULT_CONNECTIONS = 10;

/** Clients give up on queries that take longer. Locks are held for milliseconds. */
const SERVER_LIMITS: TransactionLimits = { statementMs: 30_000, lockMs: 5_000, idleMs: 30_000 };

const HOUR_MS = 3_600_000;

/** Limits for commands and startup: long enough for a migration, but ends a statement that hangs. */
export const LONG_LIMITS: TransactionLimits = { statementMs: HOUR_MS, lockMs: HOUR_MS, idleMs: HOUR_MS };

/** The program's query timeout is longer by this, so that PostgreSQL normally ends the statement first. */
const QUERY_GRACE_MS = 1_000;

/** A connection attempt fails after this timeout, so that requests do not hang. */
const CONNECT_OPTIONS = {
  connectionTimeoutMillis: 7_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5_000,
} as const satisfies PoolConfig;

const NO_OUTAGE_LISTENER: OutageListener = { began: () => undefined, ended: () => undefined };

/** Connects to a PostgreSQL database without checking its tables. The first query opens the connection. */
export function connectPostgres(options: PostgresStoreOptions): StoreDb {
  return new Kysely({
    dialect: new PostgresStoreDialect(createDialectConfig(options)),
    ...createQueryLog(options.watch),
  });
}

function createDialectConfig({
  url,
  clock = systemClock,
  limits = SERVER_LIMITS,
  outages = NO_OUTAGE_LISTENER,
  ...options
}: PostgresStoreOptions): PostgresDialectConfig {
  const address = parseDatabaseUrl(url);
  return {
    pool: createStorePool({
      pool: openPool(address, limits, options),
      label: address.label,
      ...{ limits, outages, clock },
      prepare: clock === systemClock ? null : (client: PoolClient) => setSessionTime(client, clock),
    }),
  };
}

function openPool(
  { connection }: DatabaseAddress,
  { statementMs }: TransactionLimits,
  {
    connections = DEFAULT_CONNECTIONS,
    watch,
    onConnect,
  }: Pick<PostgresStoreOptions, 'connections' | 'watch' | 'onConnect'>,
): Pool {
  const pool = new Pool({
    ...connection,
    ...CONNECT_OPTIONS,
    query_timeout: statementMs + QUERY_GRACE_MS,
    max: connections,
    application_name: APPLICATION_NAME,
    // Sends a query before the previous one is answered.
    pipeline: true,
    types: valueParsers,
    ...(onConnect && { onConnect }),
  });
  watch?.onPool(() => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }));
  // Without listeners a broken connection would end the process. The pool replaces the connection, and its query fails
  // anyway.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Creates the repository of fingerprints of the keys that encrypt what the servers of this store share. */
export function createServerKeysRepository(db: StoreDb) {
  return {
    /** Returns the fingerprint stored by the first server, which may be this one. */
    async readOrSetFingerprint(purpose: string, fingerprint: string): Promise<string> {
      await db
        .insertInto('server_keys')
        .values({ purpose, fingerprint })
        .onConflict((conflict) => conflict.column('purpose').doNothing())
        .execute();
      const row = await db
        .selectFrom('server_keys')
        .select('fingerprint')
        .where('purpose', '=', purpose)
        .executeTakeFirstOrThrow();
      return row.fingerprint;
    },
  };
}
