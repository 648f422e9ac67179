import type { RemoteAccounts } from './remote-accounts.ts';

/** The accounts of one other deployment, which tells no ids of them. */
export interface AccountsAt {
  /** The local id of an account; given out when it is asked for the first time. */
  idOf(account: string): Promise<number>;
  /** What the deployment calls an account; null for an id that is none of its. */
  nameOf(accountId: number): Promise<string | null>;
}

export function accountsAt(platform: string, accounts: RemoteAccounts): AccountsAt {
  return {
    idOf: (account) => accounts.idOf({ platform, account }),
    async nameOf(accountId) {
      const known = await accounts.find(accountId);
      return known?.platform === platform ? known.account : null;
    },
  };
}
