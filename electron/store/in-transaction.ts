import type { Kysely } from 'kysely';
import type { StoreSchema } from './schema.ts';

/**
 * Runs `work` in a transaction, or in the one that `db` already is. Reads of several queries use it too, so
 * that all of them see the same rows. Inside, only the handed-in `transaction` may be used: a query on the
 * store itself would wait for ever.
 */
export function inTransaction<Result>(
  db: Kysely<StoreSchema>,
  work: (transaction: Kysely<StoreSchema>) => Promise<Result>,
): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}
