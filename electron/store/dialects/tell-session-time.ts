import type { PoolClient } from 'pg';
import type { Clock } from '../../base/clock.ts';
import { TOLD_TIME } from './create-now-ms.ts';

/**
 * Run on a connection before each statement or transaction, so that `now_ms()` goes by this clock. Only for a clock that
 * is not the system's: that of the database is one for all instances.
 */
export async function tellSessionTime(client: PoolClient, clock: Pick<Clock, 'now'>): Promise<void> {
  await client.query('select set_config($1, $2, false)', [TOLD_TIME, String(clock.now())]);
}
