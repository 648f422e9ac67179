import { CommandError } from './command-line/command-error.ts';
import { accountsAt } from './platform/accounts-at.ts';
import type { SignedInCaller } from './platform/platform.ts';
import { PlatformError } from './platform/platform-error.ts';
import { createRemotePlatform } from './platform/remote/remote-platform.ts';
import { systemClock } from './session/clock.ts';
import type { Store } from './store/open-store.ts';
import { createRemoteAccountsRepository } from './store/remote-accounts-repository.ts';
import { trustedAuthorities } from './upstream/trusted-authorities.ts';

interface RemoteUser {
  /** Base URL. */
  readonly platform: string;
  readonly account: string;
  readonly email: string;
}

/** A command has no log; what went wrong is told in the words of its failure. */
const NO_LOG = { info() {}, warn() {}, error() {} };

/** An account gets its number once the key has shown that it is theirs. */
const NOT_KNOWN_YET = 0;

/** The user of another deployment whom a key of it acts as; null where that is another one. Throws `CommandError`. */
export async function remoteKeyUser(
  { db }: Store,
  { platform: address, account, email }: RemoteUser,
  key: string,
): Promise<SignedInCaller | null> {
  const accounts = createRemoteAccountsRepository(db);
  const platform = createRemotePlatform({
    ...{ address, clock: systemClock, log: NO_LOG, authorities: trustedAuthorities() },
    accounts: { ...accountsAt(address, accounts), nameOf: async () => account },
  });
  try {
    const shown = await platform.signInWithKey(NOT_KNOWN_YET, key);
    if (shown.email.toLowerCase() !== email.toLowerCase()) return null;
    return { ...shown, accountId: await accounts.idOf({ platform: address, account }) };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.code === 'credentials_refused') return null;
    throw new CommandError(error.message, { cause: error });
  } finally {
    platform.close();
  }
}
