import type { FastifyInstance } from 'fastify';
import { formatTimestamp, formatTimestampOrNull } from '../../../shared/calendar.ts';
import {
  type ApiKeyRecord,
  ApiKeyTermsError,
  type ApiKeyView,
  readApiKeyTerms,
} from '../../../shared/contract/api-keys.ts';
import { createApiKey, listApiKeys, readKeyNeeds, revokeApiKey } from '../../../shared/contract/window.ts';
import type { Clock } from '../../base/clock.ts';
import type { Platform } from '../../platform/platform.ts';
import { addEndpoint } from '../routes/add-endpoint.ts';
import type { ApiKeyService } from '../security/api-keys.ts';
import { ApiError } from '../server/api-error.ts';

export interface ApiKeysRoutesDeps {
  readonly apiKeyService: ApiKeyService;
  readonly platform: Platform;
  readonly clock: Clock;
}

/** The keys of the signed-in user, and nobody else's. */
export function addApiKeysRoutes(app: FastifyInstance, deps: ApiKeysRoutesDeps): void {
  const { apiKeyService: apiKeys, platform, clock } = deps;

  addEndpoint(app, listApiKeys, async ({ caller }) => (await apiKeys.list(caller)).map(toView));

  addEndpoint(app, readKeyNeeds, async ({ caller }) => {
    const offered = await platform.getCapabilities(caller);
    return { platformKey: offered.apiKeys === 'carried' };
  });

  addEndpoint(app, createApiKey, async ({ caller, body: { platformKey = null, ...typed } }) => {
    try {
      const { record, key } = await apiKeys.create(caller, readApiKeyTerms(typed, clock.now()), platformKey);
      return { record: toView(record), key };
    } catch (error) {
      if (error instanceof ApiKeyTermsError) throw new ApiError('bad_request', error.message);
      throw error;
    }
  });

  addEndpoint(app, revokeApiKey, async ({ caller, id }) => {
    if (!(await apiKeys.revoke(caller, id))) throw new ApiError('not_found', `There is no key ${id}.`);
    return null;
  });
}

function toView({ createdAt, expiresAt, lastUsedAt, ...key }: ApiKeyRecord): ApiKeyView {
  return {
    ...key,
    createdAt: formatTimestamp(createdAt),
    expiresAt: formatTimestampOrNull(expiresAt),
    lastUsedAt: formatTimestampOrNull(lastUsedAt),
  };
}
