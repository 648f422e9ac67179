import { type Kysely, sql } from 'kysely';
import { dialectOf } from './dialect-of.ts';

/** Under which a session of PostgreSQL is told another time than that of the database. */
export const TOLD_TIME = 'tilldesk.now_ms';

/**
 * Gives PostgreSQL the function `now_ms()`, by the clock of the database, which all instances share. On SQLite each
 * connection gets it, by that of the program (`tellTime`).
 */
export async function createNowMs<Schema>(db: Kysely<Schema>): Promise<void> {
  if (dialectOf(db) === 'sqlite') return;
  await sql`create function now_ms() returns bigint language sql volatile as $$
    select coalesce(
      nullif(current_setting(${sql.lit(TOLD_TIME)}, true), '')::bigint,
      floor(extract(epoch from clock_timestamp()) * 1000)::bigint)
  $$`.execute(db);
}
