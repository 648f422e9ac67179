import { CompiledQuery, type DatabaseConnection } from 'kysely';
import type { Clock } from '../../session/clock.ts';
import { TOLD_TIME } from '../dialects/create-now-ms.ts';

/**
 * Answers what a connection runs before each statement or transaction that it is reserved for, so that `now_ms()` goes
 * by this clock. Only for a clock that is not the system's: that of the database is one for all instances.
 */
export function tellSessionTime(clock: Pick<Clock, 'now'>) {
  return async (connection: DatabaseConnection): Promise<void> => {
    const now = String(clock.now());
    await connection.executeQuery(CompiledQuery.raw('select set_config($1, $2, false)', [TOLD_TIME, now]));
  };
}
