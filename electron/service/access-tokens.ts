import { randomBytes } from 'node:crypto';
import { type IssuedToken, LIVE_TOKENS_PER_USER, TOKEN_LIFETIME_S } from '../../shared/contract/auth.ts';
import type { Platform, UserReference } from '../platform/platform.ts';
import type { Clock } from '../session/clock.ts';
import type { TokensRepository } from '../store/tokens-repository.ts';
import { API_KEY_PREFIX } from './api-key-format.ts';
import type { Identity } from './identity.ts';
import { secretHash } from './secret-hash.ts';

const TOKEN_BYTES = 32;
const TOKEN_FORM = /^[\w-]{43}$/;

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
  const { lifetimeS = TOKEN_LIFETIME_S, maxPerUser = LIVE_TOKENS_PER_USER } = options;
  /** Of all moments that were seen; null until the store was asked for those of the runs before. */
  let latest: number | null = null;

  /**
   * The present moment. Once the clock has run back nobody can tell how long a token has lived, so that all that were
   * issued before end: no step of the clock lengthens a life.
   */
  async function readClock(): Promise<number> {
    latest ??= await tokens.readLatestIssue();
    const now = clock.now();
    if (latest !== null && now < latest) await tokens.removeAll();
    latest = now;
    return now;
  }

  return {
    async issue({ accountId, userId }) {
      const token = newToken();
      const issuedAt = await readClock();
      const expiresAt = issuedAt + lifetimeS * 1000;
      const issued = { token_hash: secretHash(token), issued_at: issuedAt, expires_at: expiresAt };
      await tokens.issue({ account_id: accountId, user_id: userId, ...issued }, maxPerUser);
      return { token, expires_at: wholeSeconds(expiresAt), expires_in: lifetimeS };
    },

    async resolve(token) {
      // Whatever cannot be a token, such as a mistyped API key, costs no read of the store.
      if (!TOKEN_FORM.test(token)) return null;
      const now = await readClock();
      const stored = await tokens.find(secretHash(token));
      if (!stored || stored.expires_at <= now) return null;
      const caller = await platform.identify({ accountId: stored.account_id, userId: stored.user_id });
      return caller && { caller, auth: { kind: 'token', expiresAtS: wholeSeconds(stored.expires_at) } };
    },

    revoke: (token) => tokens.remove(secretHash(token)),
  };
}

/** Never begins as an API key does: by that the guard tells the two apart. */
function newToken(): string {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return token.startsWith(API_KEY_PREFIX) ? newToken() : token;
}

function wholeSeconds(instantMs: number): number {
  return Math.floor(instantMs / 1000);
}
