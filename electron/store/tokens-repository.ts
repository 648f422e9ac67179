import { type Kysely, sql } from 'kysely';
import { inWriteTransaction } from './in-write-transaction.ts';
import type { StoreSchema, TokensTable } from './schema.ts';

type TokenOwner = Pick<TokensTable, 'account_id' | 'user_id'>;

/** Tokens by their hash. The tokens themselves are nowhere. */
export function createTokensRepository(db: Kysely<StoreSchema>) {
  return {
    /** The token, and the end of those that have expired and of the owner's oldest beyond `most`: all of it or nothing. */
    issue(token: TokensTable, most: number): Promise<void> {
      return inWriteTransaction(db, async (transaction) => {
        const tokens = createTokensRepository(transaction);
        await tokens.removeExpired(token.issued_at);
        await tokens.insert(token);
        await tokens.keepNewest(token, most);
      });
    },

    async insert(token: TokensTable): Promise<void> {
      await db.insertInto('tokens').values(token).execute();
    },

    /** Found also when it has expired: the caller decides by its clock. */
    find(tokenHash: string): Promise<TokensTable | undefined> {
      return db.selectFrom('tokens').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
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

    /** Drops the oldest tokens of a user beyond `count`; of those issued in one millisecond, the first inserted. */
    async keepNewest(owner: TokenOwner, count: number): Promise<void> {
      const newest = db
        .selectFrom('tokens')
        .select('token_hash')
        .where('account_id', '=', owner.account_id)
        .where('user_id', '=', owner.user_id)
        .orderBy('issued_at', 'desc')
        .orderBy(sql`rowid`, 'desc')
        .limit(count);
      await db
        .deleteFrom('tokens')
        .where('account_id', '=', owner.account_id)
        .where('user_id', '=', owner.user_id)
        .where('token_hash', 'not in', newest)
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
