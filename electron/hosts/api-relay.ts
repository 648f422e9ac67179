import { randomUUID } from 'node:crypto';
import { MAX_WINDOW_BODY_BYTES } from '../../shared/contract/endpoint.ts';
import type { ErrorBody } from '../../shared/contract/errors.ts';
import { OTHER_SESSION, SESSION_ID_HEADER } from '../../shared/contract/window-headers.ts';
import { ApiFailure, type ApiRequest } from '../api-client/api-client.ts';
import { BridgeError } from '../bridge/bridge-errors.ts';
import type { UiCore } from '../bridge/host.ts';

/** The headers of the API that the page gets. */
const RELAYED_HEADERS = ['content-type', 'x-request-id', 'retry-after', 'age', 'cache-status'];

/**
 * Sends a request of the page to the API: any read, and any write except a sign-in. Of the page's headers only
 * `Idempotency-Key` is passed on, and no cookie is returned. The host must check the origin of the request first.
 */
export async function relayApiCall(core: UiCore, request: PageRequest): Promise<RelayedAnswer> {
  const refusal = refusePageRequest(request);
  if (refusal) return refusal;
  try {
    const call = isRead(request) ? toRead(request) : toWrite(request);
    const { status, headers, body } = await core.send(call, request.header(SESSION_ID_HEADER));
    return { status, headers: pickHeaders(RELAYED_HEADERS, (name) => headers.get(name)), body };
  } catch (error) {
    if (error instanceof ApiFailure) return createRelayedError(503, 'Service Unavailable', error.message);
    if (error instanceof BridgeError && error.failure.code === 'other-session') {
      return createRelayedError(409, 'Conflict', error.message, { [SESSION_ID_HEADER]: OTHER_SESSION });
    }
    throw error;
  }
}

/** In the browser host a read ends when the page gives it up. A write does not: what a page sends before it closes is still saved. */
function toRead({ target, signal }: PageRequest): ApiRequest {
  return { method: 'GET', path: target, ...(signal && { signal }) };
}

function toWrite({ method, target, header, body }: PageRequest): ApiRequest {
  const headers = pickHeaders(['idempotency-key'], header);
  if (body.length === 0) return { method, path: target, headers };
  const typed = { ...headers, 'content-type': 'application/json' };
  return { method, path: target, headers: typed, body: new Uint8Array(body) };
}

function pickHeaders(names: readonly string[], read: (name: string) => string | null): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = read(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

const METHODS = ['GET', 'HEAD', 'POST', 'DELETE'];

const JSON_TYPE = /^application\/json([ \t]*;[ \t]*charset="?utf-8"?)?[ \t]*$/i;

/** No escapes and no query, so that every reader reads the same. */
const PLAIN_PATH = /^\/api(\/[\w-]+)+$/;

const SIGN_IN_PATHS = '/api/auth/';

/** The refusal of a request that the page may not make; `null` for one that it may. */
function refusePageRequest(request: PageRequest): RelayedAnswer | null {
  const { target, method, body } = request;
  if (!staysInApi(target)) return createNoSuchPathError();
  if (!METHODS.includes(method)) {
    const allow = METHODS.join(', ');
    return createRelayedError(405, 'Method Not Allowed', `The page may send ${allow} only.`, { allow });
  }
  if (isRead(request)) return null;
  // Only the bridge signs in: the answer is a token, which the page must not get.
  if (!PLAIN_PATH.test(target) || target.startsWith(SIGN_IN_PATHS)) return createNoSuchPathError();
  if (body.length > MAX_WINDOW_BODY_BYTES) return refuseLongBody();
  if (body.length > 0 && !JSON_TYPE.test(request.header('content-type') ?? '')) {
    return createRelayedError(415, 'Unsupported Media Type', 'The body must be application/json in UTF-8.');
  }
  return null;
}

/** Also for a host that stops reading a body longer than `MAX_WINDOW_BODY_BYTES`. */
export function refuseLongBody(): RelayedAnswer {
  return createRelayedError(413, 'Payload Too Large', 'The body is larger than 256 KiB.');
}

function createNoSuchPathError(): RelayedAnswer {
  return createRelayedError(404, 'Not Found', 'There is no such path in the API.');
}

/** A request of the page to the API, as its host got it. */
export interface PageRequest {
  readonly method: string;
  /** Path and query, untouched. */
  readonly target: string;
  /** The value of a header, by its name in lower case; `null` if it was not sent. */
  readonly header: (name: string) => string | null;
  /** Empty if there is none. */
  readonly body: Uint8Array;
  /** Aborts when the page no longer waits for the answer. Missing in Electron, which does not tell its programs. */
  readonly signal?: AbortSignal;
}

export function isRead({ method }: Pick<PageRequest, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD';
}

interface RelayedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | string;
}

/** An error in the form of the API, if the API was not called or did not answer. */
function createRelayedError(
  status: number,
  error: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): RelayedAnswer {
  const body: ErrorBody = { error, message, status, request_id: randomUUID() };
  const own = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': body.request_id };
  return { status, headers: { ...headers, ...own }, body: JSON.stringify(body) };
}

const API_PREFIX = '/api/';

/**
 * Whether a target, path and query, is still below `/api/` when it is resolved. `.`, `..` and backslashes are always
 * refused, in encoded form too: parsers disagree on their meaning.
 */
function staysInApi(target: string): boolean {
  const [path = ''] = target.split(/[?#]/, 1);
  const decoded = path.replace(/%2e/gi, '.').replace(/%2f/gi, '/').replace(/%5c/gi, '\\');
  const isPlain = !decoded.includes('\\') && !decoded.split('/').some((part) => part === '.' || part === '..');
  const resolved = URL.parse(`http://127.0.0.1${target}`)?.pathname ?? '';
  return isPlain && path.startsWith(API_PREFIX) && resolved.startsWith(API_PREFIX);
}
