import { Kysely, type PostgresDialectConfig, sql } from 'kysely';
import { type ClientBase, Pool, type PoolClient, type PoolConfig } from 'pg';
import { type Clock, systemClock } from '../base/clock.ts';
import { type DatabaseAddress, parseDatabaseUrl } from './dialects/database-url.ts';
import {
  type OutageListener,
  PostgresStoreDialect,
  storedValues,
  storePool,
  type TransactionLimits,
} from './dialects/postgres-connection.ts';
import { setSessionTime } from './dialects/store-time.ts';
import {
  LATEST_MIGRATION,
  migrateStore,
  migrations,
  type ReportUpdate,
  refuseStrangeSchema,
} from './migrations/migrate-store.ts';
import { type Store, type StoreWatch, watchedQueries } from './open-store.ts';
import type { StoreDb } from './schema.ts';
import { NewerSchemaError, StoreError } from './store-error.ts';

/**
 * Opens the store in a database of PostgreSQL, and brings its tables up to date: of instances that start at once one
 * does this. Throws `StoreError`, and `ConfigError` for the address, and has then changed nothing.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  await withPatience(options, async (db) => {
    demandFitDatabase(await inspectDatabase(db));
    await refuseStrangeSchema(db, migrations);
    if (await migrateStore(db, migrations, options.reportUpdate)) await endOlderSessions(db);
    // Again: a move may have begun meanwhile.
    demandFitDatabase(await inspectDatabase(db));
  });
  const db = connectPostgres({ ...options, onConnect: refuseNewerSchema });
  return { db, close: () => db.destroy() };
}

/** With every new connection, so that an instance of an older version neither reads nor writes after a migration. */
async function refuseNewerSchema(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select max(name) as name from kysely_migration');
  const [latest] = rows;
  if (latest && latest.name > LATEST_MIGRATION) throw new NewerSchemaError(latest.name);
}

/** Ends the connections of instances of older versions. They refuse the newer tables when they connect again. */
async function endOlderSessions(db: StoreDb): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user
      and application_name like 'tilldesk%' and application_name collate "C" < ${APPLICATION}`.execute(db);
}

/** Runs `work` of a start, which may take long, or wait for another instance that does the same. */
export async function withPatience<Result>(
  { url, clock = systemClock }: Pick<PostgresStoreOptions, 'url' | 'clock'>,
  work: (db: StoreDb) => Promise<Result>,
): Promise<Result> {
  const db = connectPostgres({ url, clock, connections: 1, limits: PATIENT });
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
  /** Dates the changes that the database records by itself, and outages. Default: the clock of the database. */
  readonly clock?: Pick<Clock, 'now'>;
  /** Connections at most; a query that needs one more waits. Default: 10. */
  readonly connections?: number;
  /** Default: those of a server, whose clients wait for an answer. */
  readonly limits?: TransactionLimits;
  readonly outages?: OutageListener;
  readonly watch?: StoreWatch;
  readonly reportUpdate?: ReportUpdate;
  /** Runs on each new connection, which fails if this does. */
  readonly onConnect?: (client: ClientBase) => Promise<void>;
}

/** With the tables that this version knows. */
const APPLICATION = `tilldesk ${LATEST_MIGRATION.slice(0, 4)}`;

/**
 * By measurement, with 64 clients on two processors that program and database shared: 3 gave 0.91 of the requests per
 * second, 5 gave 0.90, and 20 gave 0.83; a tenth is the noise of such a run. Several programs share the processors of one database, so more help none of them.
 */
const DEFAULT_CONNECTIONS = 10;

/** Nobody waits any more for a query that takes longer. Locks are held for milliseconds. */
const SERVING: TransactionLimits = { statementMs: 30_000, lockMs: 5_000, idleMs: 30_000 };

const HOUR_MS = 3_600_000;

/** For a command or a start: long enough for what they do, or wait for, and an end for what hangs. */
export const PATIENT: TransactionLimits = { statementMs: HOUR_MS, lockMs: HOUR_MS, idleMs: HOUR_MS };

/** By so much later than PostgreSQL the program gives up, so that as a rule PostgreSQL itself ends a statement. */
const ANSWER_GRACE_MS = 1_000;

/** A connection that cannot be had fails, instead of a request that hangs. */
const CONNECTING = {
  connectionTimeoutMillis: 7_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5_000,
} as const satisfies PoolConfig;

const UNHEARD: OutageListener = { began: () => undefined, ended: () => undefined };

/** A database of PostgreSQL, whatever its tables are; the first query connects. */
export function connectPostgres(options: PostgresStoreOptions): StoreDb {
  return new Kysely({
    dialect: new PostgresStoreDialect(dialectConfig(options)),
    ...watchedQueries(options.watch),
  });
}

function dialectConfig({
  url,
  clock = systemClock,
  limits = SERVING,
  outages = UNHEARD,
  ...options
}: PostgresStoreOptions): PostgresDialectConfig {
  const address = parseDatabaseUrl(url);
  return {
    pool: storePool({
      pool: openPool(address, limits, options),
      place: address.place,
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
    ...CONNECTING,
    query_timeout: statementMs + ANSWER_GRACE_MS,
    max: connections,
    application_name: APPLICATION,
    // A query goes out before the one before it is answered.
    pipeline: true,
    types: storedValues,
    ...(onConnect && { onConnect }),
  });
  watch?.onPool(() => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }));
  // Without listeners a connection that breaks would end the program. The pool replaces it, and its query fails by itself.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
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
