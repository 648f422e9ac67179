import {
  isRemoteAccount,
  type RemoteAccounts,
  type RemoteUsers,
  remoteAccountId,
  remoteUserId,
} from '../../base/remote-accounts.ts';
import type { StoreDb, UsersTable } from '../schema.ts';
import { inWriteTransaction, takeLock } from '../transactions.ts';
import { createOwnWebhooks } from '../webhooks/active-webhooks.ts';
import { createApiKeysRepository, type KeyOwner } from './api-keys-repository.ts';
import { signInHashOf } from './sign-in-attempts-repository.ts';

interface NewOwner {
  readonly account: string;
  /** Lower case. */
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
}

/** What acts in the name of a user besides their tokens: API keys, and webhooks that are active. */
interface GoingOn {
  readonly apiKeys: number;
  readonly webhooks: number;
}

interface UserToEnd extends Pick<NewOwner, 'account' | 'email'> {
  /** Milliseconds: when the webhooks are disabled. */
  readonly at: number;
}

/** The demo shops have the ids below; see id-ranges.ts. */
const FIRST_ID = 1_001;

/** Accounts of other deployments are numbered from here on; see remote-accounts.ts. */
const END_OF_IDS = 1_000_000_000;

export function createAccountsRepository(db: StoreDb) {
  const accountNamed = (account: string) =>
    db.selectFrom('accounts').select('accounts.id').where('accounts.name', '=', account);

  return {
    /** By name. */
    list(): Promise<readonly { readonly id: number; readonly name: string }[]> {
      return db.selectFrom('accounts').select(['id', 'name']).orderBy('name').execute();
    },

    /** Users for an operator, by account and e-mail address. Their members are null in an account that has none. */
    listUsers() {
      return db
        .selectFrom('accounts')
        .leftJoin('users', 'users.account_id', 'accounts.id')
        .select(['accounts.name as account', 'users.email', 'users.name', 'users.roles', 'users.is_active'])
        .orderBy('accounts.name')
        .orderBy('users.email')
        .execute();
    },

    /** Whether anybody may sign in. */
    async hasUsers(): Promise<boolean> {
      const user = await db.selectFrom('users').select('id').where('is_active', '=', 1).executeTakeFirst();
      return user !== undefined;
    },

    /** Whether anybody may sign in whose password is not published, as those of the demo are. */
    async hasOwnUsers(): Promise<boolean> {
      const user = await db
        .selectFrom('users')
        .select('id')
        .where('is_active', '=', 1)
        .where('account_id', 'not in', db.selectFrom('demo_shops').select('account_id'))
        .executeTakeFirst();
      return user !== undefined;
    },

    /** Names of the accounts of the demo, whose password is published, in which somebody may sign in. */
    async listPublished(): Promise<readonly string[]> {
      const rows = await db
        .selectFrom('accounts')
        .select('name')
        .where('id', 'in', db.selectFrom('demo_shops').select('account_id'))
        .where('id', 'in', db.selectFrom('users').select('account_id').where('is_active', '=', 1))
        .orderBy('name')
        .execute();
      return rows.map(({ name }) => name);
    },

    /** Makes the account too where it is not there yet. False, and nothing is written, for a user who is. */
    addOwner({ account, email, name, passwordHash }: NewOwner): Promise<boolean> {
      return inWriteTransaction(db, async (transaction) => {
        await takeLock(transaction, 'accounts');
        const accountId = await findOrAddAccount(transaction, account);
        const isThere = await transaction
          .selectFrom('users')
          .select('id')
          .where('account_id', '=', accountId)
          .where('email', '=', email)
          .executeTakeFirst();
        if (isThere) return false;
        await transaction
          .insertInto('users')
          .values({
            ...{ id: await nextId(transaction, 'users'), account_id: accountId, email, name },
            ...{ password_hash: passwordHash, roles: 'owner', locked_location_id: null, is_active: 1 },
          })
          .execute();
        return true;
      });
    },

    /**
     * Gives a user another password. Their tokens end with it, and prove nothing any more when somebody signs in. Answers
     * what goes on; null where there is no such user.
     */
    changePassword({ account, email, passwordHash }: Omit<NewOwner, 'name'>): Promise<GoingOn | null> {
      return inWriteTransaction(db, async (transaction) => {
        const owner = await transaction
          .updateTable('users')
          .set({ password_hash: passwordHash })
          .where('email', '=', email)
          .where('account_id', 'in', accountNamed(account))
          .returning(['account_id', 'id as user_id'])
          .executeTakeFirst();
        if (!owner) return null;
        await endTokens(transaction, owner, { account, email });
        const keys = await createApiKeysRepository(transaction).listOf(owner);
        const webhooks = await createOwnWebhooks(transaction).listOf(owner);
        return {
          apiKeys: keys.length,
          webhooks: webhooks.filter(({ disabled_reason: reason }) => reason === null).length,
        };
      });
    },

    /**
     * Ends everything that acts for a user: tokens and their proofs, API keys, and the webhooks that were subscribed in
     * their name, which are disabled. The password stays. Answers the counts; null where there is no such user.
     */
    endAllOf({ account, email, at }: UserToEnd): Promise<(GoingOn & { readonly tokens: number }) | null> {
      return inWriteTransaction(db, async (transaction) => {
        const owner = await transaction
          .selectFrom('users')
          .select(['account_id', 'id as user_id'])
          .where('email', '=', email)
          .where('account_id', 'in', accountNamed(account))
          .executeTakeFirst();
        if (!owner) return null;
        return {
          tokens: await endTokens(transaction, owner, { account, email }),
          apiKeys: await createApiKeysRepository(transaction).removeAllOf(owner),
          webhooks: await createOwnWebhooks(transaction).disableAllOf(owner, at),
        };
      });
    },

    /** Deactivates one user, or with null all of the account. Answers how many there were. */
    async deactivate(account: string, email: string | null): Promise<number> {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ is_active: 0 })
        .where('account_id', 'in', accountNamed(account))
        .$if(email !== null, (users) => users.where('email', '=', email))
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
  };
}

/** Answers how many tokens there were. */
async function endTokens(transaction: StoreDb, owner: KeyOwner, signIn: Pick<NewOwner, 'account' | 'email'>) {
  const { account_id, user_id } = owner;
  const { numDeletedRows } = await transaction
    .deleteFrom('tokens')
    .where(({ and }) => and({ account_id, user_id }))
    .executeTakeFirst();
  await transaction.deleteFrom('sign_in_proofs').where('sign_in_hash', '=', signInHashOf(signIn)).execute();
  return Number(numDeletedRows);
}

async function findOrAddAccount(transaction: StoreDb, name: string): Promise<number> {
  const known = await transaction.selectFrom('accounts').select('id').where('name', '=', name).executeTakeFirst();
  if (known) return known.id;
  const id = await nextId(transaction, 'accounts');
  await transaction.insertInto('accounts').values({ id, name }).execute();
  return id;
}

async function nextId(transaction: StoreDb, table: 'accounts' | 'users'): Promise<number> {
  const { last } = await transaction
    .selectFrom(table)
    .select(({ fn }) => fn.max<number | null>('id').as('last'))
    .where('id', '<', END_OF_IDS)
    .executeTakeFirstOrThrow();
  return Math.max(last ?? 0, FIRST_ID - 1) + 1;
}

/** A user with the titles of the account and of the location, and the account again if it is a demo shop. */
export interface StoredUser extends UsersTable {
  readonly account_name: string;
  readonly locked_location_title: string | null;
  readonly demo_account_id: number | null;
}

export function createUsersRepository(db: StoreDb) {
  return {
    /** By the names typed at sign-in; the e-mail in any case. */
    findBySignIn(accountName: string, email: string): Promise<StoredUser | undefined> {
      return usersWithNames(db)
        .where(({ and }) => and({ 'accounts.name': accountName, 'users.email': email.toLowerCase() }))
        .executeTakeFirst();
    },

    async findByReference(accountId: number, userId: number): Promise<StoredUser | undefined> {
      return usersWithNames(db)
        .where('users.account_id', '=', accountId)
        .where('users.id', '=', userId)
        .executeTakeFirst();
    },

    /** Writes nothing when the password was changed since `user` was read. */
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

function usersWithNames(db: StoreDb) {
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

/** Accounts of other deployments, by number. */
export function createRemoteAccountsRepository(db: StoreDb): RemoteAccounts {
  const numberOf = (platform: string, account: string) =>
    db.selectFrom('remote_accounts').select('number').where('platform', '=', platform).where('account', '=', account);

  return {
    async idOf({ platform, account }) {
      const known = await numberOf(platform, account).executeTakeFirst();
      if (known) return remoteAccountId(known.number);
      // Two transactions that insert it at the same moment get one number.
      await db
        .insertInto('remote_accounts')
        .values({ platform, account })
        .onConflict((conflict) => conflict.columns(['platform', 'account']).doNothing())
        .execute();
      const { number } = await numberOf(platform, account).executeTakeFirstOrThrow();
      return remoteAccountId(number);
    },

    async find(accountId) {
      if (!isRemoteAccount(accountId)) return null;
      const row = await db
        .selectFrom('remote_accounts')
        .select(['platform', 'account'])
        .where('number', '=', accountId - remoteAccountId(0))
        .executeTakeFirst();
      return row ?? null;
    },
  };
}

/** Users of other platforms, by the whole of what identifies them. */
export function createRemoteUsersRepository(db: StoreDb): RemoteUsers {
  const numberOf = (accountId: number, identity: string) =>
    db.selectFrom('remote_users').select('number').where('account_id', '=', accountId).where('identity', '=', identity);

  return {
    async idOf(accountId, identity) {
      const known = await numberOf(accountId, identity).executeTakeFirst();
      if (known) return remoteUserId(known.number);
      await db
        .insertInto('remote_users')
        .values({ account_id: accountId, identity })
        .onConflict((conflict) => conflict.columns(['account_id', 'identity']).doNothing())
        .execute();
      const { number } = await numberOf(accountId, identity).executeTakeFirstOrThrow();
      return remoteUserId(number);
    },
  };
}
