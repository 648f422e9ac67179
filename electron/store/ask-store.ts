import { type Kysely, sql } from 'kysely';
import type { StoreSchema } from './schema.ts';

/** Rejects where the store does not answer. */
export async function askStore(db: Kysely<StoreSchema>): Promise<void> {
  await sql`select 1`.execute(db);
}
