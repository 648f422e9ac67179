import type { BodyOf, Endpoint, HeadersOf, QueryOf, ResponseOf } from '../../../shared/contract/endpoint.ts';
import type { ErrorBody } from '../../../shared/contract/errors.ts';
import { parseRetryAfter } from '../../../shared/retry.ts';
import { createRefusal, getSessionHeaders, isOtherSession, runForOneUser } from './current-session.ts';
import { readCopyHeaders } from './query-cache.ts';
import { fetchHost, readHostAnswer, ShutOut } from './window-access.ts';

/** A failed call of the API or of the bridge. `status` is `null` if there was no answer. */
export class CallFailure extends Error {
  readonly status: number | null;
  readonly requestId: string | null;
  /** Seconds to wait before a retry; `null` unless the answer was 429 and named a time. */
  readonly retryAfterS: number | null;

  constructor(
    message: string,
    status: number | null,
    requestId: string | null,
    { cause, retryAfterS = null }: { readonly cause?: unknown; readonly retryAfterS?: number | null } = {},
  ) {
    super(message, { cause });
    this.status = status;
    this.requestId = requestId;
    this.retryAfterS = retryAfterS;
  }
}

/** A failed call of the API. */
export class ApiFailure extends CallFailure {
  override readonly name = 'ApiFailure';
}

type QueryInput<E extends Endpoint> = { readonly [K in keyof QueryOf<E>]?: QueryOf<E>[K] | undefined };

interface ReadOptions<E extends Endpoint> {
  readonly id?: number;
  readonly query?: QueryInput<E>;
  readonly signal?: AbortSignal;
}

/** The type of the endpoint decides which path parameters, body and headers are required. */
type CallOptions<E extends Endpoint> = {
  readonly query?: QueryInput<E>;
  readonly headers?: HeadersOf<E>;
  readonly signal?: AbortSignal;
} & (E['path'] extends `${string}{id}${string}` ? { readonly id: number } : unknown) &
  (E['path'] extends `${string}{delivery_id}${string}` ? { readonly deliveryId: number } : unknown) &
  (BodyOf<E> extends undefined ? unknown : { readonly body: BodyOf<E> });

/** Every option that a call can have. */
interface Call extends ReadOptions<Endpoint> {
  readonly deliveryId?: number;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
}

/**
 * Reads from the API on the window's own origin; the host adds the token. Leaves out parameters that are `undefined`,
 * empty or an empty list. Throws `ApiFailure` or `ShutOut`.
 */
export function readApi<E extends Endpoint>(endpoint: E, options: ReadOptions<E> = {}): Promise<ResponseOf<E>> {
  return runForOneUser(() => request(endpoint, options));
}

/** Calls an endpoint with any method, like `readApi`. Returns `null` for an answer without a body. */
export function callApi<E extends Endpoint>(endpoint: E, options: CallOptions<E>): Promise<ResponseOf<E>> {
  return runForOneUser(() => request(endpoint, options as Call));
}

async function request<E extends Endpoint>(endpoint: E, call: Call): Promise<ResponseOf<E>> {
  const response = await send(formatAddress(endpoint, call), createInit(endpoint, call));
  readHostAnswer(response);
  if (isOtherSession(response)) throw createRefusal();
  if (!response.ok) throw await readFailure(response);
  readCopyHeaders(response.headers, call.signal);
  return (response.status === 204 ? null : await readBody(response, call.signal)) as ResponseOf<E>;
}

function formatAddress({ path }: Endpoint, { id, deliveryId, query = {} }: Call): string {
  const filled = path.replace('{id}', String(id)).replace('{delivery_id}', String(deliveryId));
  const search = new URLSearchParams(formatQuery(query)).toString();
  return search ? `${filled}?${search}` : filled;
}

function createInit({ method }: Endpoint, { headers = {}, body, signal }: Call): RequestInit {
  const sent = new Headers({ Accept: 'application/json', ...getSessionHeaders() });
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) sent.set(name, value);
  }
  if (body === undefined) return { method, headers: sent, signal: signal ?? null };
  sent.set('Content-Type', 'application/json');
  return { method, headers: sent, signal: signal ?? null, body: JSON.stringify(body) };
}

/** Formats parameters for the API: lists are separated by commas, flags are `true` or `false`. */
export function formatQuery(query: Readonly<Record<string, unknown>>): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) {
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '');
    if (text !== '') parameters[name] = text;
  }
  return parameters;
}

async function send(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetchHost(address, init);
  } catch (cause) {
    if (init.signal?.aborted || cause instanceof ShutOut) throw cause;
    throw new ApiFailure('no answer', null, null, { cause });
  }
}

async function readBody(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    if (signal?.aborted || cause instanceof SyntaxError) throw cause;
    // The host stopped in the middle of its answer.
    throw new ApiFailure('no answer', null, null, { cause });
  }
}

async function readFailure(response: Response): Promise<ApiFailure> {
  const { status, headers } = response;
  const requestId = headers.get('x-request-id');
  const waitMs = status === 429 ? (parseRetryAfter(headers.get('retry-after')) ?? 0) : 0;
  const retryAfterS = waitMs === 0 ? null : waitMs / 1_000;
  try {
    const body = (await response.json()) as ErrorBody;
    return new ApiFailure(body.message, status, body.request_id ?? requestId, { retryAfterS });
  } catch (cause) {
    return new ApiFailure(response.statusText, status, requestId, { cause, retryAfterS });
  }
}
