import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../base/clock.ts';

/** Gives triggers and queries the function `now_ms()`: milliseconds since the epoch, by the clock of the program. */
export function tellTime(connection: DatabaseSync, clock: Pick<Clock, 'now'>): void {
  connection.function('now_ms', () => BigInt(clock.now()));
}
