import {
  type ApiKeyRecord,
  type ApiKeyTerms,
  ApiKeyTermsError,
  readApiKeyTerms,
} from '../../shared/api-key.ts';
import { localTimestamp } from '../../shared/calendar.ts';
import type { BridgeArgument, ShownApiKey } from '../../shared/contract/bridge.ts';
import type { UserReference } from '../platform/platform.ts';
import type { BridgeCalls } from './bridge-calls.ts';
import { BridgeError } from './bridge-error.ts';
import { type SignedInCallerDeps, signedInCaller } from './signed-in-caller.ts';

/** The API keys of the service, each bound to one user. */
export interface ApiKeyChest {
  list(user: UserReference): Promise<readonly ApiKeyRecord[]>;
  create(
    user: UserReference,
    terms: ApiKeyTerms,
  ): Promise<{ readonly record: ApiKeyRecord; readonly key: string }>;
  /** False where the user has no such key. */
  revoke(user: UserReference, id: number): Promise<boolean>;
}

export interface ApiKeyCallsDeps extends SignedInCallerDeps {
  readonly apiKeys: ApiKeyChest;
  readonly now: () => number;
}

type ApiKeyCalls = Pick<BridgeCalls, 'listApiKeys' | 'createApiKey' | 'revokeApiKey'>;

/** The keys of whoever is signed in; nobody's else. */
export function apiKeyCalls({ apiKeys, now, ...deps }: ApiKeyCallsDeps): ApiKeyCalls {
  return {
    async listApiKeys() {
      const keys = await apiKeys.list(await signedInCaller(deps));
      return keys.map(toShown);
    },
    async createApiKey(typed) {
      const terms = termsOf(typed, now());
      const { record, key } = await apiKeys.create(await signedInCaller(deps), terms);
      return { record: toShown(record), key };
    },
    async revokeApiKey({ id }) {
      const hadKey = await apiKeys.revoke(await signedInCaller(deps), id);
      if (!hadKey) throw new BridgeError('invalid', `There is no key ${id}.`);
      return null;
    },
  };
}

function termsOf(typed: BridgeArgument<'createApiKey'>, now: number): ApiKeyTerms {
  try {
    return readApiKeyTerms(typed, now);
  } catch (error) {
    if (error instanceof ApiKeyTermsError) throw new BridgeError('invalid', error.message);
    throw error;
  }
}

function toShown({ id, name, createdAt, expiresAt, lastUsedAt }: ApiKeyRecord): ShownApiKey {
  return {
    id,
    name,
    createdAt: localTimestamp(createdAt),
    expiresAt: expiresAt === null ? null : localTimestamp(expiresAt),
    lastUsedAt: lastUsedAt === null ? null : localTimestamp(lastUsedAt),
  };
}
