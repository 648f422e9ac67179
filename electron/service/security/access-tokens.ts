import { randomBytes } from 'node:crypto';
import { type IssuedToken, MAX_TOKENS_PER_USER, TOKEN_LIFETIME_S } from '../../../shared/contract/auth.ts';
import type { Caller, UserReference } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import { hashSecret } from '../../base/secret-hash.ts';
import { PlatformError } from '../../platform/platform-error.ts';
import type { NewTokenProof } from '../../store/accounts/sign-in-proofs-repository.ts';
import type { TokensRepository } from '../../store/accounts/tokens-repository.ts';
import type { TokensTable } from '../../store/schema.ts';
import { API_KEY_PREFIX } from './api-key-format.ts';
import { type BearerDeps, type Identity, identifyBearer, type StoredBearer, sealUpstreamCredential } from './bearer.ts';

const TOKEN_BYTES = 32;
const TOKEN_FORM = /^[\w-]{43}$/;

export type NewToken = Pick<TokensTable, 'token_hash' | 'issued_at' | 'expires_at'>;

export interface AccessTokens {
  /** Seals the grant with the token. `createProof` says what the token proves at later sign-ins; default: nothing. */
  issue(user: UserReference, proofOf?: (token: NewToken) => NewTokenProof): Promise<IssuedToken>;
  /** The rights are the current ones, not those at issue. `null` for anything but a valid token of a user. */
  resolve(token: string): Promise<Identity | null>;
  revoke(token: string): Promise<void>;
}

interface AccessTokensOptions extends BearerDeps {
  readonly tokens: TokensRepository;
  readonly clock: Pick<Clock, 'now'>;
  /** A user with more loses the oldest. */
  readonly maxPerUser?: number;
}

export function createAccessTokens(options: AccessTokensOptions): AccessTokens {
  const { tokens, clock } = options;
  const { maxPerUser = MAX_TOKENS_PER_USER } = options;
  /** The latest time that was seen; `null` until it was read from the store. */
  let latest: number | null = null;

  /**
   * The current time. If the clock was set back by more than clocks differ (`clockToleranceMs`), all tokens issued
   * before end: nobody can tell how old they are.
   */
  async function readClock(): Promise<number> {
    latest ??= await tokens.readLatestIssue();
    const now = clock.now();
    const isSetBack = latest !== null && now < latest - tokens.clockToleranceMs;
    if (isSetBack) await tokens.removeAll();
    latest = isSetBack ? now : Math.max(now, latest ?? now);
    return now;
  }

  /** A token whose grant the platform rejects is removed for good, even if the platform is unreachable later. */
  async function resolveCaller(token: string, stored: StoredBearer): Promise<Caller | null> {
    try {
      return await identifyBearer(options, token, stored);
    } catch (error) {
      const isEnded = error instanceof PlatformError && error.code === 'session_ended';
      // If the password was refused, every call with the token has to report it, so that nobody sends it again.
      if (isEnded && !error.isPasswordRefused) {
        await tokens.remove(hashSecret(token));
      }
      throw error;
    }
  }

  return {
    async issue(user, proofOf) {
      const token = generateToken();
      const issuedAt = await readClock();
      const expiresAt = issuedAt + TOKEN_LIFETIME_S * 1000;
      const owner = { account_id: user.accountId, user_id: user.userId };
      const issued = { token_hash: hashSecret(token), issued_at: issuedAt, expires_at: expiresAt };
      const sealed = { sealed_grant: sealUpstreamCredential(token, user) };
      await tokens.issue({ ...owner, ...issued, ...sealed }, maxPerUser, proofOf?.(issued) ?? null);
      return { token, expires_at: toWholeSeconds(expiresAt), expires_in: TOKEN_LIFETIME_S };
    },

    async resolve(token) {
      // Text that cannot be a token, such as a mistyped API key, costs no read of the store.
      if (!isTokenForm(token)) return null;
      const now = await readClock();
      const stored = await tokens.find(hashSecret(token));
      if (!stored) return null;
      if (isExpired(stored.expires_at, now)) return null;
      const caller = await resolveCaller(token, stored);
      return caller && { caller, auth: { kind: 'token', expiresAtS: toWholeSeconds(stored.expires_at) } };
    },

    revoke: (token) => tokens.revoke(hashSecret(token)),
  };
}

/** Clients are told whole seconds, so a fraction in the store does not count. */
export function isExpired(expiresAtMs: number, now: number): boolean {
  return toWholeSeconds(expiresAtMs) * 1000 <= now;
}

export function isTokenForm(text: string): boolean {
  return TOKEN_FORM.test(text) && !text.startsWith(API_KEY_PREFIX);
}

/** Never begins like an API key: the guard tells the two apart by that prefix. */
function generateToken(): string {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return token.startsWith(API_KEY_PREFIX) ? generateToken() : token;
}

function toWholeSeconds(instantMs: number): number {
  return Math.floor(instantMs / 1000);
}
