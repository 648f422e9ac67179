import { localTimestamp, timestampOrNull } from '../../shared/calendar.ts';
import {
  type ApiKeyRecord,
  type ApiKeyTerms,
  ApiKeyTermsError,
  readApiKeyTerms,
} from '../../shared/contract/api-keys.ts';
import type { ApiKeyView, RequestError } from '../../shared/contract/bridge.ts';
import type { Caller, UserReference } from '../base/caller.ts';
import type { Platform } from '../platform/platform.ts';
import { BridgeError } from './bridge-errors.ts';
import type { BridgeCalls } from './call-rights.ts';
import { type SignedInCallerDeps, signedInCaller } from './signed-in-caller.ts';

/** The API keys of the service, each bound to one user. */
export interface ApiKeyStore {
  list(user: UserReference): Promise<readonly ApiKeyRecord[]>;
  /** Throws `ApiKeyTermsError` where `platformKey` is not the key that the platform of the caller asks for. */
  create(
    caller: Caller,
    terms: ApiKeyTerms,
    platformKey: string | null,
  ): Promise<{ readonly record: ApiKeyRecord; readonly key: string }>;
  /** False where the user has no such key. */
  revoke(user: UserReference, id: number): Promise<boolean>;
}

export interface ApiKeyCallsDeps extends SignedInCallerDeps {
  readonly apiKeys: ApiKeyStore;
  readonly platform: Pick<Platform, 'capabilitiesOf'>;
  readonly now: () => number;
}

/** The keys of the signed-in user, and nobody else's. */
export function apiKeyCalls({ apiKeys, platform, now, ...deps }: ApiKeyCallsDeps) {
  return {
    async listApiKeys() {
      const keys = await apiKeys.list(await signedInCaller(deps));
      return keys.map(toView);
    },
    async readKeyNeeds() {
      const offered = await platform.capabilitiesOf(await signedInCaller(deps));
      return { platformKey: offered.apiKeys === 'carried' };
    },
    async createApiKey(typed) {
      try {
        const terms = readApiKeyTerms(typed, now());
        const { record, key } = await apiKeys.create(await signedInCaller(deps), terms, typed.platformKey ?? null);
        return { record: toView(record), key };
      } catch (error) {
        if (error instanceof ApiKeyTermsError) throw new BridgeError('invalid', error.message);
        throw error;
      }
    },
    async revokeApiKey({ id }) {
      const hadKey = await apiKeys.revoke(await signedInCaller(deps), id);
      if (!hadKey) throw new BridgeError('invalid', `There is no key ${id}.`);
      return null;
    },
  } satisfies Partial<BridgeCalls>;
}

function toView({ createdAt, expiresAt, lastUsedAt, ...key }: ApiKeyRecord): ApiKeyView {
  return {
    ...key,
    createdAt: localTimestamp(createdAt),
    expiresAt: timestampOrNull(expiresAt),
    lastUsedAt: timestampOrNull(lastUsedAt),
  };
}

/** A request as the service has recorded it. */
interface RecordedRequest {
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly status: number;
  readonly error: RequestError | null;
  readonly isOfWindow: boolean;
  readonly durationMs: number;
  readonly caller: Pick<Caller, 'name'> | null;
  readonly apiKeyName: string | null;
  readonly requestId: string;
}

export interface RequestCallsDeps extends SignedInCallerDeps {
  /** Requests with a higher number that `reader` may see, newest first. */
  readonly requestsOf: (
    reader: Caller,
    after: number,
  ) => { readonly entries: readonly RecordedRequest[]; readonly newest: number };
}

/** The requests that the local API received, from other programs and from the window itself. */
export function requestCalls({ requestsOf, ...deps }: RequestCallsDeps) {
  return {
    async readRequests({ after }) {
      const { entries, newest } = requestsOf(await signedInCaller(deps), after);
      return {
        entries: entries.map(({ at, caller, apiKeyName, ...entry }) => ({
          ...entry,
          ...{ at: localTimestamp(at), user: caller?.name ?? null, apiKey: apiKeyName },
        })),
        newest,
      };
    },
  } satisfies Partial<BridgeCalls>;
}
