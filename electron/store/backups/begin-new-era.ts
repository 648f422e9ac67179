import type { Kysely } from 'kysely';
import { randomText } from '../dialects/portable-sql.ts';
import { inWriteTransaction } from '../in-write-transaction.ts';
import type { StoreSchema } from '../schema.ts';

/**
 * Ends what was agreed upon with others after a backup was made, in the store that it is put back as: positions in the
 * feeds are lost, so that nobody misses what happened under the same versions; nobody is signed in; no delivery of a
 * webhook is under way.
 */
export async function beginNewEra(db: Kysely<StoreSchema>): Promise<void> {
  await inWriteTransaction(db, async (transaction) => {
    await transaction.updateTable('feeds').set({ era: randomText() }).execute();
    await transaction.deleteFrom('tokens').execute();
    await transaction.updateTable('webhook_deliveries').set({ leased_until: null }).execute();
  });
}
