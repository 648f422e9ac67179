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
  /** Finds the base URL of the platform of an account; `null` for the built-in one. */
  findAddress(accountId: number): Promise<string | null>;
  close(): Promise<void>;
}

export interface SeveralPlatformsDeps {
  readonly builtIn: Platform;
  readonly openRemote: OpenPlatform;
  readonly accounts: Pick<RemoteAccounts, 'find'>;
  /** Base URL for sign-ins that name no platform; `null` for the built-in one. */
  readonly defaultPlatform: string | null;
  readonly maxOpen?: number;
}

const DEFAULT_MAX_OPEN = 20;

/** Enough for all accounts in use. A forgotten account is read again. */
const MAX_KNOWN_ACCOUNTS = 10_000;

/**
 * Sign-ins go to the platform they name, calls to the platform of the caller's account. Nothing else contacts a
 * platform.
 */
export function createSeveralPlatforms(deps: SeveralPlatformsDeps): SeveralPlatforms {
  const { builtIn, defaultPlatform } = deps;
  const opened = createOpenPlatforms(deps.openRemote, deps.maxOpen ?? DEFAULT_MAX_OPEN);
  const findAddress = createAddressFinder(deps.accounts);

  async function callRemote<Answer>(
    accountId: number,
    call: (opened: OpenedPlatform) => Promise<Answer>,
  ): Promise<Answer> {
    const address = await findAddress(accountId);
    if (address === null)
      throw new PlatformError('session_ended', 'The platform of this account is unknown. Sign in again.');
    return opened.ask(address, call);
  }

  function callPlatform<Answer>(accountId: number, call: (platform: Platform) => Promise<Answer>): Promise<Answer> {
    return isRemoteAccount(accountId) ? callRemote(accountId, (own) => call(own.platform)) : call(builtIn);
  }

  async function signIn({ platform: requested, ...credentials }: SignInRequest): Promise<Caller> {
    const address = requested === undefined ? defaultPlatform : requested;
    if (address === null) return builtIn.signIn(credentials);
    const caller = await opened.ask(address, ({ platform }) => platform.signIn(credentials));
    if ((await findAddress(caller.accountId)) === address) return caller;
    throw new Error('the platform returned an account that belongs to another platform');
  }

  async function identify(user: UserReference): Promise<Caller | null> {
    if (!isRemoteAccount(user.accountId)) return builtIn.identify(user);
    if (user.upstreamCredential === undefined) return null;
    const caller = await callRemote(user.accountId, ({ platform }) => platform.identify(user));
    const isSame = caller?.userId === user.userId || caller?.formerUserId === user.userId;
    return caller?.accountId === user.accountId && isSame ? caller : null;
  }

  return {
    platform: {
      ...wrapPlatform(builtIn, (ask, { caller }) => callPlatform(caller.accountId, (own) => ask(caller, own))),
      signIn,
      signInWithKey: (claimed, key) => callPlatform(claimed.accountId, (own) => own.signInWithKey(claimed, key)),
      identify,
    },
    askWebhooks: (caller, call) =>
      callRemote(caller.accountId, ({ webhooks }) => {
        if (webhooks !== null) return call(webhooks);
        throw new PlatformError('not_offered', 'The platform does not offer webhooks.');
      }),
    findAddress: findAddress,
    copies: {
      async getStatus(user) {
        if (!isRemoteAccount(user.accountId)) return null;
        return callRemote(user.accountId, async ({ copies }) => copies?.getStatus(user) ?? null);
      },
      async control(user, action) {
        if (!isRemoteAccount(user.accountId)) return;
        await callRemote(user.accountId, async ({ copies }) => copies?.control(user, action));
      },
    },
    close: opened.close,
  };
}

/** The base URL of the platform of an account; `null` if it has none. It never changes, so it is cached. */
function createAddressFinder(accounts: Pick<RemoteAccounts, 'find'>) {
  const known = new Map<number, RemoteAccount['platform']>();
  return async (accountId: number): Promise<string | null> => {
    const cached = known.get(accountId);
    if (cached !== undefined) return cached;
    const account = await accounts.find(accountId);
    if (account === null) return null;
    if (known.size >= MAX_KNOWN_ACCOUNTS) known.clear();
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

/** Status of and actions on the user's own copies. */
export interface CopyControls {
  /** `null` if the user has no copy. */
  getStatus(caller: Caller): Promise<CopyStatus | null>;
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
  pendingCalls: number;
}

/** Beyond `max`, closes idle platforms, least recently used first. */
export function createOpenPlatforms(open: OpenPlatform, maxOpen: number): OpenPlatforms {
  /** Least recently used first. */
  const entries = new Map<string, OpenEntry>();

  function getEntry(address: string): OpenEntry {
    const known = entries.get(address) ?? { opened: open(address), pendingCalls: 0 };
    entries.delete(address);
    entries.set(address, known);
    return known;
  }

  async function closeIdle(): Promise<void> {
    const idle = [...entries].filter(([, { pendingCalls }]) => pendingCalls === 0);
    const surplus = idle.slice(0, Math.max(entries.size - maxOpen, 0));
    for (const [address] of surplus) entries.delete(address);
    await Promise.all(surplus.map(([, { opened }]) => opened.close()));
  }

  return {
    async ask(address, call) {
      const platform = getEntry(address);
      platform.pendingCalls += 1;
      try {
        return await call(platform.opened);
      } finally {
        platform.pendingCalls -= 1;
        await closeIdle();
      }
    },

    async close() {
      const all = [...entries.values()];
      entries.clear();
      await Promise.all(all.map(({ opened }) => opened.close()));
    },
  };
}
