import type { Caller, SignedInCaller, SignInRequest, UserReference } from '../base/caller.ts';
import { isRemoteAccount, type RemoteAccount, type RemoteAccounts } from '../base/remote-accounts.ts';
import { createOpenPlatforms, type OpenedPlatform, type OpenPlatform } from './open-platforms.ts';
import type { Platform } from './platform.ts';
import { PlatformError } from './platform-error.ts';
import type { PlatformWebhooks } from './platform-webhooks.ts';
import { routedPlatform } from './routed-platform.ts';
import { routedWebhooks } from './routed-webhooks.ts';

export interface SeveralPlatforms {
  /** Whichever is the caller's. */
  readonly platform: Platform;
  /** Likewise, of platforms whose webhooks are `there`. */
  readonly webhooks: PlatformWebhooks;
  /** Ends what is open of other deployments. */
  close(): Promise<void>;
}

export interface SeveralPlatformsDeps {
  readonly builtIn: Platform;
  readonly openRemote: OpenPlatform;
  readonly accounts: Pick<RemoteAccounts, 'find'>;
  /** Where a sign-in goes that names no platform: a base URL; null for the built-in one. */
  readonly usualPlatform: string | null;
  /** Other deployments that are kept open. */
  readonly most?: number;
}

const MOST_OPEN = 20;
/** Far more than people switch between: what is forgotten is read again. */
const MOST_KNOWN_ACCOUNTS = 10_000;

/**
 * The built-in platform and other deployments as one: signing in goes where the request says, everything else by the
 * account of whoever calls. Nothing is asked of a deployment before somebody signs in there.
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
    if (address === null)
      throw new PlatformError('session_ended', 'The platform of this account is not known.');
    return opened.ask(address, call);
  }

  function askOf<Answer>(accountId: number, call: (platform: Platform) => Promise<Answer>): Promise<Answer> {
    return isRemoteAccount(accountId) ? askRemote(accountId, (own) => call(own.platform)) : call(builtIn);
  }

  async function signIn({ platform: named, ...credentials }: SignInRequest): Promise<SignedInCaller> {
    const address = named === undefined ? usualPlatform : named;
    if (address === null) return builtIn.signIn(credentials);
    const caller = await opened.ask(address, ({ platform }) => platform.signIn(credentials));
    if ((await addressOf(caller.accountId)) === address) return caller;
    throw new Error('a platform signed somebody in under an account that is not its own');
  }

  async function identify(user: UserReference): Promise<Caller | null> {
    if (!isRemoteAccount(user.accountId)) return builtIn.identify(user);
    if (user.grant === undefined) return null;
    const caller = await askRemote(user.accountId, ({ platform }) => platform.identify(user));
    return caller?.accountId === user.accountId && caller.userId === user.userId ? caller : null;
  }

  return {
    platform: { ...routedPlatform(askOf), signIn, identify },
    webhooks: routedWebhooks((caller, call) =>
      askRemote(caller.accountId, ({ webhooks }) => {
        if (webhooks !== null) return call(webhooks, caller);
        throw new PlatformError('not_offered', 'The platform offers no webhooks.');
      }),
    ),
    close: opened.close,
  };
}

/** The base URL of the platform of an account; null for an account that has none. It never changes. */
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
