import { readTrustedAuthorities } from '../api-client/upstream.ts';
import { foldEmail, type KeyCaller } from '../base/caller.ts';
import { systemClock } from '../base/clock.ts';
import { CommandError } from '../base/errors.ts';
import { NO_LOG } from '../base/log.ts';
import { createAccountsAt } from '../base/remote-accounts.ts';
import { PlatformError } from '../platform/platform-error.ts';
import { createRemotePlatform } from '../platform/remote/remote-platform.ts';
import { createRemoteAccountsRepository, createRemoteUsersRepository } from '../store/accounts/accounts-repository.ts';
import type { Store } from '../store/open-store.ts';

/**
 * An account, and a user whom the deployment does not number, get a number once the key has proved that they exist
 * there.
 */
const NOT_KNOWN_YET = 0;

/**
 * The user of another deployment that a key of it acts as; `null` if that is a different one. `platform` is a base URL.
 * Throws `CommandError`.
 */
export async function findRemoteKeyUser(
  { db }: Store,
  { platform: address, account, email }: { platform: string; account: string; email: string },
  key: string,
): Promise<KeyCaller | null> {
  const accounts = createRemoteAccountsRepository(db);
  const users = createRemoteUsersRepository(db);
  const platform = createRemotePlatform({
    ...{ address, clock: systemClock, log: NO_LOG, authorities: readTrustedAuthorities() },
    accounts: { ...createAccountsAt(address, accounts), findName: async () => account },
    users,
  });
  try {
    const user = await platform.signInWithKey({ accountId: NOT_KNOWN_YET, userId: NOT_KNOWN_YET }, key);
    const isNamed = user.userId !== NOT_KNOWN_YET;
    if (isNamed && foldEmail(user.email) !== foldEmail(email)) return null;
    const accountId = await accounts.getId({ platform: address, account });
    return { ...user, accountId, ...(!isNamed && { userId: await users.getId(accountId, foldEmail(email)), email }) };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.code === 'credentials_refused') return null;
    throw new CommandError(error.message, { cause: error });
  } finally {
    platform.close();
  }
}

/** Never an option: the list of processes and the shell history would show it to others. */
export const PLATFORM_KEY_VARIABLE = 'TILLDESK_PLATFORM_KEY';

/** Longer than any key. */
const MAX_PIPED_KEY_LENGTH = 4_096;

interface PipedInput extends AsyncIterable<string | Buffer> {
  readonly isTTY?: boolean;
}

/**
 * The key of another deployment that a new API key will carry, from the variable or piped in. Throws `CommandError`.
 */
export async function readPlatformKey(
  env: Readonly<Record<string, string | undefined>>,
  input: PipedInput,
): Promise<string> {
  // On a terminal, others could read the key.
  const key = env[PLATFORM_KEY_VARIABLE] || (input.isTTY ? '' : await readPiped(input));
  if (key) return key;
  throw new CommandError(
    `The new key needs a key of the other deployment to act there: put that key in the variable ${PLATFORM_KEY_VARIABLE}, ` +
      'or pipe it in.',
  );
}

async function readPiped(input: PipedInput): Promise<string> {
  let piped = '';
  for await (const chunk of input) {
    piped += String(chunk);
    if (piped.length > MAX_PIPED_KEY_LENGTH) throw new CommandError('The piped text is too long for a key.');
  }
  return piped.trim();
}
