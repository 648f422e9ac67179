import type { Kysely } from 'kysely';
import { takeTime } from '../take-time.ts';
import { takeTurn } from '../take-turn.ts';

/** Of instances that start at the same moment one migrates at a time, and takes the time that it needs. */
export async function takeMigrationTurn<Schema>(transaction: Kysely<Schema>): Promise<void> {
  await takeTime(transaction);
  await takeTurn(transaction, 'migrations');
}
