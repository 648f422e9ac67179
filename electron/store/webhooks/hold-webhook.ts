import type { Kysely } from 'kysely';
import { isSharedStore } from '../dialects/is-shared-store.ts';
import type { StoreSchema } from '../schema.ts';

/**
 * Keeps other instances from changing the webhook until the transaction ends: whether it is active, and its health, stay
 * as they are read. Comes before any write to its deliveries: two that waited for each other would both begin anew.
 */
export async function holdWebhook(db: Kysely<StoreSchema>, id: number): Promise<void> {
  if (!isSharedStore(db)) return;
  await db.selectFrom('webhooks').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}
