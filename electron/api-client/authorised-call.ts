import type { ApiAnswer, ApiClient, ApiRequest } from './api-client.ts';
import type { TokenLifecycle } from './token-lifecycle.ts';

/**
 * Sends a call with the session's token. On a 401, or when the token has expired by the clock, one newer token
 * is asked for and the call sent once with it. `onRefused` runs when the credentials no longer work; the call
 * then ends in its 401.
 */
export async function sendAuthorised(
  client: ApiClient,
  tokens: TokenLifecycle,
  call: ApiRequest,
  onRefused: () => Promise<void>,
): Promise<ApiAnswer> {
  const token = tokens.token();
  const first = tokens.isExpired() ? null : await client.send(withToken(call, token));
  if (first && first.status !== 401) return first;
  const renewal = await tokens.renew(token);
  switch (renewal.kind) {
    case 'renewed':
      return client.send(withToken(call, renewal.token));
    case 'failed':
      return renewal.answer;
    case 'refused':
      await onRefused();
      return first ?? renewal.answer ?? client.send(withToken(call, token));
  }
}

function withToken(call: ApiRequest, token: string): ApiRequest {
  // Through Headers, so that an Authorization in any case that the caller gave is replaced.
  const headers = new Headers(call.headers);
  headers.set('authorization', `Bearer ${token}`);
  return { ...call, headers: Object.fromEntries(headers) };
}
