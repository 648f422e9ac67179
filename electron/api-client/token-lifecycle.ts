import { Type } from 'typebox';
import {
  type Credentials,
  login,
  PASSWORD_REFUSED,
  refresh,
  TOKEN_LIFETIME_S,
  TOKEN_REFRESH_AFTER_S,
  IssuedToken as WholeToken,
} from '../../shared/contract/auth.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { isSameSecret } from '../base/secret-hash.ts';
import { type ApiAnswer, type ApiClient, type ApiRequest, readJson } from './api-client.ts';
import { retryInBackground } from './call-retries.ts';

/** A token and its lifetime in seconds. */
export type IssuedToken = Pick<WholeToken, 'token' | 'expires_in'>;

/**
 * The required part of a token answer. The token must fit into an HTTP header and into a sealed grant. The
 * specification promises no more for a refresh.
 */
const AnyToken = Type.Object({
  token: Type.String({ pattern: '^[\\x21-\\x7e]{1,2048}$' }),
  expires_in: Type.Optional(WholeToken.properties.expires_in),
});

/**
 * `refused`: the credentials no longer work; `answer` is `null` if that was known. `failed`: the service could not say.
 */
export type Renewal =
  | { readonly kind: 'renewed'; readonly token: string }
  | { readonly kind: 'refused'; readonly answer: ApiAnswer | null }
  | { readonly kind: 'failed'; readonly answer: ApiAnswer };

/** The token of one session, renewed 5 minutes before it expires while the session lasts. */
export interface TokenLifecycle {
  token(): string;
  isExpired(): boolean;
  /**
   * Returns a token newer than `stale`: the current one, or one from a login. Logins are shared. Throws `ApiFailure`.
   */
  renew(stale: string): Promise<Renewal>;
  /** Stops renewing and clears the credentials. A pending token is discarded. Returns the valid tokens. */
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
  /** Headers of every login and refresh. Default none. */
  readonly headers?: Readonly<Record<string, string>>;
}

export function createTokenLifecycle(
  { client, clock, log, discard, headers }: TokenLifecycleDeps,
  /** `null` if the password must not be sent again. The token is then never renewed. */
  initialCredentials: Credentials | null,
  firstToken: IssuedToken,
): TokenLifecycle {
  // Also `null` after a refusal or at the end of the session, so that a wrong password is never sent again.
  let credentials = initialCredentials;
  let held = holdToken(firstToken);
  let replaced: readonly HeldToken[] = [];
  let pendingRenewal: Promise<Renewal> | null = null;

  function holdToken(issued: IssuedToken): HeldToken {
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
    pendingRenewal ??= requestToken(by).finally(() => {
      pendingRenewal = null;
    });
    return pendingRenewal;
  }

  async function requestToken(by: 'login' | 'refresh'): Promise<Renewal> {
    if (!credentials) return { kind: 'refused', answer: null };
    // Even an expired token proves that the user was signed in here, so that others cannot lock them out.
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
    held = holdToken(outcome.issued);
    return { kind: 'renewed', token: held.token };
  }

  async function refreshInBackground(): Promise<void> {
    const stale = held.token;
    try {
      await retryInBackground(
        clock,
        () => renew(stale, 'refresh'),
        (renewal) => (renewal.kind === 'failed' ? renewal.answer : null),
      );
    } catch (error) {
      // The token works until it expires. The first call after that logs in and reports the error.
      log.warn({ error: String(error) }, 'could not refresh the token');
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

/**
 * Sends a call with the session's token. After a 401 or with an expired token, retries once with a newer one.
 * `onRefused` runs if the credentials no longer work; the call then returns its 401.
 */
export async function sendAuthorised(
  client: ApiClient,
  tokens: TokenLifecycle,
  call: ApiRequest,
  onRefused: () => Promise<void>,
): Promise<ApiAnswer> {
  const token = tokens.token();
  const first = tokens.isExpired() ? null : await client.send(addToken(call, token));
  if (first && first.status !== 401) return first;
  if (first && isPasswordRefused(first) && isSameSecret(tokens.token(), token)) {
    await onRefused();
    return first;
  }
  const renewal = await tokens.renew(token);
  switch (renewal.kind) {
    case 'renewed':
      return client.send(addToken(call, renewal.token));
    case 'failed':
      return renewal.answer;
    case 'refused':
      await onRefused();
      return first ?? renewal.answer ?? client.send(addToken(call, token));
  }
}

/** The service has already tried this password. A second login would count as another wrong attempt. */
function isPasswordRefused({ headers }: ApiAnswer): boolean {
  return headers.get('www-authenticate')?.includes(PASSWORD_REFUSED) ?? false;
}

function addToken(call: ApiRequest, token: string): ApiRequest {
  const others = Object.entries(call.headers ?? {}).filter(([name]) => name.toLowerCase() !== 'authorization');
  return { ...call, headers: { ...Object.fromEntries(others), authorization: `Bearer ${token}` } };
}

/** `refused`: the credentials are wrong. `failed`: the service could not say; its answer has the reason. */
export type Authentication =
  | { readonly kind: 'issued'; readonly issued: IssuedToken }
  | { readonly kind: 'refused'; readonly answer: ApiAnswer }
  | { readonly kind: 'failed'; readonly answer: ApiAnswer };

const ENDPOINTS = { login, refresh };

/** Requests a token once, with additional `headers`. Throws `ApiFailure` if there is no answer. */
export async function authenticate(
  client: ApiClient,
  by: keyof typeof ENDPOINTS,
  credentials: Credentials,
  headers: Readonly<Record<string, string>> = {},
): Promise<Authentication> {
  const { method, path } = ENDPOINTS[by];
  const { account, email, password } = credentials;
  const answer = await client.send({
    method,
    path,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ account, email, password }),
  });
  if (answer.status === 401) return { kind: 'refused', answer };
  if (answer.status !== 200) return { kind: 'failed', answer };
  const { token, expires_in = TOKEN_LIFETIME_S } = readJson(AnyToken, answer);
  return { kind: 'issued', issued: { token, expires_in } };
}
