import type { Kysely } from 'kysely';
import type { SignInFailuresTable, StoreSchema } from './schema.ts';

/** Failed sign-ins in a row, by a hash of what was typed. */
export function createSignInFailuresRepository(db: Kysely<StoreSchema>) {
  return {
    find(signInHash: string): Promise<SignInFailuresTable | undefined> {
      return db
        .selectFrom('sign_in_failures')
        .selectAll()
        .where('sign_in_hash', '=', signInHash)
        .executeTakeFirst();
    },

    /** Adds one; answers how many there are in a row now. */
    async add(signInHash: string, failedAt: number): Promise<number> {
      const { failures } = await db
        .insertInto('sign_in_failures')
        .values({ sign_in_hash: signInHash, failures: 1, last_failed_at: failedAt })
        .onConflict((conflict) =>
          conflict.column('sign_in_hash').doUpdateSet(({ eb, ref }) => ({
            failures: eb(ref('sign_in_failures.failures'), '+', 1),
            last_failed_at: failedAt,
          })),
        )
        .returning('failures')
        .executeTakeFirstOrThrow();
      return failures;
    },

    async remove(signInHash: string): Promise<void> {
      await db.deleteFrom('sign_in_failures').where('sign_in_hash', '=', signInHash).execute();
    },

    /** Drops those whose last failure lies before `instant`. */
    async removeBefore(instant: number): Promise<void> {
      await db.deleteFrom('sign_in_failures').where('last_failed_at', '<', instant).execute();
    },
  };
}

export type SignInFailuresRepository = ReturnType<typeof createSignInFailuresRepository>;
