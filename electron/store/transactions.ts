import { type Kysely, sql } from 'kysely';
import { getErrorCode } from '../base/errors.ts';
import { getDialect } from './dialects/dialect.ts';
import type { StoreDb } from './schema.ts';

/**
 * Runs `work` in a transaction, or in `db` if that is one. All its queries see the same rows, as of its first query.
 * Inside, use only the given `transaction`: a query on the store itself would wait forever.
 */
export function inTransaction<Result>(db: StoreDb, work: (transaction: StoreDb) => Promise<Result>): Promise<Result> {
  // SQLite has only this level, and its driver ignores the setting.
  const run = () => db.transaction().setIsolationLevel('repeatable read').execute(work);
  return db.isTransaction ? work(db) : runWithRetries(run);
}

/**
 * As `inTransaction`, for work that writes. SQLite takes the write lock at the start; otherwise a write by another
 * process after the first read would make the transaction fail. PostgreSQL may roll back and run `work` again, so
 * `work` must change nothing but the store. There, each query sees what was committed before it; use `takeLock` if that
 * matters.
 */
export async function inWriteTransaction<Result>(
  db: StoreDb,
  work: (transaction: StoreDb) => Promise<Result>,
): Promise<Result> {
  if (db.isTransaction) return work(db);
  return runWithRetries(() =>
    db.transaction().setIsolationLevel('read committed').setAccessMode('read write').execute(work),
  );
}

/** PostgreSQL's `serialization_failure` and `deadlock_detected`: another transaction won. */
const RETRYABLE_CODES: readonly string[] = ['40001', '40P01'];

const MAX_ATTEMPTS = 5;

async function runWithRetries<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !RETRYABLE_CODES.includes(getErrorCode(error))) throw error;
    }
  }
}

const LOCK_TABLE = 'turns';

/**
 * Waits for a lock and holds it until the transaction ends. On PostgreSQL it is a row that all instances share. SQLite
 * has one writer at a time and needs none. Take locks before any other query, and several in a fixed order
 * (`lockAccounts`).
 */
export async function takeLock<Schema>(transaction: Kysely<Schema>, name: string): Promise<void> {
  if (!transaction.isTransaction)
    throw new Error(`the lock "${name}" was taken outside a transaction; take it inside one`);
  if (getDialect(transaction) === 'sqlite') return;
  await sql`insert into ${sql.table(LOCK_TABLE)} (name, taken) values (${name}, 1)
    on conflict (name) do update set taken = turns.taken + 1`.execute(transaction);
}

/** A task that one of several instances does for all of them. */
export interface Lease {
  /** Takes or extends the lease. `false` if another instance has it. */
  hold(ttlMs: number): Promise<boolean>;
  /** Lets another instance take the lease immediately. */
  release(): Promise<void>;
}

/**
 * Creates a named lease. On PostgreSQL it is a row with the time when it ends, by the clock of the database. Only the
 * holder knows that time. SQLite has one instance, which always holds it.
 */
export function createLease(db: StoreDb, name: string): Lease {
  let heldUntil = 0;
  if (getDialect(db) === 'sqlite') return { hold: async () => true, release: async () => undefined };
  const row = `lease ${name}`;
  return {
    async hold(ttlMs) {
      const { rows } = await sql<{ until: number }>`
        insert into ${sql.table(LOCK_TABLE)} (name, taken) values (${row}, now_ms() + ${ttlMs})
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

/** Creates the lock table. Runs before all migrations, because they take locks too. */
export async function createLockTable<Schema>(db: Kysely<Schema>): Promise<void> {
  if (getDialect(db) === 'sqlite') return;
  try {
    await sql`create table if not exists ${sql.table(LOCK_TABLE)}
      (name text primary key, taken bigint not null)`.execute(db);
  } catch (error) {
    // `unique_violation`, `duplicate_table` or `duplicate_object`: another instance created it at the same time.
    if (!['23505', '42P07', '42710'].includes(getErrorCode(error))) throw error;
  }
}

/**
 * Locks writes to orders, prices and stock of an account, so that no other instance changes the data that rules and
 * totals depend on. Call it first in the transaction.
 */
export function lockAccount(transaction: StoreDb, accountId: number): Promise<void> {
  return takeLock(transaction, `account ${accountId}`);
}

/** Locks accounts in a fixed order, to prevent deadlocks. */
export async function lockAccounts(transaction: StoreDb, accountIds: Iterable<number>): Promise<void> {
  const sortedIds = [...new Set(accountIds)].sort((a, b) => a - b);
  for (const accountId of sortedIds) await lockAccount(transaction, accountId);
}

/** Commits without waiting for a standby. Only for writes that may be lost with the primary. */
export async function commitWithoutStandby(transaction: StoreDb): Promise<void> {
  if (getDialect(transaction) === 'sqlite') return;
  await sql`select set_config('synchronous_commit', 'local', true)`.execute(transaction);
}
