import type { CopyAction, CopyStatus } from '../../shared/contract/connection.ts';
import type { Caller, SignInRequest, UserReference } from '../base/caller.ts';
import { isRemoteAccount, type RemoteAccount, type RemoteAccounts } from '../base/remote-accounts.ts';
import type { Platform } from './platform.ts';
import { wrapPlatform } from './platform-calls.ts';
import { PlatformError } from './platform-error.ts';
import type { AskWebhooks, PlatformWebhooks } from './platform-webhooks.ts';

export interface SeveralPlatforms {
  /** Calls the platform of the caller. */
  readonly platform: Platform;
  /** Calls the webhooks of the caller's platform, if they are `there`. */
  readonly askWebhooks: AskWebhooks;
  /** The copies of users. */
  readonly copies: CopyControls;
  /** The base URL of the platform of an account; `null` for the built-in one. */
  findAddress(accountId: number): Promise<string | null>;
  close(): Promise<void>;
}

export interface SeveralPlatformsDeps {
  readonly builtIn: Platform;
  readonly openRemote: OpenPlatform;
  readonly accounts: Pick<RemoteAccounts, 'find'>;
  /** Base URL for sign-ins that name no platform; `null` for the built-in one. */
  readonly usualPlatform: string | null;
  readonly most?: number;
}

const MOST_OPEN = 20;

/** Enough for all accounts in use. A forgotten account is read again. */
const MOST_KNOWN_ACCOUNTS = 10_000;

/**
 * Sign-ins go to the platform they name, calls to the platform of the caller's account. Nothing else contacts a
 * platform.
 */
export function createSeveralPlatforms(deps: SeveralPlatformsDeps): SeveralPlatforms {
  const { builtIn, usualPlatform } = deps;
  const opened = createOpenPlatforms(deps.openRemote, deps.most ?? MOST_OPEN);
  const addressOf = createAddressBook(deps.accounts);

  async function askRemote<Answer>(
    accountId: number,
    call: (opened: OpenedPlatform) => Promise<Answer>,
  ): Promise<Answer> {
    const address = await addressOf(accountId);
    if (address === null) throw new PlatformError('session_ended', 'The platform of this account is unknown. Sign in again.');
    return opened.ask(address, call);
  }

  function askOf<Answer>(accountId: number, call: (platform: Platform) => Promise<Answer>): Promise<Answer> {
    return isRemoteAccount(accountId) ? askRemote(accountId, (own) => call(own.platform)) : call(builtIn);
  }

  async function signIn({ platform: named, ...credentials }: SignInRequest): Promise<Caller> {
    const address = named === undefined ? usualPlatform : named;
    if (address === null) return builtIn.signIn(credentials);
    const caller = await opened.ask(address, ({ platform }) => platform.signIn(credentials));
    if ((await addressOf(caller.accountId)) === address) return caller;
    throw new Error('the platform returned an account that belongs to another platform');
  }

  async function identify(user: UserReference): Promise<Caller | null> {
    if (!isRemoteAccount(user.accountId)) return builtIn.identify(user);
    if (user.upstreamCredential === undefined) return null;
    const caller = await askRemote(user.accountId, ({ platform }) => platform.identify(user));
    const isSame = caller?.userId === user.userId || caller?.formerUserId === user.userId;
    return caller?.accountId === user.accountId && isSame ? caller : null;
  }

  return {
    platform: {
      ...wrapPlatform(builtIn, (ask, { caller }) => askOf(caller.accountId, (own) => ask(caller, own))),
      signIn,
      signInWithKey: (claimed, key) => askOf(claimed.accountId, (own) => own.signInWithKey(claimed, key)),
      identify,
    },
    askWebhooks: (caller, call) =>
      askRemote(caller.accountId, ({ webhooks }) => {
        if (webhooks !== null) return call(webhooks);
        throw new PlatformError('not_offered', 'The platform does not offer webhooks.');
      }),
    findAddress: addressOf,
    copies: {
      async statusOf(user) {
        if (!isRemoteAccount(user.accountId)) return null;
        return askRemote(user.accountId, async ({ copies }) => copies?.statusOf(user) ?? null);
      },
      async control(user, action) {
        if (!isRemoteAccount(user.accountId)) return;
        await askRemote(user.accountId, async ({ copies }) => copies?.control(user, action));
      },
    },
    close: opened.close,
  };
}

/** The base URL of the platform of an account; `null` if it has none. It never changes, so it is cached. */
function createAddressBook(accounts: Pick<RemoteAccounts, 'find'>) {
  const known = new Map<number, RemoteAccount['platform']>();
  return async (accountId: number): Promise<string | null> => {
    const before = known.get(accountId);
    if (before !== undefined) return before;
    const account = await accounts.find(accountId);
    if (account === null) return null;
    if (known.size >= MOST_KNOWN_ACCOUNTS) known.clear();
    known.set(accountId, account.platform);
    return account.platform;
  };
}

export interface OpenedPlatform {
  readonly platform: Platform;
  /** `null` if the platform never has webhooks. */
  readonly webhooks: PlatformWebhooks | null;
  /** Absent if the platform is not copied. */
  readonly copies?: CopyControls;
  /** Ends connections and clears memory. Never rejects. */
  close(): void | Promise<void>;
}

/** What users see of their own copies and can do with them. */
export interface CopyControls {
  /** `null` if the user has no copy. */
  statusOf(caller: Caller): Promise<CopyStatus | null>;
  control(caller: Caller, action: CopyAction): Promise<void>;
}

type OpenPlatform = (address: string) => OpenedPlatform;

export interface OpenPlatforms {
  /** Opens the platform if needed. Only `close` closes it during a call. */
  ask<Answer>(address: string, call: (opened: OpenedPlatform) => Promise<Answer>): Promise<Answer>;
  close(): Promise<void>;
}

interface OpenEntry {
  readonly opened: OpenedPlatform;
  callsUnderWay: number;
}

/** Beyond `max`, closes idle platforms, least recently used first. */
export function createOpenPlatforms(open: OpenPlatform, most: number): OpenPlatforms {
  /** Least recently used first. */
  const kept = new Map<string, OpenEntry>();

  function take(address: string): OpenEntry {
    const known = kept.get(address) ?? { opened: open(address), callsUnderWay: 0 };
    kept.delete(address);
    kept.set(address, known);
    return known;
  }

  async function closeBeyondMost(): Promise<void> {
    const idle = [...kept].filter(([, { callsUnderWay }]) => callsUnderWay === 0);
    const beyond = idle.slice(0, Math.max(kept.size - most, 0));
    for (const [address] of beyond) kept.delete(address);
    await Promise.all(beyond.map(([, { opened }]) => opened.close()));
  }

  return {
    async ask(address, call) {
      const platform = take(address);
      platform.callsUnderWay += 1;
      try {
        return await call(platform.opened);
      } finally {
        platform.callsUnderWay -= 1;
        await closeBeyondMost();
      }
    },

    async close() {
      const all = [...kept.values()];
      kept.clear();
      await Promise.all(all.map(({ opened }) => opened.close()));
    },
  };
}
