import { sql } from 'kysely';
import { chooseByDialect, getClockToleranceMs } from '../dialects/dialect.ts';
import type { StoreDb, TokensTable } from '../schema.ts';
import { inWriteTransaction, takeLock } from '../transactions.ts';
import { createSignInProofsRepository, type NewTokenProof } from './sign-in-proofs-repository.ts';

type TokenOwner = Pick<TokensTable, 'account_id' | 'user_id'>;

/** Orders tokens of the same millisecond by insertion. PostgreSQL does not store that order. */
const INSERTION_ORDER = chooseByDialect<unknown>({ sqlite: sql`rowid`, postgres: sql.ref('token_hash') });

/** Tokens by hash. The tokens are not stored. */
export function createTokensRepository(db: StoreDb) {
  const selectNewestFirst = ({ account_id, user_id }: TokenOwner) =>
    db
      .selectFrom('tokens')
      .where(({ and }) => and({ account_id, user_id }))
      .orderBy('issued_at', 'desc')
      .orderBy(INSERTION_ORDER, 'desc');

  return {
    clockToleranceMs: getClockToleranceMs(db),

    /** Stores a token and its proof. Removes expired tokens, and the owner's oldest ones beyond `max`. */
    issue(token: TokensTable, max: number, proof: NewTokenProof | null = null): Promise<void> {
      return inWriteTransaction(db, async (transaction) => {
        await takeLock(transaction, `tokens ${token.account_id} ${token.user_id}`);
        const tokens = createTokensRepository(transaction);
        await tokens.removeExpired(token.issued_at);
        // Must precede the insertion: if the clock of this instance is behind, the new token may not be the newest.
        await tokens.removeAllButNewest(token, max - 1);
        await tokens.insert(token);
        if (proof !== null) await createSignInProofsRepository(transaction).add(proof);
      });
    },

    async insert(token: TokensTable): Promise<void> {
      await db.insertInto('tokens').values(token).execute();
    },

    /** Includes expired tokens; the caller checks the time. */
    async find(tokenHash: string): Promise<TokensTable | undefined> {
      return db.selectFrom('tokens').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
    },

    /** Newest first, including expired tokens. */
    listByOwner(owner: TokenOwner): Promise<TokensTable[]> {
      return selectNewestFirst(owner).selectAll().execute();
    },

    /** Revokes all tokens of a user except one. Returns their number. */
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

    /** Reads when the newest token was issued; `null` if there is none. */
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

    /** Removes a token and its proof. */
    revoke(tokenHash: string): Promise<void> {
      return inWriteTransaction(db, async (transaction) => {
        await createTokensRepository(transaction).remove(tokenHash);
        await createSignInProofsRepository(transaction).remove(tokenHash);
      });
    },

    /** Removes the oldest tokens of a user beyond `count`. */
    async removeAllButNewest(owner: TokenOwner, count: number): Promise<void> {
      const { account_id, user_id } = owner;
      await db
        .deleteFrom('tokens')
        .where(({ and }) => and({ account_id, user_id }))
        .where('token_hash', 'not in', selectNewestFirst(owner).select('token_hash').limit(count))
        .execute();
    },

    async removeAll(): Promise<void> {
      await db.deleteFrom('tokens').execute();
    },

    /** Removes tokens that have expired at `now`. */
    async removeExpired(now: number): Promise<void> {
      await db.deleteFrom('tokens').where('expires_at', '<=', now).execute();
    },
  };
}

export type TokensRepository = ReturnType<typeof createTokensRepository>;
