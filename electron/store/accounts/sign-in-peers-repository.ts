import type { Kysely } from 'kysely';
import type { StoreSchema } from '../schema.ts';

/** Attempts to sign in by where they come from, a hash of it; each counts within a window of time alone. */
export function createSignInPeersRepository(db: Kysely<StoreSchema>) {
  return {
    /** Adds one; answers how many there are in this window now. A later window takes the place of the one before. */
    async add(peerHash: string, windowStart: number): Promise<number> {
      const { attempts } = await db
        .insertInto('sign_in_peers')
        .values({ peer_hash: peerHash, window_start: windowStart, attempts: 1 })
        .onConflict((conflict) =>
          conflict.column('peer_hash').doUpdateSet(({ eb, ref }) => ({
            window_start: windowStart,
            attempts: eb
              .case()
              .when('sign_in_peers.window_start', '=', windowStart)
              .then(eb(ref('sign_in_peers.attempts'), '+', 1))
              .else(1)
              .end(),
          })),
        )
        .returning('attempts')
        .executeTakeFirstOrThrow();
      return attempts;
    },

    async takeOff(peerHash: string, windowStart: number): Promise<void> {
      await db
        .updateTable('sign_in_peers')
        .set(({ eb }) => ({ attempts: eb('attempts', '-', 1) }))
        .where('peer_hash', '=', peerHash)
        .where('window_start', '=', windowStart)
        .where('attempts', '>', 0)
        .execute();
    },

    /** Drops those of windows that began before `instant`. */
    async removeBefore(instant: number): Promise<void> {
      await db.deleteFrom('sign_in_peers').where('window_start', '<', instant).execute();
    },
  };
}

export type SignInPeersRepository = ReturnType<typeof createSignInPeersRepository>;
