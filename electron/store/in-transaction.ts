import type { Kysely } from 'kysely';
import type { StoreSchema } from './schema.ts';

/**
 * Runs `work` in a transaction, or in the one that `db` already is. Reads of several queries use it too, so
 * that all of them see the same rows: those of its first query. Inside, only the handed-in `transaction` may be used:
 * a query on the store itself would wait for ever.
 */
export function inTransaction<Result>(
  db: Kysely<StoreSchema>,
  work: (transaction: Kysely<StoreSchema>) => Promise<Result>,
): Promise<Result> {
  // SQLite has no other level, and its driver does not look at this one.
  return db.isTransaction ? work(db) : db.transaction().setIsolationLevel('repeatable read').execute(work);
}
