import type { SignInProofsTable, StoreDb } from '../schema.ts';
import { inWriteTransaction, takeLock } from '../transactions.ts';
import { createRemoteAccountsRepository } from './accounts-repository.ts';

export type NewProof = Omit<SignInProofsTable, 'failures'>;

/** What the issue of a token changes. */
export interface ProofOfToken {
  readonly proof: NewProof;
  /** Proofs of one sign-in at most; those that last longest stay. */
  readonly most: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Hashes of proofs whose failures are forgotten. */
  readonly renewed: readonly string[];
}

/** Proofs that a sign-in is not a stranger's, by hash, each with its count of wrong passwords. */
export function createSignInProofsRepository(db: StoreDb) {
  return {
    /** Base URL of the deployment that an account is of; null for an account of the store. */
    async platformOf(accountId: number): Promise<string | null> {
      return (await createRemoteAccountsRepository(db).find(accountId))?.platform ?? null;
    },

    find(proofHash: string): Promise<SignInProofsTable | undefined> {
      return db.selectFrom('sign_in_proofs').selectAll().where('proof_hash', '=', proofHash).executeTakeFirst();
    },

    /** Drops what has expired at `now`, and of this sign-in all but the `most` that last longest. */
    add({ proof, most, now, renewed }: ProofOfToken): Promise<void> {
      return inWriteTransaction(db, async (transaction) => {
        // Several hashes share a lock, as those of failures do.
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
              .limit(most),
          )
          .execute();
        for (const hash of renewed) await createSignInProofsRepository(transaction).remove(hash);
      });
    },

    /**
     * Counts a wrong password on a proof, which is stored first where it is not yet. False, and nothing is counted, where
     * `most` were counted before.
     */
    async count(proof: NewProof, most: number): Promise<boolean> {
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
            .where('sign_in_proofs.failures', '<', most),
        )
        .returning('failures')
        .executeTakeFirst();
      return counted !== undefined;
    },

    /** The password that was counted last was right. */
    async takeBack(proofHash: string): Promise<void> {
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
