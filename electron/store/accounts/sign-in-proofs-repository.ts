import type { SignInProofsTable, StoreDb } from '../schema.ts';
import { inWriteTransaction, takeLock } from '../transactions.ts';
import { createRemoteAccountsRepository } from './accounts-repository.ts';

export type NewProof = Omit<SignInProofsTable, 'failures'>;

/** Changes to proofs when a token is issued. */
export interface NewTokenProof {
  readonly proof: NewProof;
  /** The maximum number of proofs of a sign-in. Those with the latest expiry stay. */
  readonly max: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Hashes of proofs to remove with their failures. */
  readonly renewed: readonly string[];
}

/** Proofs, by hash, that somebody signed in with this device before. Each counts wrong passwords. */
export function createSignInProofsRepository(db: StoreDb) {
  return {
    /** Base URL of the account's deployment. `null` for an account of this store. */
    async findPlatform(accountId: number): Promise<string | null> {
      return (await createRemoteAccountsRepository(db).find(accountId))?.platform ?? null;
    },

    find(proofHash: string): Promise<SignInProofsTable | undefined> {
      return db.selectFrom('sign_in_proofs').selectAll().where('proof_hash', '=', proofHash).executeTakeFirst();
    },

    /** Adds a proof. Removes expired proofs, and those of this sign-in beyond `max`. */
    add({ proof, max, now, renewed }: NewTokenProof): Promise<void> {
      return inWriteTransaction(db, async (transaction) => {
        // Several hashes share a lock, as for failures.
        await takeLock(transaction, `sign-in proof ${proof.sign_in_hash.slice(0, 2)}`);
        await transaction.deleteFrom('sign_in_proofs').where('kept_until', '<=', now).execute();
        await transaction
          .insertInto('sign_in_proofs')
          .values({ ...proof, failures: 0 })
          .execute();
        await transaction
          .deleteFrom('sign_in_proofs')
          .where('sign_in_hash', '=', proof.sign_in_hash)
          .where('proof_hash', 'not in', (query) =>
            query
              .selectFrom('sign_in_proofs')
              .select('proof_hash')
              .where('sign_in_hash', '=', proof.sign_in_hash)
              .orderBy('kept_until', 'desc')
              .orderBy('proof_hash')
              .limit(max),
          )
          .execute();
        for (const hash of renewed) await createSignInProofsRepository(transaction).remove(hash);
      });
    },

    /**
     * Counts a wrong password on a proof, adding the proof if it is missing. Returns `false` and counts nothing if
     * `max` was reached.
     */
    async count(proof: NewProof, max: number): Promise<boolean> {
      const counted = await db
        .insertInto('sign_in_proofs')
        .values({ ...proof, failures: 1 })
        .onConflict((conflict) =>
          conflict
            .column('proof_hash')
            .doUpdateSet(({ eb, ref }) => ({
              failures: eb(ref('sign_in_proofs.failures'), '+', 1),
              kept_until: proof.kept_until,
            }))
            .where('sign_in_proofs.failures', '<', max),
        )
        .returning('failures')
        .executeTakeFirst();
      return counted !== undefined;
    },

    /** Undoes the last count: the password was correct. */
    async undoCount(proofHash: string): Promise<void> {
      await db
        .updateTable('sign_in_proofs')
        .set(({ eb }) => ({ failures: eb('failures', '-', 1) }))
        .where('proof_hash', '=', proofHash)
        .where('failures', '>', 0)
        .execute();
    },

    async remove(proofHash: string): Promise<void> {
      await db.deleteFrom('sign_in_proofs').where('proof_hash', '=', proofHash).execute();
    },
  };
}

export type SignInProofsRepository = ReturnType<typeof createSignInProofsRepository>;
