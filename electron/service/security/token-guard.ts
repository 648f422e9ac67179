import type { IncomingMessage } from 'node:http';
import { secretHash } from '../../base/secret-hash.ts';
import { ApiError } from '../server/api-error.ts';
import { headerValues } from '../server/header-values.ts';
import type { AccessTokens } from './access-tokens.ts';
import { API_KEY_PREFIX } from './api-key-format.ts';
import type { ApiKeys } from './api-keys.ts';
import type { Identity, ShownIdentity } from './identity.ts';

const BEARER_FORM = /^bearer +([\w.~+/-]+=*)$/i;

/** What can be shown as a bearer token. */
export interface Bearers {
  readonly accessTokens: Pick<AccessTokens, 'resolve'>;
  readonly apiKeys: Pick<ApiKeys, 'resolve'>;
}

/** Who calls, by the bearer token. Every kind of wrong token or key is one and the same 401. */
export async function authenticate(message: IncomingMessage, bearers: Bearers): Promise<ShownIdentity> {
  const bearer = bearerIn(headerValues(message, 'authorization'));
  const identity = bearer === null ? null : await resolve(bearer, bearers);
  if (bearer === null || !identity) throw new ApiError('unauthorized', 'A valid bearer token is needed.');
  return { ...identity, secretHash: secretHash(bearer) };
}

/** What the values of `Authorization` show as a bearer token, whether it is one or not; null for nothing of its form. */
export function bearerIn([authorization = '', ...further]: readonly string[]): string | null {
  return (further.length === 0 && BEARER_FORM.exec(authorization)?.[1]) || null;
}

function resolve(bearer: string, { accessTokens, apiKeys }: Bearers): Promise<Identity | null> {
  return (bearer.startsWith(API_KEY_PREFIX) ? apiKeys : accessTokens).resolve(bearer);
}
