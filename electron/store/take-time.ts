import { type Kysely, sql } from 'kysely';
import { dialectOf } from './dialects/dialect-of.ts';

/** Another instance that does the same is waited for; one that hangs is not waited for all night. */
const LONGEST_MS = 3_600_000;

/** For a transaction at the start that may take minutes, or wait for one: the limits of all others do not hold for it. */
export async function takeTime<Schema>(transaction: Kysely<Schema>): Promise<void> {
  if (dialectOf(transaction) === 'sqlite') return;
  await sql`select set_config('statement_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true),
    set_config('lock_timeout', ${String(LONGEST_MS)}, true)`.execute(transaction);
}
