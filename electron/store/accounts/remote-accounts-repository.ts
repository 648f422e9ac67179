import type { Kysely } from 'kysely';
import { isRemoteAccount, type RemoteAccounts, remoteAccountId } from '../../base/remote-accounts.ts';
import type { StoreSchema } from '../schema.ts';

/** Accounts of other deployments, each under the number that it was given when it was first seen. */
export function createRemoteAccountsRepository(db: Kysely<StoreSchema>): RemoteAccounts {
  const numberOf = (platform: string, account: string) =>
    db
      .selectFrom('remote_accounts')
      .select('number')
      .where('platform', '=', platform)
      .where('account', '=', account);

  return {
    async idOf({ platform, account }) {
      const known = await numberOf(platform, account).executeTakeFirst();
      if (known) return remoteAccountId(known.number);
      // Two that see it first at one moment get one number.
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
