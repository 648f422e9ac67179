import type { DatabaseSync } from 'node:sqlite';
import type { PoolClient } from 'pg';
import type { Clock } from '../../base/clock.ts';

/** The PostgreSQL setting that replaces the time of the database in a session. */
export const SESSION_TIME = 'tilldesk.now_ms';

/**
 * Adds the SQL function `now_ms()`: milliseconds since the epoch, by the program's clock. On PostgreSQL migration 0006
 * creates it, with the clock of the database, which all instances share.
 */
export function addTimeFunction(connection: DatabaseSync, clock: Pick<Clock, 'now'>): void {
  connection.function('now_ms', () => BigInt(clock.now()));
}

/**
 * Makes `now_ms()` use this clock. Call it before each statement or transaction, and only for a clock other than the
 * system's.
 */
export async function setSessionTime(client: PoolClient, clock: Pick<Clock, 'now'>): Promise<void> {
  await client.query('select set_config($1, $2, false)', [SESSION_TIME, String(clock.now())]);
}
