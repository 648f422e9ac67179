import { OTHER_SESSION, SESSION_ID_HEADER } from '../../shared/contract/session-id.ts';
import type { ApiRequest } from '../api-client/api-client.ts';
import { ApiFailure } from '../api-client/api-failure.ts';
import { BridgeError } from '../bridge/bridge-error.ts';
import type { UiCore } from '../bridge/ui-host.ts';
import { isRead, type PageRequest } from './page-request.ts';
import { refusePageRequest } from './refuse-page-request.ts';
import { type RelayedAnswer, relayedError } from './relayed-answer.ts';

/** All that the page gets to see of the headers of the API. */
const ANSWERED_HEADERS = ['content-type', 'x-request-id', 'retry-after', 'age', 'cache-status'];

/**
 * Asks the API for the page: reads wherever it leads, writes anywhere but at sign-in. Of the headers of the page only
 * `Idempotency-Key` goes along, and no cookie comes back. Whether a host may listen to a request at all, by its
 * origin, it has to ask before.
 */
export async function relayApiCall(core: UiCore, request: PageRequest): Promise<RelayedAnswer> {
  const refusal = refusePageRequest(request);
  if (refusal) return refusal;
  try {
    const call = isRead(request) ? readOf(request) : writeOf(request);
    const { status, headers, body } = await core.send(call, request.header(SESSION_ID_HEADER));
    return { status, headers: listed(ANSWERED_HEADERS, (name) => headers.get(name)), body };
  } catch (error) {
    if (error instanceof ApiFailure) return relayedError(503, 'Service Unavailable', error.message);
    if (error instanceof BridgeError && error.failure.code === 'other-session') {
      return relayedError(409, 'Conflict', error.message, { [SESSION_ID_HEADER]: OTHER_SESSION });
    }
    throw error;
  }
}

function readOf({ target }: PageRequest): ApiRequest {
  return { method: 'GET', path: target };
}

function writeOf({ method, target, header, body }: PageRequest): ApiRequest {
  const headers = listed(['idempotency-key'], header);
  if (body.length === 0) return { method, path: target, headers };
  const typed = { ...headers, 'content-type': 'application/json' };
  return { method, path: target, headers: typed, body: new Uint8Array(body) };
}

function listed(names: readonly string[], read: (name: string) => string | null): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = read(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
