import { type Kysely, sql } from 'kysely';
import { codeOf } from '../base/errors.ts';
import { dialectOf } from './dialects/dialect.ts';
import type { StoreDb } from './schema.ts';

/**
 * Runs `work` in a transaction, or in the one that `db` already is. Reads of several queries use it too, so
 * that all of them see the same rows: those of its first query. Inside, only the handed-in `transaction` may be used:
 * a query on the store itself would wait for ever.
 */
export function inTransaction<Result>(db: StoreDb, work: (transaction: StoreDb) => Promise<Result>): Promise<Result> {
  // SQLite has no other level, and its driver does not look at this one.
  const run = () => db.transaction().setIsolationLevel('repeatable read').execute(work);
  return db.isTransaction ? work(db) : repeated(run);
}

/**
 * As `inTransaction`, for work that writes. On SQLite the write lock is taken at the beginning: a transaction that read
 * first would fail if another process wrote in between. On PostgreSQL each query sees what was committed before it
 * (`takeLock` locks), and a transaction that lost to another one is rolled back and runs again: `work` may change
 * nothing but the store.
 */
export async function inWriteTransaction<Result>(
  db: StoreDb,
  work: (transaction: StoreDb) => Promise<Result>,
): Promise<Result> {
  if (db.isTransaction) return work(db);
  return repeated(() => db.transaction().setIsolationLevel('read committed').setAccessMode('read write').execute(work));
}

/** `serialization_failure` and `deadlock_detected` of PostgreSQL: another transaction came first. */
const REPEATED_ON: readonly string[] = ['40001', '40P01'];

const ATTEMPTS = 5;

async function repeated<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === ATTEMPTS || !REPEATED_ON.includes(codeOf(error))) throw error;
    }
  }
}

/** The table of locks and leases. */
const LOCK_TABLE = 'turns';

/**
 * Waits for the lock of this name, and holds it until the transaction ends. SQLite needs none, as it has one writer at a
 * time; on PostgreSQL it is a lock on a row, shared by all instances on the database. Locks are taken before anything
 * else is read or written, and several in one order (`lockAccounts`).
 */
export async function takeLock<Schema>(transaction: Kysely<Schema>, name: string): Promise<void> {
  if (!transaction.isTransaction) throw new Error(`the lock "${name}" needs a transaction that holds it`);
  if (dialectOf(transaction) === 'sqlite') return;
  await sql`insert into ${sql.table(LOCK_TABLE)} (name, taken) values (${name}, 1)
    on conflict (name) do update set taken = turns.taken + 1`.execute(transaction);
}

/** What one of several instances on a database does for all of them. */
export interface Lease {
  /** Takes it or keeps it for so long from now; false where another instance has it. */
  hold(forMs: number): Promise<boolean>;
  /** Another instance may take it at once. */
  release(): Promise<void>;
}

/**
 * A lease under this name. On PostgreSQL it is a row of the table of locks with the moment at which it ends, which its holder
 * alone knows, by the clock of the database. SQLite has one instance, which always holds it.
 */
export function createLease(db: StoreDb, name: string): Lease {
  let heldUntil = 0;
  if (dialectOf(db) === 'sqlite') return { hold: async () => true, release: async () => undefined };
  const row = `lease ${name}`;
  return {
    async hold(forMs) {
      const { rows } = await sql<{ until: number }>`
        insert into ${sql.table(LOCK_TABLE)} (name, taken) values (${row}, now_ms() + ${forMs})
        on conflict (name) do update set taken = greatest(excluded.taken, turns.taken + 1)
          where turns.taken <= now_ms() or turns.taken = ${heldUntil}
        returning taken as until`.execute(db);
      heldUntil = rows[0]?.until ?? 0;
      return rows.length > 0;
    },
    async release() {
      await sql`update ${sql.table(LOCK_TABLE)} set taken = 0 where name = ${row} and taken = ${heldUntil}`.execute(db);
    },
  };
}

/** Creates the table of locks where it is missing: before any migration, as migrations take locks as well. */
export async function createLockTable<Schema>(db: Kysely<Schema>): Promise<void> {
  if (dialectOf(db) === 'sqlite') return;
  try {
    await sql`create table if not exists ${sql.table(LOCK_TABLE)}
      (name text primary key, taken bigint not null)`.execute(db);
  } catch (error) {
    // `unique_violation`, `duplicate_table` or `duplicate_object`: another instance has created it at the same moment.
    if (!['23505', '42P07', '42710'].includes(codeOf(error))) throw error;
  }
}

/**
 * The lock of writes to orders, prices or stock of an account: no other instance changes meanwhile what rules, totals and
 * numbers depend on. Comes first in the transaction.
 */
export function lockAccount(transaction: StoreDb, accountId: number): Promise<void> {
  return takeLock(transaction, `account ${accountId}`);
}

/** The locks of several accounts, always in the same order. */
export async function lockAccounts(transaction: StoreDb, accountIds: Iterable<number>): Promise<void> {
  const inOrder = [...new Set(accountIds)].sort((a, b) => a - b);
  for (const accountId of inOrder) await lockAccount(transaction, accountId);
}

/** Lets a transaction commit without waiting for a standby: for what may be lost with the primary, and must not wait without one. */
export async function commitAlone(transaction: StoreDb): Promise<void> {
  if (dialectOf(transaction) === 'sqlite') return;
  await sql`select set_config('synchronous_commit', 'local', true)`.execute(transaction);
}
