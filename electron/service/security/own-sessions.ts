import { formatTimestamp, formatTimestampOrNull } from '../../../shared/calendar.ts';
import type { endOtherSessions, listSessions, Session, SubscribedWebhook } from '../../../shared/contract/auth.ts';
import type { BodyOf, ResponseOf } from '../../../shared/contract/endpoint.ts';
import type { Clock } from '../../base/clock.ts';
import { isSameHash } from '../../base/secret-hash.ts';
import type { ApiKeysRepository, StoredApiKey } from '../../store/accounts/api-keys-repository.ts';
import type { TokensRepository } from '../../store/accounts/tokens-repository.ts';
import type { TokensTable } from '../../store/schema.ts';
import type { OwnWebhooks } from '../../store/webhooks/active-webhooks.ts';
import { ApiError } from '../server/api-error.ts';
import { isExpired } from './access-tokens.ts';
import { toKeyOwner } from './api-keys.ts';
import type { BearerIdentity } from './bearer.ts';

export interface OwnSessions {
  /** Valid tokens, then API keys, each newest first; and the webhooks that the user subscribed, by id. */
  list(identity: BearerIdentity): Promise<OwnedSessions>;
  /**
   * Ends all sessions but the current one. Throws `forbidden` for an API key: a leaked one must not end the user's
   * sessions.
   */
  endOthers(
    identity: BearerIdentity,
    which: BodyOf<typeof endOtherSessions>,
  ): Promise<ResponseOf<typeof endOtherSessions>>;
}

interface OwnedSessions {
  readonly sessions: readonly Session[];
  readonly webhooks: ResponseOf<typeof listSessions>['webhooks'];
}

interface OwnSessionsDeps {
  readonly tokens: Pick<TokensRepository, 'listByOwner' | 'removeOthers'>;
  readonly apiKeys: Pick<ApiKeysRepository, 'listByOwner' | 'removeByOwner'>;
  readonly webhooks: OwnWebhooks;
  readonly clock: Pick<Clock, 'now'>;
}

export function createOwnSessions({ tokens, apiKeys, webhooks, clock }: OwnSessionsDeps): OwnSessions {
  const isLive = ({ expires_at: expiresAt }: { readonly expires_at: number | null }) =>
    expiresAt === null || !isExpired(expiresAt, clock.now());

  return {
    async list({ caller, secretHash }) {
      const owner = toOwner(caller);
      const [ownTokens, ownKeys, ownWebhooks] = await Promise.all([
        tokens.listByOwner(owner),
        apiKeys.listByOwner(toKeyOwner(caller)),
        webhooks.listByOwner(owner),
      ]);
      const sessions = [
        ...ownTokens.filter(isLive).map((token) => toTokenSession(token, secretHash)),
        ...ownKeys.filter(isLive).map((key) => toKeySession(key, secretHash)),
      ];
      return { sessions, webhooks: ownWebhooks.map(toSubscribedWebhook) };
    },

    async endOthers({ caller, auth, secretHash }, which) {
      if (auth.kind !== 'token') throw new ApiError('forbidden', 'Sign in with a password to end sessions.');
      const owner = toOwner(caller);
      // Tokens first: they could subscribe another webhook.
      const ended = await tokens.removeOthers(owner, secretHash);
      const endedKeys = which.api_keys ? await apiKeys.removeByOwner(toKeyOwner(caller)) : 0;
      const disabled = which.webhooks === true ? await webhooks.disableByOwner(owner, clock.now()) : 0;
      return { tokens: ended, api_keys: endedKeys, webhooks: disabled };
    },
  };
}

function toOwner({ accountId, userId }: BearerIdentity['caller']) {
  return { account_id: accountId, user_id: userId };
}

function toSubscribedWebhook(stored: Awaited<ReturnType<OwnWebhooks['listByOwner']>>[number]): SubscribedWebhook {
  const { id, url, description, created_at: createdAt, disabled_reason: reason } = stored;
  const status = reason === null ? 'active' : 'disabled';
  return { id, url, description, created_at: formatTimestamp(createdAt), status };
}

function toTokenSession({ token_hash, issued_at, expires_at }: TokensTable, presentedHash: string): Session {
  const life = { created_at: formatTimestamp(issued_at), last_used_at: null, expires_at: formatTimestamp(expires_at) };
  return { kind: 'token', name: null, ...life, is_current: isSameHash(token_hash, presentedHash) };
}

function toKeySession(key: StoredApiKey, presentedHash: string): Session {
  return {
    kind: 'api_key',
    name: key.name,
    created_at: formatTimestamp(key.created_at),
    last_used_at: formatTimestampOrNull(key.last_used_at),
    expires_at: formatTimestampOrNull(key.expires_at),
    is_current: isSameHash(key.key_hash, presentedHash),
  };
}
