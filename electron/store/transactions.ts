import { type Kysely, sql } from 'kysely';
import { dialectOf } from './dialects/dialect.ts';
import type { StoreDb } from './schema.ts';

/**
 * Runs `work` in a transaction, or in the one that `db` already is. Reads of several queries use it too, so
 * that all of them see the same rows: those of its first query. Inside, only the handed-in `transaction` may be used:
 * a query on the store itself would wait for ever.
 */
export function inTransaction<Result>(db: StoreDb, work: (transaction: StoreDb) => Promise<Result>): Promise<Result> {
  // SQLite has no other level, and its driver does not look at this one.
  return db.isTransaction ? work(db) : db.transaction().setIsolationLevel('repeatable read').execute(work);
}

/** `serialization_failure` and `deadlock_detected` of PostgreSQL: another transaction came first. */
const REPEATED_ON: readonly unknown[] = ['40001', '40P01'];

const ATTEMPTS = 5;

/**
 * As `inTransaction`, for work that writes. On SQLite the lock is taken at the beginning, where another process that
 * writes is waited for: one that reads first and writes then would fail at once if that process wrote in between.
 * On PostgreSQL each query sees what was committed before it (`takeTurn` keeps work apart), and what others came before
 * is rolled back and done again from its beginning: so `work` changes nothing but the store.
 */
export async function inWriteTransaction<Result>(
  db: StoreDb,
  work: (transaction: StoreDb) => Promise<Result>,
): Promise<Result> {
  if (db.isTransaction) return work(db);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().setIsolationLevel('read committed').setAccessMode('read write').execute(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !isToBeRepeated(error)) throw error;
    }
  }
}

function isToBeRepeated(error: unknown): boolean {
  return error instanceof Error && 'code' in error && REPEATED_ON.includes(error.code);
}

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

/**
 * The turn of whoever writes orders, prices or stock of an account: rules are judged, totals are summed and numbers are
 * given by what no other instance changes meanwhile. Comes first in the transaction.
 */
export function takeAccountTurn(transaction: StoreDb, accountId: number): Promise<void> {
  return takeTurn(transaction, `account ${accountId}`);
}

/** The turns of several accounts, in an order that is the same for all who take them. */
export async function takeAccountTurns(transaction: StoreDb, accountIds: Iterable<number>): Promise<void> {
  const inOrder = [...new Set(accountIds)].sort((a, b) => a - b);
  for (const accountId of inOrder) await takeAccountTurn(transaction, accountId);
}

/** Another instance that does the same is waited for; one that hangs is not waited for all night. */
const LONGEST_MS = 3_600_000;

/** For a transaction at the start that may take minutes, or wait for one: the limits of all others do not hold for it. */
export async function takeTime<Schema>(transaction: Kysely<Schema>): Promise<void> {
  if (dialectOf(transaction) === 'sqlite') return;
  await sql`select set_config('statement_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true),
    set_config('lock_timeout', ${String(LONGEST_MS)}, true)`.execute(transaction);
}
