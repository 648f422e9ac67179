import type { IncomingMessage } from 'node:http';
import type { AccessTokens, Identity } from '../access-tokens.ts';
import { ApiError } from '../api-error.ts';
import { headerValues } from './header-values.ts';

const BEARER_FORM = /^bearer +([\w.~+/-]+=*)$/i;

/** Who calls, by the bearer token. Every kind of wrong token is one and the same 401. */
export async function authenticate(message: IncomingMessage, tokens: AccessTokens): Promise<Identity> {
  const [authorization = '', ...further] = headerValues(message, 'authorization');
  const token = BEARER_FORM.exec(authorization)?.[1];
  const identity = token && further.length === 0 ? await tokens.resolve(token) : null;
  if (!identity) throw new ApiError('unauthorized', 'A valid bearer token is needed.');
  return identity;
}
