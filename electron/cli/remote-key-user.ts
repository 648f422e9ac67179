import { trustedAuthorities } from '../api-client/trusted-authorities.ts';
import { accountsAt } from '../base/accounts-at.ts';
import type { SignedInCaller } from '../base/caller.ts';
import { systemClock } from '../base/clock.ts';
import { CommandError } from '../base/command-error.ts';
import { PlatformError } from '../platform/platform-error.ts';
import { createRemotePlatform } from '../platform/remote/remote-platform.ts';
import { createRemoteAccountsRepository } from '../store/accounts/remote-accounts-repository.ts';
import type { Store } from '../store/open-store.ts';

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
