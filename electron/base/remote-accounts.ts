/** Accounts of the built-in platform have lower numbers. */
const FIRST_REMOTE_ACCOUNT = 1_000_000_001;

/** An account of another deployment. */
export interface RemoteAccount {
  /** The base URL of the deployment, in the form of `readPlatformAddress`. */
  readonly platform: string;
  /** Its name there, as the deployment itself writes it. */
  readonly account: string;
}

/**
 * Local numbers of accounts of other deployments, whose own numbers may be equal: data of different accounts is never
 * mixed. A number belongs to one account for ever.
 */
export interface RemoteAccounts {
  /** The number of an account; assigned at the first call. */
  idOf(account: RemoteAccount): Promise<number>;
  /** Null for a number that was not given out. */
  find(accountId: number): Promise<RemoteAccount | null>;
}

/** The number of the `nth` account of another deployment, from 1 on. */
export function remoteAccountId(nth: number): number {
  return FIRST_REMOTE_ACCOUNT - 1 + nth;
}

export function isRemoteAccount(accountId: number): boolean {
  return accountId >= FIRST_REMOTE_ACCOUNT;
}

/** Earlier versions numbered users of StoreKeeper by 31 bits of a hash: no number is one of those. */
const FIRST_REMOTE_USER = 2 ** 31;

/** Local numbers of users of platforms that give none. A number belongs to one identity for ever. */
export interface RemoteUsers {
  /** The number of the user who has exactly this identity in the account; assigned at the first call. */
  idOf(accountId: number, identity: string): Promise<number>;
}

/** The number of the `nth` user, from 1 on. */
export function remoteUserId(nth: number): number {
  return FIRST_REMOTE_USER - 1 + nth;
}

/** The accounts of one other deployment, which gives no ids of them. */
export interface AccountsAt {
  /** The local id of an account; assigned at the first call. */
  idOf(account: string): Promise<number>;
  /** The name of an account at the deployment; null for an id of another deployment. */
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
