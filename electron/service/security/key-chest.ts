import type { ApiKeyTerms } from '../../../shared/contract/api-key.ts';
import type { Caller } from '../../base/caller.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiKeys } from './api-keys.ts';
import { keyUserOf } from './key-user.ts';

/** API keys for those who sign in: one of a platform with keys of its own carries such a key. */
export interface KeyChest extends Pick<ApiKeys, 'list' | 'revoke'> {
  /** Throws `ApiKeyTermsError` where `platformKey` is not what the platform of the caller asks for. */
  create(caller: Caller, terms: ApiKeyTerms, platformKey: string | null): ReturnType<ApiKeys['create']>;
}

export function createKeyChest(
  { create, list, revoke }: ApiKeys,
  platform: Pick<Platform, 'capabilitiesOf' | 'signInWithKey'>,
): KeyChest {
  return {
    list,
    revoke,
    create: async (caller, terms, platformKey) =>
      create(await keyUserOf(platform, caller, platformKey), terms),
  };
}
