import type { Kysely } from 'kysely';
import type { StoreSchema } from './schema.ts';

export function createAccountsRepository(db: Kysely<StoreSchema>) {
  return {
    /** By name. */
    list(): Promise<readonly { readonly id: number; readonly name: string }[]> {
      return db.selectFrom('accounts').select(['id', 'name']).orderBy('name').execute();
    },
  };
}
