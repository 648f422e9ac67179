import { sql } from 'kysely';
import { chooseByDialect, getClockToleranceMs } from '../dialects/dialect.ts';
import type { StoreDb, TokensTable } from '../schema.ts';
import { inWriteTransaction, takeLock } from '../transactions.ts';
import { createSignInProofsRepository, type ProofOfToken } from './sign-in-proofs-repository.ts';

type TokenOwner = Pick<TokensTable, 'account_id' | 'user_id'>;

/** Orders tokens of one millisecond by insertion. A store that instances share does not know that order. */
const INSERTED = chooseByDialect<unknown>({ sqlite: sql`rowid`, postgres: sql.ref('token_hash') });

/** Tokens by their hash. The tokens themselves are stored nowhere. */
export function createTokensRepository(db: StoreDb) {
  const newestFirst = ({ account_id, user_id }: TokenOwner) =>
    db
      .selectFrom('tokens')
      .where(({ and }) => and({ account_id, user_id }))
      .orderBy('issued_at', 'desc')
      .orderBy(INSERTED, 'desc');

  return {
    clockToleranceMs: getClockToleranceMs(db),

    /**
     * In one transaction: stores the token and its proof for later sign-ins, and removes expired tokens and the owner's
     * oldest beyond `most`.
     */
    issue(token: TokensTable, most: number, proof: ProofOfToken | null = null): Promise<void> {
      return inWriteTransaction(db, async (transaction) => {
        await takeLock(transaction, `tokens ${token.account_id} ${token.user_id}`);
        const tokens = createTokensRepository(transaction);
        await tokens.removeExpired(token.issued_at);
        // Before the insertion: if the clock of this instance is behind, the new token need not be the newest.
        await tokens.keepNewest(token, most - 1);
        await tokens.insert(token);
        if (proof !== null) await createSignInProofsRepository(transaction).add(proof);
      });
    },

    async insert(token: TokensTable): Promise<void> {
      await db.insertInto('tokens').values(token).execute();
    },

    /** Finds expired tokens too: the caller decides by its clock. */
    async find(tokenHash: string): Promise<TokensTable | undefined> {
      return db.selectFrom('tokens').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
    },

    /** Newest first, expired ones included. */
    listOf(owner: TokenOwner): Promise<TokensTable[]> {
      return newestFirst(owner).selectAll().execute();
    },

    /** Ends all tokens of a user but one, as `revoke` does. Answers how many there were. */
    removeOthers({ account_id, user_id }: TokenOwner, hashToKeep: string): Promise<number> {
      return inWriteTransaction(db, async (transaction) => {
        const others = await transaction
          .deleteFrom('tokens')
          .where(({ and }) => and({ account_id, user_id }))
          .where('token_hash', '!=', hashToKeep)
          .returning('token_hash')
          .execute();
        const proofs = createSignInProofsRepository(transaction);
        for (const { token_hash: hash } of others) await proofs.remove(hash);
        return others.length;
      });
    },

    /** When the newest was issued; null where there is none. */
    async readLatestIssue(): Promise<number | null> {
      const { latest } = await db
        .selectFrom('tokens')
        .select(({ fn }) => fn.max<number | null>('issued_at').as('latest'))
        .executeTakeFirstOrThrow();
      return latest;
    },

    async remove(tokenHash: string): Promise<void> {
      await db.deleteFrom('tokens').where('token_hash', '=', tokenHash).execute();
    },

    /** Ends a token with its proof. */
    revoke(tokenHash: string): Promise<void> {
      return inWriteTransaction(db, async (transaction) => {
        await createTokensRepository(transaction).remove(tokenHash);
        await createSignInProofsRepository(transaction).remove(tokenHash);
      });
    },

    /** Drops the oldest tokens of a user beyond `count`; of those issued in one millisecond, the first inserted. */
    async keepNewest(owner: TokenOwner, count: number): Promise<void> {
      const { account_id, user_id } = owner;
      await db
        .deleteFrom('tokens')
        .where(({ and }) => and({ account_id, user_id }))
        .where('token_hash', 'not in', newestFirst(owner).select('token_hash').limit(count))
        .execute();
    },

    async removeAll(): Promise<void> {
      await db.deleteFrom('tokens').execute();
    },

    /** Drops every token that is no longer valid at `now`. */
    async removeExpired(now: number): Promise<void> {
      await db.deleteFrom('tokens').where('expires_at', '<=', now).execute();
    },
  };
}

export type TokensRepository = ReturnType<typeof createTokensRepository>;
