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
 * Local ids of accounts of other deployments, whose own ids may be equal: data of different accounts must never mix. An
 * id belongs to one account for ever.
 */
export interface RemoteAccounts {
  /** The id of an account; assigned at the first call. */
  getId(account: RemoteAccount): Promise<number>;
  /** `null` for an id that was not assigned. */
  find(accountId: number): Promise<RemoteAccount | null>;
}

/** The id of the `nth` account of another deployment, from 1. */
export function toRemoteAccountId(nth: number): number {
  return FIRST_REMOTE_ACCOUNT - 1 + nth;
}

export function isRemoteAccount(accountId: number): boolean {
  return accountId >= FIRST_REMOTE_ACCOUNT;
}

/** Earlier versions numbered users of StoreKeeper by 31 bits of a hash: ids from here on are none of those. */
const FIRST_REMOTE_USER = 2 ** 31;

/** Local ids of users of platforms that give none. An id belongs to one identity for ever. */
export interface RemoteUsers {
  /** The id of the user with exactly this identity in the account; assigned at the first call. */
  getId(accountId: number, identity: string): Promise<number>;
}

/** The id of the `nth` user, from 1. */
export function toRemoteUserId(nth: number): number {
  return FIRST_REMOTE_USER - 1 + nth;
}

/** The accounts of another deployment, which gives no ids for them. */
export interface AccountsAt {
  /** The local id of an account; assigned at the first call. */
  getId(account: string): Promise<number>;
  /** The name of an account at the deployment; `null` for an id of another deployment. */
  findName(accountId: number): Promise<string | null>;
}

export function createAccountsAt(platform: string, accounts: RemoteAccounts): AccountsAt {
  return {
    getId: (account) => accounts.getId({ platform, account }),
    async findName(accountId) {
      const known = await accounts.find(accountId);
      return known?.platform === platform ? known.account : null;
    },
  };
}
