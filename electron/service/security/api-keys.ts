import {
  type ApiKeyRecord,
  type ApiKeyTerms,
  ApiKeyTermsError,
  type OwnedApiKeyRecord,
} from '../../../shared/contract/api-keys.ts';
import type { Caller, KeyCaller, UserReference } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import { secretHash } from '../../base/secret-hash.ts';
import type { Platform } from '../../platform/platform.ts';
import { PlatformError } from '../../platform/platform-error.ts';
import type {
  ApiKeysRepository,
  KeyOwner,
  OwnedApiKey,
  StoredApiKey,
} from '../../store/accounts/api-keys-repository.ts';
import { isOver } from './access-tokens.ts';
import { isApiKeyForm, newApiKey } from './api-key-format.ts';
import { type BearerDeps, callerOfBearer, type Identity, sealUpstreamCredential } from './bearer.ts';

/** Last use is written at most this often, so that reading does not become writing. */
const LAST_USED_STEP_MS = 60_000;

/** `tdk_` and four characters: enough to tell the keys of a user apart; 26 random ones (154 bits) stay unknown. */
const PREFIX_LENGTH = 8;

/** With the grant of a key of their platform, where keys are `carried`; see `keyUserOf`. */
export type KeyUser = Pick<KeyCaller, 'accountId' | 'userId' | 'upstreamCredential' | 'credentialExpiresAt'>;

export interface ApiKeys {
  /** Makes a key that acts as `user`; it ends with the grant. The key itself can never be read again. */
  create(user: KeyUser, terms: ApiKeyTerms): Promise<{ readonly record: ApiKeyRecord; readonly key: string }>;
  /** Newest first. */
  list(user: UserReference): Promise<readonly ApiKeyRecord[]>;
  /** False where the user has no such key. The next call with the key is refused. */
  revoke(user: UserReference, id: number): Promise<boolean>;
  /** For the operator: the keys of every account, newest first. */
  listAll(): Promise<readonly OwnedApiKeyRecord[]>;
  /** For the operator: a key of any user. */
  revokeAny(id: number): Promise<boolean>;
  /** The rights are those of this moment; null for whatever is not a live key of a user. */
  resolve(key: string): Promise<Identity | null>;
}

interface ApiKeysOptions extends BearerDeps {
  readonly keys: ApiKeysRepository;
  readonly clock: Pick<Clock, 'now'>;
}

export function createApiKeys({ keys, clock, ...deps }: ApiKeysOptions): ApiKeys {
  /** A failure, such as of a full disk, is a warning: the caller is answered. */
  async function recordUse(key: StoredApiKey, usedAt: number): Promise<void> {
    try {
      await keys.recordUse(key, usedAt);
    } catch (err) {
      deps.log?.warn({ apiKeyId: key.id, err }, 'the last use of an API key was not written');
    }
  }

  return {
    async create(user, { name, expiresAt, personalData }) {
      const key = newApiKey();
      const stored = await keys.insert({
        ...ownerOf(user),
        name,
        key_hash: secretHash(key),
        key_prefix: key.slice(0, PREFIX_LENGTH),
        created_at: clock.now(),
        personal_data: Number(personalData),
        expires_at: earlier(expiresAt, user.credentialExpiresAt ?? null),
        sealed_grant: sealUpstreamCredential(key, user),
      });
      return { record: toRecord(stored), key };
    },

    list: async (user) => (await keys.listByOwner(keyOwnerOf(user))).map(toRecord),
    revoke: (user, id) => keys.remove(keyOwnerOf(user), id),
    listAll: async () => (await keys.listAll()).map(toOwnedRecord),
    revokeAny: (id) => keys.removeById(id),

    async resolve(key) {
      if (!isApiKeyForm(key)) return null;
      const stored = await keys.find(secretHash(key));
      const now = clock.now();
      if (!stored || (stored.expires_at !== null && isOver(stored.expires_at, now))) return null;
      const caller = await callerOfBearer(deps, key, stored, (to) => keys.renumber(stored.id, to));
      if (!caller) return null;
      if (isDue(stored.last_used_at, now)) await recordUse(stored, now);
      const expiresAtS = stored.expires_at === null ? null : Math.floor(stored.expires_at / 1000);
      const personalData = stored.personal_data !== 0;
      return { caller, auth: { kind: 'api_key', name: stored.name, expiresAtS, personalData } };
    },
  };
}

/** Also when the last use lies in the future, after the clock was set back. */
function isDue(lastUsedAt: number | null, now: number): boolean {
  return lastUsedAt === null || Math.abs(now - lastUsedAt) >= LAST_USED_STEP_MS;
}

/** Null is no end at all. */
function earlier(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

function ownerOf({ accountId, userId }: UserReference) {
  return { account_id: accountId, user_id: userId };
}

/** A key of an earlier version has the former number of its user until it is used. */
export function keyOwnerOf(user: UserReference): KeyOwner {
  return { ...ownerOf(user), ...(user.formerUserId !== undefined && { former_user_id: user.formerUserId }) };
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

/** API keys for those who sign in: one of a platform with keys of its own carries such a key. */
export function createApiKeyService({ create, list, revoke }: ApiKeys, platform: KeyPlatform) {
  return {
    list,
    revoke,
    /** Throws `ApiKeyTermsError` where `platformKey` is not what the platform of the caller asks for. */
    create: async (caller: Caller, terms: ApiKeyTerms, platformKey: string | null) =>
      create(await keyUserOf(platform, caller, platformKey), terms),
  };
}

/**
 * Whom a new API key acts as. Where keys are `carried`, `platformKey` must be a key of the same user there, for the
 * token of a sign-in ends too soon. Throws `ApiKeyTermsError`.
 */
async function keyUserOf(platform: KeyPlatform, caller: Caller, platformKey: string | null): Promise<KeyCaller> {
  const { apiKeys } = await platform.getCapabilities(caller);
  if (apiKeys === 'own') return ownUser(caller, platformKey);
  if (platformKey === null) {
    throw new ApiKeyTermsError('A key of this platform is needed, with which the new key acts there.');
  }
  const shown = await signInWith(platform, caller, platformKey);
  if (shown.accountId === caller.accountId && shown.userId === caller.userId) return shown;
  throw new ApiKeyTermsError('This key of the platform is of another user.');
}

/** A grant that a sign-in gave goes into no key: it may hold the password. */
function ownUser(caller: Caller, platformKey: string | null): KeyCaller {
  if (platformKey !== null) throw new ApiKeyTermsError('This platform takes no key of its own.');
  const { upstreamCredential: _, ...user } = caller;
  return user;
}

async function signInWith(platform: KeyPlatform, caller: Caller, key: string): Promise<KeyCaller> {
  try {
    return await platform.signInWithKey(caller, key);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.code !== 'credentials_refused') throw error;
    const message = 'The platform does not take this key: it is unknown, expired or revoked.';
    throw new ApiKeyTermsError(message, { cause: error });
  }
}
