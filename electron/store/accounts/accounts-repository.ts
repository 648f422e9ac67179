import {
  isRemoteAccount,
  type RemoteAccounts,
  type RemoteUsers,
  toRemoteAccountId,
  toRemoteUserId,
} from '../../base/remote-accounts.ts';
import type { StoreDb, UsersTable } from '../schema.ts';
import { inWriteTransaction, takeLock } from '../transactions.ts';
import { createOwnWebhooks } from '../webhooks/active-webhooks.ts';
import { createApiKeysRepository, type KeyOwner } from './api-keys-repository.ts';
import { hashSignIn } from './sign-in-attempts-repository.ts';

interface NewOwner {
  readonly account: string;
  /** Lower case. */
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
}

/** Access that a user still has besides tokens: API keys, and active webhooks. */
interface RemainingAccess {
  readonly apiKeys: number;
  readonly webhooks: number;
}

interface UserToRevoke extends Pick<NewOwner, 'account' | 'email'> {
  /** The time at which the webhooks are disabled, in milliseconds. */
  readonly at: number;
}

/** Lower ids belong to the demo shops; see id-ranges.ts. */
const MIN_ID = 1_001;

/** Ids from here on belong to accounts of other deployments; see remote-accounts.ts. */
const MIN_REMOTE_ID = 1_000_000_000;

export function createAccountsRepository(db: StoreDb) {
  const selectAccountId = (account: string) =>
    db.selectFrom('accounts').select('accounts.id').where('accounts.name', '=', account);

  return {
    /** Sorted by name. */
    list(): Promise<readonly { readonly id: number; readonly name: string }[]> {
      return db.selectFrom('accounts').select(['id', 'name']).orderBy('name').execute();
    },

    /**
     * Lists users for an operator, sorted by account and e-mail address. User fields are `null` if an account has no
     * users.
     */
    listUsers() {
      return db
        .selectFrom('accounts')
        .leftJoin('users', 'users.account_id', 'accounts.id')
        .select(['accounts.name as account', 'users.email', 'users.name', 'users.roles', 'users.is_active'])
        .orderBy('accounts.name')
        .orderBy('users.email')
        .execute();
    },

    async hasUsers(): Promise<boolean> {
      const user = await db.selectFrom('users').select('id').where('is_active', '=', 1).executeTakeFirst();
      return user !== undefined;
    },

    /** Whether a user with a private password can sign in. Passwords of demo users are public. */
    async hasPrivateUsers(): Promise<boolean> {
      const user = await db
        .selectFrom('users')
        .select('id')
        .where('is_active', '=', 1)
        .where('account_id', 'not in', db.selectFrom('demo_shops').select('account_id'))
        .executeTakeFirst();
      return user !== undefined;
    },

    /** Lists names of demo accounts, whose password is public, with an active user. */
    async listDemoAccounts(): Promise<readonly string[]> {
      const rows = await db
        .selectFrom('accounts')
        .select('name')
        .where('id', 'in', db.selectFrom('demo_shops').select('account_id'))
        .where('id', 'in', db.selectFrom('users').select('account_id').where('is_active', '=', 1))
        .orderBy('name')
        .execute();
      return rows.map(({ name }) => name);
    },

    /** Adds an owner, and the account if it is missing. Returns `false` and writes nothing if the user exists. */
    addOwner({ account, email, name, passwordHash }: NewOwner): Promise<boolean> {
      return inWriteTransaction(db, async (transaction) => {
        await takeLock(transaction, 'accounts');
        const accountId = await findOrAddAccount(transaction, account);
        const existing = await transaction
          .selectFrom('users')
          .select('id')
          .where('account_id', '=', accountId)
          .where('email', '=', email)
          .executeTakeFirst();
        if (existing) return false;
        await transaction
          .insertInto('users')
          .values({
            ...{ id: await readNextId(transaction, 'users'), account_id: accountId, email, name },
            ...{ password_hash: passwordHash, roles: 'owner', locked_location_id: null, is_active: 1 },
          })
          .execute();
        return true;
      });
    },

    /**
     * Changes a password, and removes the user's tokens and sign-in proofs. Returns the access that remains, or `null`
     * if there is no such user.
     */
    changePassword({ account, email, passwordHash }: Omit<NewOwner, 'name'>): Promise<RemainingAccess | null> {
      return inWriteTransaction(db, async (transaction) => {
        const owner = await transaction
          .updateTable('users')
          .set({ password_hash: passwordHash })
          .where('email', '=', email)
          .where('account_id', 'in', selectAccountId(account))
          .returning(['account_id', 'id as user_id'])
          .executeTakeFirst();
        if (!owner) return null;
        await removeTokens(transaction, owner, { account, email });
        const keys = await createApiKeysRepository(transaction).listByOwner(owner);
        const webhooks = await createOwnWebhooks(transaction).listByOwner(owner);
        return {
          apiKeys: keys.length,
          webhooks: webhooks.filter(({ disabled_reason: reason }) => reason === null).length,
        };
      });
    },

    /**
     * Revokes all access of a user: removes tokens, proofs and API keys, and disables webhooks. The password stays.
     * Returns the counts, or `null` if there is no such user.
     */
    revokeAccess({
      account,
      email,
      at,
    }: UserToRevoke): Promise<(RemainingAccess & { readonly tokens: number }) | null> {
      return inWriteTransaction(db, async (transaction) => {
        const owner = await transaction
          .selectFrom('users')
          .select(['account_id', 'id as user_id'])
          .where('email', '=', email)
          .where('account_id', 'in', selectAccountId(account))
          .executeTakeFirst();
        if (!owner) return null;
        return {
          tokens: await removeTokens(transaction, owner, { account, email }),
          apiKeys: await createApiKeysRepository(transaction).removeByOwner(owner),
          webhooks: await createOwnWebhooks(transaction).disableByOwner(owner, at),
        };
      });
    },

    /** Deactivates a user, or all users of the account if `email` is `null`. Returns their number. */
    async deactivate(account: string, email: string | null): Promise<number> {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ is_active: 0 })
        .where('account_id', 'in', selectAccountId(account))
        .$if(email !== null, (users) => users.where('email', '=', email))
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
  };
}

/** Returns the number of removed tokens. */
async function removeTokens(transaction: StoreDb, owner: KeyOwner, signIn: Pick<NewOwner, 'account' | 'email'>) {
  const { account_id, user_id } = owner;
  const { numDeletedRows } = await transaction
    .deleteFrom('tokens')
    .where(({ and }) => and({ account_id, user_id }))
    .executeTakeFirst();
  await transaction.deleteFrom('sign_in_proofs').where('sign_in_hash', '=', hashSignIn(signIn)).execute();
  return Number(numDeletedRows);
}

async function findOrAddAccount(transaction: StoreDb, name: string): Promise<number> {
  const existing = await transaction.selectFrom('accounts').select('id').where('name', '=', name).executeTakeFirst();
  if (existing) return existing.id;
  const id = await readNextId(transaction, 'accounts');
  await transaction.insertInto('accounts').values({ id, name }).execute();
  return id;
}

async function readNextId(transaction: StoreDb, table: 'accounts' | 'users'): Promise<number> {
  const { last } = await transaction
    .selectFrom(table)
    .select(({ fn }) => fn.max<number | null>('id').as('last'))
    .where('id', '<', MIN_REMOTE_ID)
    .executeTakeFirstOrThrow();
  return Math.max(last ?? 0, MIN_ID - 1) + 1;
}

export interface StoredUser extends UsersTable {
  readonly account_name: string;
  readonly locked_location_title: string | null;
  readonly demo_account_id: number | null;
}

export function createUsersRepository(db: StoreDb) {
  return {
    /** Finds a user by the names typed at sign-in. The case of the e-mail address is ignored. */
    findBySignIn(accountName: string, email: string): Promise<StoredUser | undefined> {
      return selectUsersWithNames(db)
        .where(({ and }) => and({ 'accounts.name': accountName, 'users.email': email.toLowerCase() }))
        .executeTakeFirst();
    },

    async findByReference(accountId: number, userId: number): Promise<StoredUser | undefined> {
      return selectUsersWithNames(db)
        .where('users.account_id', '=', accountId)
        .where('users.id', '=', userId)
        .executeTakeFirst();
    },

    /** Does nothing if the password was changed since `user` was read. */
    async replacePasswordHash(
      { account_id, id, password_hash }: Pick<UsersTable, 'account_id' | 'id' | 'password_hash'>,
      passwordHash: string,
    ): Promise<void> {
      await db
        .updateTable('users')
        .set({ password_hash: passwordHash })
        .where(({ and }) => and({ account_id, id, password_hash }))
        .execute();
    },
  };
}

function selectUsersWithNames(db: StoreDb) {
  return db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .leftJoin('locations', (join) =>
      join
        .onRef('locations.id', '=', 'users.locked_location_id')
        .onRef('locations.account_id', '=', 'users.account_id'),
    )
    .leftJoin('demo_shops', 'demo_shops.account_id', 'users.account_id')
    .selectAll('users')
    .select([
      'accounts.name as account_name',
      'locations.title as locked_location_title',
      'demo_shops.account_id as demo_account_id',
    ]);
}

/** Assigns numbers to accounts of other deployments. */
export function createRemoteAccountsRepository(db: StoreDb): RemoteAccounts {
  const selectNumber = (platform: string, account: string) =>
    db.selectFrom('remote_accounts').select('number').where('platform', '=', platform).where('account', '=', account);

  return {
    async getId({ platform, account }) {
      const existing = await selectNumber(platform, account).executeTakeFirst();
      if (existing) return toRemoteAccountId(existing.number);
      // Two concurrent transactions for the same account get the same number.
      await db
        .insertInto('remote_accounts')
        .values({ platform, account })
        .onConflict((conflict) => conflict.columns(['platform', 'account']).doNothing())
        .execute();
      const { number } = await selectNumber(platform, account).executeTakeFirstOrThrow();
      return toRemoteAccountId(number);
    },

    async find(accountId) {
      if (!isRemoteAccount(accountId)) return null;
      const row = await db
        .selectFrom('remote_accounts')
        .select(['platform', 'account'])
        .where('number', '=', accountId - toRemoteAccountId(0))
        .executeTakeFirst();
      return row ?? null;
    },
  };
}

/** Assigns numbers to users of other platforms, by their full identity. */
export function createRemoteUsersRepository(db: StoreDb): RemoteUsers {
  const selectNumber = (accountId: number, identity: string) =>
    db.selectFrom('remote_users').select('number').where('account_id', '=', accountId).where('identity', '=', identity);

  return {
    async getId(accountId, identity) {
      const existing = await selectNumber(accountId, identity).executeTakeFirst();
      if (existing) return toRemoteUserId(existing.number);
      await db
        .insertInto('remote_users')
        .values({ account_id: accountId, identity })
        .onConflict((conflict) => conflict.columns(['account_id', 'identity']).doNothing())
        .execute();
      const { number } = await selectNumber(accountId, identity).executeTakeFirstOrThrow();
      return toRemoteUserId(number);
    },
  };
}
