import type { Insertable, Selectable } from 'kysely';
import { remoteAccountId } from '../../base/remote-accounts.ts';
import type { ApiKeysTable, StoreDb } from '../schema.ts';
import { commitWithoutStandby, inWriteTransaction } from '../transactions.ts';

export type StoredApiKey = Selectable<ApiKeysTable>;
export interface KeyOwner extends Pick<StoredApiKey, 'account_id' | 'user_id'> {
  /** The number that an earlier version gave this user. */
  readonly former_user_id?: number;
}
type NewApiKey = Omit<Insertable<ApiKeysTable>, 'id' | 'last_used_at'>;

/** The names are null where the user is not, or no longer, in the store. */
export interface OwnedApiKey extends StoredApiKey {
  readonly account_name: string | null;
  readonly user_email: string | null;
  /** Base URL of the deployment that the account is of; null for an account of the store. */
  readonly platform: string | null;
}

/** API keys by their hash. The keys themselves are stored nowhere; a revoked one leaves no row. */
export function createApiKeysRepository(db: StoreDb) {
  const keys = () => db.selectFrom('api_keys').selectAll('api_keys').orderBy('api_keys.id', 'desc');

  const deleteOf = (owner: KeyOwner) =>
    db.deleteFrom('api_keys').where('account_id', '=', owner.account_id).where('user_id', 'in', userIdsOf(owner));

  return {
    insert(key: NewApiKey): Promise<StoredApiKey> {
      return db
        .insertInto('api_keys')
        .values({ ...key, last_used_at: null })
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    /** Finds expired keys too: the caller decides by its clock. */
    async find(keyHash: string): Promise<StoredApiKey | undefined> {
      return db.selectFrom('api_keys').selectAll().where('key_hash', '=', keyHash).executeTakeFirst();
    },

    /** Stores a key under the number that its user has now. */
    async renumber(id: number, to: Pick<StoredApiKey, 'user_id' | 'sealed_grant'>): Promise<void> {
      await db.updateTable('api_keys').set(to).where('id', '=', id).execute();
    },

    /** Newest first. */
    listOf(owner: KeyOwner): Promise<StoredApiKey[]> {
      return keys().where('account_id', '=', owner.account_id).where('user_id', 'in', userIdsOf(owner)).execute();
    },

    /** For the operator, who may see every account: newest first. */
    listAll(): Promise<OwnedApiKey[]> {
      return keys()
        .leftJoin('accounts', 'accounts.id', 'api_keys.account_id')
        .leftJoin('users', (join) =>
          join.onRef('users.account_id', '=', 'api_keys.account_id').onRef('users.id', '=', 'api_keys.user_id'),
        )
        .leftJoin('remote_accounts', (join) =>
          join.on(({ eb, ref }) =>
            eb(ref('api_keys.account_id'), '=', eb('remote_accounts.number', '+', remoteAccountId(0))),
          ),
        )
        .select(({ fn }) => [
          fn.coalesce('accounts.name', 'remote_accounts.account').as('account_name'),
          'users.email as user_email',
          'remote_accounts.platform',
        ])
        .execute();
    },

    /** False where the owner has no such key. */
    async remove(owner: KeyOwner, id: number): Promise<boolean> {
      const { numDeletedRows } = await deleteOf(owner).where('id', '=', id).executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** Answers how many there were. */
    async removeAllOf(owner: KeyOwner): Promise<number> {
      return Number((await deleteOf(owner).executeTakeFirst()).numDeletedRows);
    },

    /** For the operator: a key of any user. */
    async removeAny(id: number): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('api_keys').where('id', '=', id).executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** Writes nothing when a later use was written since `key` was read: of parallel uses one is written. */
    async recordUse(key: Pick<StoredApiKey, 'id' | 'last_used_at'>, usedAt: number): Promise<void> {
      await inWriteTransaction(db, async (transaction) => {
        await commitWithoutStandby(transaction);
        await transaction
          .updateTable('api_keys')
          .set({ last_used_at: usedAt })
          .where('id', '=', key.id)
          .where('last_used_at', 'is not distinct from', key.last_used_at)
          .execute();
      });
    },
  };
}

export type ApiKeysRepository = ReturnType<typeof createApiKeysRepository>;

function userIdsOf({ user_id, former_user_id }: KeyOwner): readonly number[] {
  return former_user_id === undefined ? [user_id] : [user_id, former_user_id];
}
