import { localTimestamp } from '../../../shared/calendar.ts';
import type { Session } from '../../../shared/contract/auth.ts';
import type { Clock } from '../../base/clock.ts';
import { isSameHash } from '../../base/secret-hash.ts';
import type { ApiKeysRepository, StoredApiKey } from '../../store/accounts/api-keys-repository.ts';
import type { TokensRepository } from '../../store/accounts/tokens-repository.ts';
import type { TokensTable } from '../../store/schema.ts';
import { ApiError } from '../server/api-error.ts';
import { isOver } from './access-tokens.ts';
import type { BearerIdentity } from './bearer.ts';

/** What acts as a user, for that user to see and to end. */
export interface OwnSessions {
  /** Live tokens, then API keys; each newest first. */
  list(identity: BearerIdentity): Promise<readonly Session[]>;
  /** All but the one that is shown. Throws `forbidden` for an API key: a leaked one must not end what its user works with. */
  endOthers(
    identity: BearerIdentity,
    which: { readonly api_keys: boolean },
  ): Promise<{ readonly tokens: number; readonly api_keys: number }>;
}

interface OwnSessionsDeps {
  readonly tokens: Pick<TokensRepository, 'listOf' | 'removeOthers'>;
  readonly apiKeys: Pick<ApiKeysRepository, 'listOf' | 'removeAllOf'>;
  readonly clock: Pick<Clock, 'now'>;
}

export function createOwnSessions({ tokens, apiKeys, clock }: OwnSessionsDeps): OwnSessions {
  const isLive = ({ expires_at: expiresAt }: { readonly expires_at: number | null }) =>
    expiresAt === null || !isOver(expiresAt, clock.now());

  return {
    async list({ caller, secretHash }) {
      const owner = ownerOf(caller);
      const [ownTokens, ownKeys] = await Promise.all([tokens.listOf(owner), apiKeys.listOf(owner)]);
      return [
        ...ownTokens.filter(isLive).map((token) => sessionOfToken(token, secretHash)),
        ...ownKeys.filter(isLive).map((key) => sessionOfKey(key, secretHash)),
      ];
    },

    async endOthers({ caller, auth, secretHash }, which) {
      if (auth.kind !== 'token') throw new ApiError('forbidden', 'Sign in with a password to end sessions.');
      const owner = ownerOf(caller);
      const ended = await tokens.removeOthers(owner, secretHash);
      return { tokens: ended, api_keys: which.api_keys ? await apiKeys.removeAllOf(owner) : 0 };
    },
  };
}

function ownerOf({ accountId, userId }: BearerIdentity['caller']) {
  return { account_id: accountId, user_id: userId };
}

function sessionOfToken(token: TokensTable, shownHash: string): Session {
  return {
    kind: 'token',
    name: null,
    created_at: localTimestamp(token.issued_at),
    last_used_at: null,
    expires_at: localTimestamp(token.expires_at),
    is_current: isSameHash(token.token_hash, shownHash),
  };
}

function sessionOfKey(key: StoredApiKey, shownHash: string): Session {
  return {
    kind: 'api_key',
    name: key.name,
    created_at: localTimestamp(key.created_at),
    last_used_at: key.last_used_at === null ? null : localTimestamp(key.last_used_at),
    expires_at: key.expires_at === null ? null : localTimestamp(key.expires_at),
    is_current: isSameHash(key.key_hash, shownHash),
  };
}
