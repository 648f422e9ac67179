import type { Kysely } from 'kysely';
import type { StoreSchema } from './schema.ts';

/** By which keys the servers of this store seal what they share: their fingerprints. */
export function createServerKeysRepository(db: Kysely<StoreSchema>) {
  return {
    /** The fingerprint that counts: that of the first server that asked. */
    async agreeOn(purpose: string, fingerprint: string): Promise<string> {
      await db
        .insertInto('server_keys')
        .values({ purpose, fingerprint })
        .onConflict((conflict) => conflict.column('purpose').doNothing())
        .execute();
      const row = await db
        .selectFrom('server_keys')
        .select('fingerprint')
        .where('purpose', '=', purpose)
        .executeTakeFirstOrThrow();
      return row.fingerprint;
    },
  };
}
