import type { DatabaseSync } from 'node:sqlite';
import type { PoolClient } from 'pg';
import type { Clock } from '../../base/clock.ts';

/** Under which a session of PostgreSQL is told another time than that of the database. */
export const SESSION_TIME = 'tilldesk.now_ms';

/**
 * Gives queries the function `now_ms()`: milliseconds since the epoch, by the clock of the program. On PostgreSQL migration
 * 0006 makes it, by the clock of the database, which all instances share.
 */
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
