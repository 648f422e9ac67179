import { Kysely, type PostgresDialectConfig } from 'kysely';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { type Clock, systemClock } from '../base/clock.ts';
import { type DatabaseAddress, parseDatabaseUrl } from './dialects/database-url.ts';
import { PostgresStoreDialect } from './dialects/postgres-store-dialect.ts';
import { storePool } from './dialects/store-pool.ts';
import { storedValues } from './dialects/stored-values.ts';
import { tellSessionTime } from './dialects/tell-session-time.ts';
import type { StoreSchema } from './schema.ts';
import { type StoreWatch, watchedQueries } from './store-watch.ts';

export interface PostgresStoreOptions {
  /** See `parseDatabaseUrl`. Never told in a message. */
  readonly url: string;
  /** Dates the changes that the database records by itself. Default: the clock of the database. */
  readonly clock?: Pick<Clock, 'now'>;
  /** How many at most; what needs one more waits. Default: 10. */
  readonly connections?: number;
  /** Told of a connection that broke while nobody asked anything; the next query opens another. Default: nothing. */
  readonly onBroken?: (error: Error) => void;
  /** Default: nobody looks. */
  readonly watch?: StoreWatch;
}

const DEFAULT_CONNECTIONS = 10;

/**
 * - a connection that cannot be had is a failure that somebody sees, not a request that hangs
 * - a database that goes without a word while it works on a query is noticed in seconds, not after two hours; one that is
 *   gone before the query reaches it when the operating system gives up sending, after some minutes
 * - no query of the program takes a minute: one that does is asked for by nobody any more
 * - as long as SQLite waits for its writer; a turn is held for milliseconds
 * - a program that stopped in the midst of a transaction, or lost its way, does not keep its locks
 */
const TIMEOUTS = {
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  statement_timeout: 60_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 30_000,
} as const satisfies PoolConfig;

/** Queries for a database of PostgreSQL, whatever its tables are; it is connected to with the first of them. */
export function connectPostgres(options: PostgresStoreOptions): Kysely<StoreSchema> {
  return new Kysely({
    dialect: new PostgresStoreDialect(dialectConfig(options)),
    ...watchedQueries(options.watch),
  });
}

function dialectConfig({
  url,
  clock = systemClock,
  ...options
}: PostgresStoreOptions): PostgresDialectConfig {
  const address = parseDatabaseUrl(url);
  const tell = clock === systemClock ? null : (client: PoolClient) => tellSessionTime(client, clock);
  return { pool: storePool(openPool(address, options), address.place, tell) };
}

function openPool(
  { connection }: DatabaseAddress,
  { connections = DEFAULT_CONNECTIONS, onBroken, watch }: Omit<PostgresStoreOptions, 'url' | 'clock'>,
): Pool {
  const pool = new Pool({
    ...connection,
    ...TIMEOUTS,
    max: connections,
    application_name: 'tilldesk',
    types: storedValues,
  });
  watch?.onPool(() => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }));
  // Without a listener each of these would end the program; a query that was under way fails by itself.
  pool.on('error', (error: Error & { client?: unknown }) => {
    // With all that the connection holds, which is for no log.
    delete error.client;
    onBroken?.(error);
  });
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
