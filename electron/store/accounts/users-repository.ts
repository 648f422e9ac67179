import type { Kysely } from 'kysely';
import type { StoreSchema, UsersTable } from '../schema.ts';

/** A user with the names that a caller shows. */
export interface StoredUser extends UsersTable {
  readonly account_name: string;
  readonly locked_location_title: string | null;
}

export function createUsersRepository(db: Kysely<StoreSchema>) {
  const users = () =>
    db
      .selectFrom('users')
      .innerJoin('accounts', 'accounts.id', 'users.account_id')
      .leftJoin('locations', (join) =>
        join
          .onRef('locations.id', '=', 'users.locked_location_id')
          .onRef('locations.account_id', '=', 'users.account_id'),
      )
      .selectAll('users')
      .select(['accounts.name as account_name', 'locations.title as locked_location_title']);

  return {
    /** By the names typed at sign-in; the e-mail in any case. */
    findBySignIn(accountName: string, email: string): Promise<StoredUser | undefined> {
      return users()
        .where('accounts.name', '=', accountName)
        .where('users.email', '=', email.toLowerCase())
        .executeTakeFirst();
    },

    findByReference(accountId: number, userId: number): Promise<StoredUser | undefined> {
      return users()
        .where('users.account_id', '=', accountId)
        .where('users.id', '=', userId)
        .executeTakeFirst();
    },

    /** Writes nothing when the password was changed since `user` was read. */
    async replacePasswordHash(
      user: Pick<UsersTable, 'account_id' | 'id' | 'password_hash'>,
      passwordHash: string,
    ): Promise<void> {
      await db
        .updateTable('users')
        .set({ password_hash: passwordHash })
        .where('account_id', '=', user.account_id)
        .where('id', '=', user.id)
        .where('password_hash', '=', user.password_hash)
        .execute();
    },
  };
}
