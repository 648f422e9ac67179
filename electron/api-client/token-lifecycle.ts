import { type Credentials, type IssuedToken, TOKEN_REFRESH_AFTER_S } from '../../shared/contract/auth.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { isSameSecret } from '../base/same-secret.ts';
import type { ApiAnswer, ApiClient } from './api-client.ts';
import { authenticate } from './authentication.ts';
import { repeatPatiently } from './call-retries.ts';

/**
 * What asking for a newer token came to. `refused`: the credentials no longer work; the answer is null when
 * that was known already and nobody was asked. `failed`: the service could not say.
 */
export type Renewal =
  | { readonly kind: 'renewed'; readonly token: string }
  | { readonly kind: 'refused'; readonly answer: ApiAnswer | null }
  | { readonly kind: 'failed'; readonly answer: ApiAnswer };

/** The token of one signed-in session, renewed 5 minutes before it expires for as long as the session lasts. */
export interface TokenLifecycle {
  token(): string;
  isExpired(): boolean;
  /**
   * A token newer than `stale`: the present one when it is newer already, else by a login. However many ask,
   * one login or refresh is under way. Throws `ApiFailure` when there is no answer.
   */
  renew(stale: string): Promise<Renewal>;
  /**
   * Stops renewing and forgets the credentials; a token that still arrives is discarded. Answers the tokens
   * that have not expired yet: the present one and those it replaced.
   */
  end(): readonly string[];
}

interface HeldToken {
  readonly token: string;
  readonly expiresAtMs: number;
  readonly cancelRefresh: () => void;
}

export interface TokenLifecycleDeps {
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly log: Log;
  readonly discard: (token: string) => Promise<void>;
  /** What every login and refresh says besides the credentials; nothing when absent. */
  readonly headers?: Readonly<Record<string, string>>;
}

export function createTokenLifecycle(
  { client, clock, log, discard, headers }: TokenLifecycleDeps,
  signedInWith: Credentials,
  firstToken: IssuedToken,
): TokenLifecycle {
  // Null once they are refused or the session is over: a password that failed is never sent again.
  let credentials: Credentials | null = signedInWith;
  let held = hold(firstToken);
  let replaced: readonly HeldToken[] = [];
  let underWay: Promise<Renewal> | null = null;

  function hold(issued: IssuedToken): HeldToken {
    return {
      token: issued.token,
      expiresAtMs: clock.now() + issued.expires_in * 1_000,
      cancelRefresh: clock.after(TOKEN_REFRESH_AFTER_S * 1_000, () => void refreshInBackground()),
    };
  }

  function isLive({ expiresAtMs }: HeldToken): boolean {
    return clock.now() < expiresAtMs;
  }

  async function renew(stale: string, by: 'login' | 'refresh' = 'login'): Promise<Renewal> {
    if (!isSameSecret(held.token, stale)) return { kind: 'renewed', token: held.token };
    underWay ??= askForToken(by).finally(() => {
      underWay = null;
    });
    return underWay;
  }

  async function askForToken(by: 'login' | 'refresh'): Promise<Renewal> {
    if (!credentials) return { kind: 'refused', answer: null };
    // It proves, even where it has ended, that whoever signs in was signed in: others cannot lock them out.
    const proof = { authorization: `Bearer ${held.token}` };
    const outcome = await authenticate(client, by, credentials, { ...headers, ...proof });
    if (outcome.kind === 'refused') credentials = null;
    if (outcome.kind !== 'issued') return outcome;
    if (!credentials) {
      await discard(outcome.issued.token);
      return { kind: 'refused', answer: null };
    }
    held.cancelRefresh();
    replaced = [...replaced, held].filter(isLive);
    held = hold(outcome.issued);
    return { kind: 'renewed', token: held.token };
  }

  async function refreshInBackground(): Promise<void> {
    const stale = held.token;
    try {
      await repeatPatiently(
        clock,
        () => renew(stale, 'refresh'),
        (renewal) => (renewal.kind === 'failed' ? renewal.answer : null),
      );
    } catch (error) {
      // The token lives on until it expires; the first call after that logs in and tells who waits for it.
      log.warn({ error: String(error) }, 'the token could not be refreshed in time');
    }
  }

  return {
    token: () => held.token,
    isExpired: () => !isLive(held),
    renew: (stale) => renew(stale),
    end() {
      credentials = null;
      held.cancelRefresh();
      return [...replaced, held].filter(isLive).map(({ token }) => token);
    },
  };
}
