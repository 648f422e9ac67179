import { Kysely, type PostgresDialectConfig, sql } from 'kysely';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { type Clock, systemClock } from '../base/clock.ts';
import { watchConnections } from './dialects/connection-watch.ts';
import { type DatabaseAddress, parseDatabaseUrl } from './dialects/database-url.ts';
import { PostgresStoreDialect, storedValues, storePool } from './dialects/postgres-connection.ts';
import { createPreparedStatements, NOTHING_PREPARED } from './dialects/prepared-statements.ts';
import { setSessionTime } from './dialects/store-time.ts';
import { createWritableHost, type WritableHost } from './dialects/writable-host.ts';
import { migrateStore, migrations, refuseStrangeSchema } from './migrations/migrate-store.ts';
import { type Store, type StoreWatch, watchedQueries } from './open-store.ts';
import type { StoreDb } from './schema.ts';
import { StoreError } from './store-error.ts';

/**
 * Opens the store in a database of PostgreSQL, and brings its tables up to date: of instances that start at once one
 * does this. Throws `StoreError`, and has then changed nothing.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const db = connectPostgres(options);
  try {
    demandFitDatabase(await inspectDatabase(db));
    await refuseStrangeSchema(db, migrations);
    await migrateStore(db, migrations);
    // Again: a move may have begun meanwhile.
    demandFitDatabase(await inspectDatabase(db));
    return { db, close: () => db.destroy() };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

export interface DatabaseFacts {
  /** `server_version_num` of PostgreSQL: 150004 for 15.4. */
  readonly version: number;
  readonly encoding: string;
  /** Whether it holds tables though no migration of this program ever ran in it. */
  readonly is_strange: number;
  /** Whether it holds the mark of a move that was not finished, see store/move. */
  readonly is_unfinished: number;
  /** How many it holds, without that of locks. */
  readonly tables: number;
}

/** The table that marks a database into which a store is being moved. */
export const UNFINISHED_MOVE = 'unfinished_move';

const OLDEST_VERSION = 15;

const VERSION_UNIT = 10_000;

export async function inspectDatabase<Schema>(db: Kysely<Schema>): Promise<DatabaseFacts> {
  // In one query: another instance that makes the tables meanwhile would look like another program.
  const { rows } = await sql<DatabaseFacts>`
    with here as (
      select table_name from information_schema.tables
      where table_schema = current_schema() and table_name not in ('turns', 'pg_stat_statements')
        and table_type = 'BASE TABLE')
    select current_setting('server_version_num')::bigint as version,
      current_setting('server_encoding') as encoding,
      exists (select 1 from here) and not exists (select 1 from here where table_name = 'kysely_migration')
        as is_strange,
      exists (select 1 from here where table_name = ${UNFINISHED_MOVE}) as is_unfinished,
      (select count(*) from here) as tables`.execute(db);
  const [facts] = rows;
  if (!facts) throw new StoreError('unavailable', 'The database does not state its version.');
  return facts;
}

/** Throws `StoreError` for a database that a store cannot be in. */
export function demandFitDatabase({ version, encoding, is_strange, is_unfinished }: DatabaseFacts): void {
  const major = Math.floor(version / VERSION_UNIT);
  if (major < OLDEST_VERSION) {
    const sentence = `The database is PostgreSQL ${major}: Tilldesk needs ${OLDEST_VERSION} or later.`;
    throw new StoreError('unavailable', sentence);
  }
  if (encoding !== 'UTF8') {
    const sentence = `The database stores text as ${encoding}: Tilldesk needs one that was made with encoding UTF8.`;
    throw new StoreError('unavailable', sentence);
  }
  if (is_unfinished) {
    const sentence =
      'A move into the database was not finished (or still runs): make the database again (dropdb, createdb), and run npm run store:move once more.';
    throw new StoreError('unfinished_move', sentence);
  }
  if (is_strange) {
    const sentence = 'The database holds tables of another program: give Tilldesk a database, or a schema, of its own.';
    throw new StoreError('corrupt', sentence);
  }
}

export interface PostgresStoreOptions {
  /** See `parseDatabaseUrl`. In no message. */
  readonly url: string;
  /** Dates the changes that the database records by itself. Default: the clock of the database. */
  readonly clock?: Pick<Clock, 'now'>;
  /** Connections at most; a query that needs one more waits. Default: 10. */
  readonly connections?: number;
  /** Called for an idle connection that broke; the next query opens another. */
  readonly onBroken?: (error: Error) => void;
  readonly watch?: StoreWatch;
}

const APPLICATION = 'tilldesk';

/**
 * By measurement, with 64 clients on two processors that program and database shared: 3 gave 0.91 of the requests per
 * second, 5 gave 0.90, and 20 gave 0.83; a tenth is the noise of such a run. Several programs share the processors of one database, so more help none of them.
 */
const DEFAULT_CONNECTIONS = 10;

/**
 * - a connection that cannot be had fails, instead of a request that hangs
 * - a database that disappears is noticed in seconds: see `watchConnections`
 * - no query of the program takes a minute: nobody waits any more for one that does. Migrations have an hour (`takeTime`)
 * - locks wait as long as SQLite waits for its writer; a lock is held for milliseconds
 * - a program that stopped inside a transaction loses its locks
 */
const TIMEOUTS = {
  connectionTimeoutMillis: 7_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  statement_timeout: 60_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 30_000,
} as const satisfies PoolConfig;

/** A database of PostgreSQL, whatever its tables are; the first query connects. */
export function connectPostgres(options: PostgresStoreOptions): StoreDb {
  return new Kysely({
    dialect: new PostgresStoreDialect(dialectConfig(options)),
    ...watchedQueries(options.watch),
  });
}

function dialectConfig({ url, clock = systemClock, ...options }: PostgresStoreOptions): PostgresDialectConfig {
  const address = parseDatabaseUrl(url);
  const several = address.hosts.length > 1 ? createWritableHost(address) : null;
  const pool = openPool(address, several, options);
  return {
    pool: storePool({
      pool,
      several,
      watch: watchConnections(pool, { ...address.connection, application_name: APPLICATION }, systemClock),
      place: address.place,
      statements: address.prepares ? createPreparedStatements() : NOTHING_PREPARED,
      prepare: clock === systemClock ? null : (client: PoolClient) => setSessionTime(client, clock),
    }),
  };
}

function openPool(
  { hosts: [host], connection }: DatabaseAddress,
  several: WritableHost | null,
  { connections = DEFAULT_CONNECTIONS, onBroken, watch }: Omit<PostgresStoreOptions, 'url' | 'clock'>,
): Pool {
  const pool = new Pool({
    ...connection,
    ...(several === null ? host : { Client: several.Client }),
    ...TIMEOUTS,
    max: connections,
    application_name: APPLICATION,
    // A query goes out before the one before it is answered.
    pipeline: true,
    types: storedValues,
  });
  watch?.onPool(() => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }));
  // Without a listener each of these would end the program; a query in progress fails by itself.
  pool.on('error', (error: Error & { client?: unknown }) => {
    // It holds the password, which must not be logged.
    delete error.client;
    onBroken?.(error);
  });
  pool.on('connect', (client) => client.on('error', () => several?.doubt()));
  return pool;
}

/** Fingerprints of the keys with which the servers of this store seal what they share. */
export function createServerKeysRepository(db: StoreDb) {
  return {
    /** Answers the fingerprint that counts: that of the first server that called. */
    async agreeOn(purpose: string, fingerprint: string): Promise<string> {
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
