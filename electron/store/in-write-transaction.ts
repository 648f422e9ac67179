import type { Kysely } from 'kysely';
import type { StoreSchema } from './schema.ts';

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
  db: Kysely<StoreSchema>,
  work: (transaction: Kysely<StoreSchema>) => Promise<Result>,
): Promise<Result> {
  if (db.isTransaction) return work(db);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db
        .transaction()
        .setIsolationLevel('read committed')
        .setAccessMode('read write')
        .execute(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !isToBeRepeated(error)) throw error;
    }
  }
}

function isToBeRepeated(error: unknown): boolean {
  return error instanceof Error && 'code' in error && REPEATED_ON.includes(error.code);
}
