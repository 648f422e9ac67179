import { createHash, randomBytes } from 'node:crypto';
import { type IssuedToken, TOKEN_LIFETIME_S } from '../../shared/contract/auth.ts';
import type { Caller, Platform, UserReference } from '../platform/platform.ts';
import type { Clock } from '../session/clock.ts';
import type { TokensRepository } from '../store/tokens-repository.ts';

const TOKEN_BYTES = 32;
const MAX_LIVE_TOKENS_PER_USER = 50;

/** Who a request is made by, and until when its token lives. */
export interface Identity {
  readonly caller: Caller;
  /** Unix seconds. */
  readonly expiresAtS: number;
}

export interface AccessTokens {
  issue(user: UserReference): Promise<IssuedToken>;
  /** The rights are those of this moment, not of the issue; null for whatever is not a live token of a user. */
  resolve(token: string): Promise<Identity | null>;
  revoke(token: string): Promise<void>;
}

interface AccessTokensOptions {
  readonly tokens: TokensRepository;
  readonly platform: Pick<Platform, 'identify'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly lifetimeS?: number;
  /** The oldest falls when a user has more. */
  readonly maxPerUser?: number;
}

export function createAccessTokens(options: AccessTokensOptions): AccessTokens {
  const { tokens, platform, clock } = options;
  const { lifetimeS = TOKEN_LIFETIME_S, maxPerUser = MAX_LIVE_TOKENS_PER_USER } = options;

  return {
    async issue({ accountId, userId }) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const issuedAt = clock.now();
      const expiresAt = issuedAt + lifetimeS * 1000;
      const owner = { account_id: accountId, user_id: userId };
      await tokens.removeExpired(issuedAt);
      await tokens.insert({
        ...owner,
        token_hash: hashOf(token),
        issued_at: issuedAt,
        expires_at: expiresAt,
      });
      await tokens.keepNewest(owner, maxPerUser);
      return { token, expires_at: wholeSeconds(expiresAt), expires_in: lifetimeS };
    },

    async resolve(token) {
      const stored = await tokens.find(hashOf(token));
      if (!stored || stored.expires_at <= clock.now()) return null;
      const caller = await platform.identify({ accountId: stored.account_id, userId: stored.user_id });
      return caller && { caller, expiresAtS: wholeSeconds(stored.expires_at) };
    },

    revoke: (token) => tokens.remove(hashOf(token)),
  };
}

/**
 * Tokens are found by their hash. How long the search takes tells at most something about the hash, from
 * which no token can be guessed.
 */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function wholeSeconds(instantMs: number): number {
  return Math.floor(instantMs / 1000);
}
