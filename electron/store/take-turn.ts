import { type Kysely, sql } from 'kysely';
import { dialectOf } from './dialects/dialect-of.ts';

/** What only one transaction does at a time. */
const TURNS = 'turns';

/**
 * Waits until no other transaction has the turn of this name, and has it until this one ends. What SQLite keeps apart
 * by itself, as it has one writer at a time, is kept apart by this on PostgreSQL: a lock on a row, which is one for all
 * instances on the database. Turns are taken before anything else is read or written, and several in one order
 * (`takeAccountTurns`).
 */
export async function takeTurn<Schema>(transaction: Kysely<Schema>, name: string): Promise<void> {
  if (!transaction.isTransaction) throw new Error(`the turn "${name}" needs a transaction that keeps it`);
  if (dialectOf(transaction) === 'sqlite') return;
  await sql`insert into ${sql.table(TURNS)} (name, taken) values (${name}, 1)
    on conflict (name) do update set taken = turns.taken + 1`.execute(transaction);
}

/** Makes what turns need where it is missing: before any migration, as these take turns as well. */
export async function layTurns<Schema>(db: Kysely<Schema>): Promise<void> {
  if (dialectOf(db) === 'sqlite') return;
  try {
    await sql`create table if not exists ${sql.table(TURNS)}
      (name text primary key, taken bigint not null)`.execute(db);
  } catch (error) {
    if (!wasMadeMeanwhile(error)) throw error;
  }
}

/** `unique_violation` or `duplicate_table`: what another instance has committed that made it at the same moment. */
function wasMadeMeanwhile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['23505', '42P07'].includes(String(error.code));
}
