import type { DatabaseSync } from 'node:sqlite';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { PoolClient } from 'pg';
import type { Clock } from '../../base/clock.ts';
import { dialectOf } from './dialect.ts';

/** What the database does by itself after a row was written. */
export interface Trigger {
  readonly name: string;
  /** `insert on …`, `delete on …` or `update of … on …`; the row is `new`, `old` or both. */
  readonly event: RawBuilder<unknown>;
  /** Which of the rows it is for. Default: all. */
  readonly when?: RawBuilder<SqlBool>;
  /** Each ends with a semicolon, and holds its values in its text. */
  readonly statements: RawBuilder<unknown>;
}

/** On PostgreSQL a function of the same name is made with it. */
export async function createTrigger<Schema>(
  db: Kysely<Schema>,
  { name, event, when, statements }: Trigger,
): Promise<void> {
  const id = sql.id(name);
  const condition = when ? sql`when (${when})` : sql``;
  if (dialectOf(db) === 'sqlite') {
    await sql`create trigger ${id} after ${event} ${condition} begin ${statements} end`.execute(db);
    return;
  }
  await sql`create function ${id}() returns trigger language plpgsql
    as $$ begin
      if current_setting(${sql.lit(SETS_TRIGGERS_ASIDE)}, true) = 'on' then return null; end if;
      ${statements} return null; end $$`.execute(db);
  await sql`create trigger ${id} after ${event} for each row ${condition} execute function ${id}()`.execute(db);
}

/** The setting of PostgreSQL by which a transaction sets aside all triggers of the store; see `fillAccount`. */
export const SETS_TRIGGERS_ASIDE = 'tilldesk.sets_triggers_aside';

/** Under which a session of PostgreSQL is told another time than that of the database. */
const SESSION_TIME = 'tilldesk.now_ms';

/**
 * Gives PostgreSQL the function `now_ms()`, by the clock of the database, which all instances share. On SQLite each
 * connection gets it, by that of the program (`setTime`).
 */
export async function createNowMs<Schema>(db: Kysely<Schema>): Promise<void> {
  if (dialectOf(db) === 'sqlite') return;
  await sql`create function now_ms() returns bigint language sql volatile as $$
    select coalesce(
      nullif(current_setting(${sql.lit(SESSION_TIME)}, true), '')::bigint,
      floor(extract(epoch from clock_timestamp()) * 1000)::bigint)
  $$`.execute(db);
}

/** Gives triggers and queries the function `now_ms()`: milliseconds since the epoch, by the clock of the program. */
export function setTime(connection: DatabaseSync, clock: Pick<Clock, 'now'>): void {
  connection.function('now_ms', () => BigInt(clock.now()));
}

/**
 * Run on a connection before each statement or transaction, so that `now_ms()` goes by this clock. Only for a clock that
 * is not the system's: that of the database is one for all instances.
 */
export async function setSessionTime(client: PoolClient, clock: Pick<Clock, 'now'>): Promise<void> {
  await client.query('select set_config($1, $2, false)', [SESSION_TIME, String(clock.now())]);
}
