import { ApiKeyTermsError } from '../../../shared/contract/api-key.ts';
import type { Caller, SignedInCaller } from '../../base/caller.ts';
import type { Platform } from '../../platform/platform.ts';
import { PlatformError } from '../../platform/platform-error.ts';

type KeyPlatform = Pick<Platform, 'capabilitiesOf' | 'signInWithKey'>;

/**
 * Whom a new API key acts as. Where the keys of a platform are `carried`, `platformKey` has to be a key of the same user
 * there, whose grant the new key carries: the token that somebody signed in with ends too soon to act with. Throws
 * `ApiKeyTermsError`.
 */
export async function keyUserOf(
  platform: KeyPlatform,
  caller: Caller,
  platformKey: string | null,
): Promise<SignedInCaller> {
  const { apiKeys } = await platform.capabilitiesOf(caller);
  if (apiKeys === 'own') return ownUser(caller, platformKey);
  if (platformKey === null) {
    throw new ApiKeyTermsError('A key of this platform is needed, with which the new key acts there.');
  }
  const shown = await signInWith(platform, caller, platformKey);
  if (shown.accountId === caller.accountId && shown.userId === caller.userId) return shown;
  throw new ApiKeyTermsError('This key of the platform is of another user.');
}

/** A grant that a sign-in gave goes into no key: it may hold the password. */
function ownUser(caller: Caller, platformKey: string | null): SignedInCaller {
  if (platformKey !== null) throw new ApiKeyTermsError('This platform takes no key of its own.');
  const { grant: _, ...user } = caller;
  return user;
}

async function signInWith(platform: KeyPlatform, caller: Caller, key: string): Promise<SignedInCaller> {
  try {
    return await platform.signInWithKey(caller.accountId, key);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.code !== 'credentials_refused') throw error;
    throw new ApiKeyTermsError('The platform does not take this key: it is unknown, expired or revoked.', {
      cause: error,
    });
  }
}
