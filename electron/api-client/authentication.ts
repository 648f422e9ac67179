import { type Credentials, IssuedToken, login, refresh } from '../../shared/contract/auth.ts';
import type { ApiAnswer, ApiClient } from './api-client.ts';
import { readJson } from './json-answer.ts';

/**
 * What asking for a token came to. `refused`: the credentials are wrong. `failed`: the service could not say,
 * and its answer tells why.
 */
export type Authentication =
  | { readonly kind: 'issued'; readonly issued: IssuedToken }
  | { readonly kind: 'refused'; readonly answer: ApiAnswer }
  | { readonly kind: 'failed'; readonly answer: ApiAnswer };

const ENDPOINTS = { login, refresh };

/** Asks the service for a token, once; `headers` go along. Throws `ApiFailure` when there is no answer. */
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
  return { kind: 'issued', issued: readJson(IssuedToken, answer) };
}
