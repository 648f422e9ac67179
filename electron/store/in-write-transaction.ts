import type { Kysely } from 'kysely';
import type { StoreSchema } from './schema.ts';

/**
 * As `inTransaction`, for work that writes: the lock is taken at the beginning, where another process that writes is
 * waited for. One that reads first and writes then would fail at once if that process wrote in between.
 */
export function inWriteTransaction<Result>(
  db: Kysely<StoreSchema>,
  work: (transaction: Kysely<StoreSchema>) => Promise<Result>,
): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().setAccessMode('read write').execute(work);
}
