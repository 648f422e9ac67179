import type { Insertable, Selectable } from 'kysely';
import { toRemoteAccountId } from '../../base/remote-accounts.ts';
import type { ApiKeysTable, StoreDb } from '../schema.ts';
import { commitWithoutStandby, inWriteTransaction } from '../transactions.ts';

export type StoredApiKey = Selectable<ApiKeysTable>;
export interface KeyOwner extends Pick<StoredApiKey, 'account_id' | 'user_id'> {
  /** The number that an earlier version assigned to this user. */
  readonly former_user_id?: number;
}
type NewApiKey = Omit<Insertable<ApiKeysTable>, 'id' | 'last_used_at'>;

/** Names are `null` if the user is not in the store. */
export interface OwnedApiKey extends StoredApiKey {
  readonly account_name: string | null;
  readonly user_email: string | null;
  /** Base URL of the account's deployment. `null` for an account of this store. */
  readonly platform: string | null;
}

/** API keys by hash. The keys are not stored. A revoked key leaves no row. */
export function createApiKeysRepository(db: StoreDb) {
  const selectKeys = () => db.selectFrom('api_keys').selectAll('api_keys').orderBy('api_keys.id', 'desc');

  const deleteByOwner = (owner: KeyOwner) =>
    db.deleteFrom('api_keys').where('account_id', '=', owner.account_id).where('user_id', 'in', listUserIds(owner));

  return {
    insert(key: NewApiKey): Promise<StoredApiKey> {
      return db
        .insertInto('api_keys')
        .values({ ...key, last_used_at: null })
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    /** Includes expired keys; the caller checks the time. */
    async find(keyHash: string): Promise<StoredApiKey | undefined> {
      return db.selectFrom('api_keys').selectAll().where('key_hash', '=', keyHash).executeTakeFirst();
    },

    /** Assigns a key to the current number of its user. */
    async renumber(id: number, to: Pick<StoredApiKey, 'user_id' | 'sealed_grant'>): Promise<void> {
      await db.updateTable('api_keys').set(to).where('id', '=', id).execute();
    },

    /** Newest first. */
    listByOwner(owner: KeyOwner): Promise<StoredApiKey[]> {
      return selectKeys()
        .where('account_id', '=', owner.account_id)
        .where('user_id', 'in', listUserIds(owner))
        .execute();
    },

    /** Lists the keys of all accounts for the operator, newest first. */
    listAll(): Promise<OwnedApiKey[]> {
      return selectKeys()
        .leftJoin('accounts', 'accounts.id', 'api_keys.account_id')
        .leftJoin('users', (join) =>
          join.onRef('users.account_id', '=', 'api_keys.account_id').onRef('users.id', '=', 'api_keys.user_id'),
        )
        .leftJoin('remote_accounts', (join) =>
          join.on(({ eb, ref }) =>
            eb(ref('api_keys.account_id'), '=', eb('remote_accounts.number', '+', toRemoteAccountId(0))),
          ),
        )
        .select(({ fn }) => [
          fn.coalesce('accounts.name', 'remote_accounts.account').as('account_name'),
          'users.email as user_email',
          'remote_accounts.platform',
        ])
        .execute();
    },

    /** `false` if the owner has no such key. */
    async remove(owner: KeyOwner, id: number): Promise<boolean> {
      const { numDeletedRows } = await deleteByOwner(owner).where('id', '=', id).executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** Returns the number of removed keys. */
    async removeByOwner(owner: KeyOwner): Promise<number> {
      return Number((await deleteByOwner(owner).executeTakeFirst()).numDeletedRows);
    },

    /** Removes a key of any user, for the operator. */
    async removeById(id: number): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('api_keys').where('id', '=', id).executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** Does nothing if another use was recorded since `key` was read, so that parallel requests write once. */
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

function listUserIds({ user_id, former_user_id }: KeyOwner): readonly number[] {
  return former_user_id === undefined ? [user_id] : [user_id, former_user_id];
}
