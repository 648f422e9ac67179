import {
  type ApiKeyRecord,
  type ApiKeyTerms,
  ApiKeyTermsError,
  type OwnedApiKeyRecord,
} from '../../../shared/contract/api-keys.ts';
import type { Caller, KeyCaller, UserReference } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import { hashSecret } from '../../base/secret-hash.ts';
import type { Platform } from '../../platform/platform.ts';
import { PlatformError } from '../../platform/platform-error.ts';
import type {
  ApiKeysRepository,
  KeyOwner,
  OwnedApiKey,
  StoredApiKey,
} from '../../store/accounts/api-keys-repository.ts';
import { isExpired } from './access-tokens.ts';
import { generateApiKey, isApiKeyForm } from './api-key-format.ts';
import { type BearerDeps, type Identity, identifyBearer, sealUpstreamCredential } from './bearer.ts';

/** The last use is written at most this often, so that reads do not become writes. */
const LAST_USED_STEP_MS = 60_000;

/** `tdk_` and four characters: enough to tell the keys of a user apart. 26 random ones (154 bits) stay secret. */
const PREFIX_LENGTH = 8;

/** Includes the grant of a platform key if keys are `carried`; see `findKeyUser`. */
export type KeyUser = Pick<KeyCaller, 'accountId' | 'userId' | 'upstreamCredential' | 'credentialExpiresAt'>;

export interface ApiKeys {
  /** Creates a key that acts as `user` and ends with the grant. The key itself can never be read again. */
  create(user: KeyUser, terms: ApiKeyTerms): Promise<{ readonly record: ApiKeyRecord; readonly key: string }>;
  /** Newest first. */
  list(user: UserReference): Promise<readonly ApiKeyRecord[]>;
  /** False if the user has no such key. The next call with the key is refused. */
  revoke(user: UserReference, id: number): Promise<boolean>;
  /** For the operator: the keys of every account, newest first. */
  listAll(): Promise<readonly OwnedApiKeyRecord[]>;
  /** For the operator: a key of any user. */
  revokeAny(id: number): Promise<boolean>;
  /** The rights are the current ones. `null` for anything but a valid key of a user. */
  resolve(key: string): Promise<Identity | null>;
}

interface ApiKeysOptions extends BearerDeps {
  readonly keys: ApiKeysRepository;
  readonly clock: Pick<Clock, 'now'>;
}

export function createApiKeys({ keys, clock, ...deps }: ApiKeysOptions): ApiKeys {
  /** A failure, such as a full disk, is only a warning: the caller still gets an answer. */
  async function recordUse(key: StoredApiKey, usedAt: number): Promise<void> {
    try {
      await keys.recordUse(key, usedAt);
    } catch (err) {
      deps.log?.warn({ apiKeyId: key.id, err }, 'the last use of an API key could not be stored');
    }
  }

  return {
    async create(user, { name, expiresAt, personalData }) {
      const key = generateApiKey();
      const stored = await keys.insert({
        ...toOwner(user),
        name,
        key_hash: hashSecret(key),
        key_prefix: key.slice(0, PREFIX_LENGTH),
        created_at: clock.now(),
        personal_data: Number(personalData),
        expires_at: getEarlier(expiresAt, user.credentialExpiresAt ?? null),
        sealed_grant: sealUpstreamCredential(key, user),
      });
      return { record: toRecord(stored), key };
    },

    list: async (user) => (await keys.listByOwner(toKeyOwner(user))).map(toRecord),
    revoke: (user, id) => keys.remove(toKeyOwner(user), id),
    listAll: async () => (await keys.listAll()).map(toOwnedRecord),
    revokeAny: (id) => keys.removeById(id),

    async resolve(key) {
      if (!isApiKeyForm(key)) return null;
      const stored = await keys.find(hashSecret(key));
      const now = clock.now();
      if (!stored || (stored.expires_at !== null && isExpired(stored.expires_at, now))) return null;
      const caller = await identifyBearer(deps, key, stored, (to) => keys.renumber(stored.id, to));
      if (!caller) return null;
      if (isDue(stored.last_used_at, now)) await recordUse(stored, now);
      const expiresAtS = stored.expires_at === null ? null : Math.floor(stored.expires_at / 1000);
      const personalData = stored.personal_data !== 0;
      return { caller, auth: { kind: 'api_key', name: stored.name, expiresAtS, personalData } };
    },
  };
}

/** Also true if the last use lies in the future, after the clock was set back. */
function isDue(lastUsedAt: number | null, now: number): boolean {
  return lastUsedAt === null || Math.abs(now - lastUsedAt) >= LAST_USED_STEP_MS;
}

/** `null` means no end. */
function getEarlier(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

function toOwner({ accountId, userId }: UserReference) {
  return { account_id: accountId, user_id: userId };
}

/** A key of an earlier version has the former number of its user until it is used. */
export function toKeyOwner(user: UserReference): KeyOwner {
  return { ...toOwner(user), ...(user.formerUserId !== undefined && { former_user_id: user.formerUserId }) };
}

function toRecord(stored: StoredApiKey): ApiKeyRecord {
  return {
    id: stored.id,
    name: stored.name,
    prefix: stored.key_prefix,
    personalData: stored.personal_data !== 0,
    createdAt: stored.created_at,
    expiresAt: stored.expires_at,
    lastUsedAt: stored.last_used_at,
  };
}

function toOwnedRecord(listed: OwnedApiKey): OwnedApiKeyRecord {
  const { account_name: account, user_email: email, platform } = listed;
  return { ...toRecord(listed), account, email, platform };
}

type KeyPlatform = Pick<Platform, 'getCapabilities' | 'signInWithKey'>;

export type ApiKeyService = ReturnType<typeof createApiKeyService>;

/** API keys for users of the window. On a platform with its own keys, a new key contains such a key. */
export function createApiKeyService({ create, list, revoke }: ApiKeys, platform: KeyPlatform) {
  return {
    list,
    revoke,
    /** Throws `ApiKeyTermsError` if `platformKey` is not what the platform of the caller requires. */
    create: async (caller: Caller, terms: ApiKeyTerms, platformKey: string | null) =>
      create(await findKeyUser(platform, caller, platformKey), terms),
  };
}

/**
 * The user that a new API key acts as. If keys are `carried`, `platformKey` must be a key of the same user there,
 * because the token of a sign-in ends too soon. Throws `ApiKeyTermsError`.
 */
async function findKeyUser(platform: KeyPlatform, caller: Caller, platformKey: string | null): Promise<KeyCaller> {
  const { apiKeys } = await platform.getCapabilities(caller);
  if (apiKeys === 'own') return getOwnUser(caller, platformKey);
  if (platformKey === null) {
    throw new ApiKeyTermsError('Give a key of this platform: the new key uses it to read data there.');
  }
  const shown = await signInWith(platform, caller, platformKey);
  if (shown.accountId === caller.accountId && shown.userId === caller.userId) return shown;
  throw new ApiKeyTermsError('This platform key belongs to another user. Give one of your own.');
}

/** The grant of a sign-in is not put into a key: it may contain the password. */
function getOwnUser(caller: Caller, platformKey: string | null): KeyCaller {
  if (platformKey !== null) throw new ApiKeyTermsError('This platform has no keys: leave out the platform key.');
  const { upstreamCredential: _, ...user } = caller;
  return user;
}

async function signInWith(platform: KeyPlatform, caller: Caller, key: string): Promise<KeyCaller> {
  try {
    return await platform.signInWithKey(caller, key);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.code !== 'credentials_refused') throw error;
    const message = 'The platform refused this key: it is unknown, expired or revoked.';
    throw new ApiKeyTermsError(message, { cause: error });
  }
}
