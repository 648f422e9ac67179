import type { Endpoint, QueryOf, ResponseOf } from '../../shared/contract/endpoint.ts';
import type { ErrorBody } from '../../shared/contract/errors.ts';
import { isShutOut, ShutOut } from './shut-out.ts';

/** A call that did not give what was asked for. `status` is null when no answer came at all. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly status: number | null;
  readonly requestId: string | null;

  constructor(message: string, status: number | null, requestId: string | null, cause?: unknown) {
    super(message, { cause });
    this.status = status;
    this.requestId = requestId;
  }
}

type QueryInput<E extends Endpoint> = { readonly [K in keyof QueryOf<E>]?: QueryValue<QueryOf<E>[K]> };
type QueryValue<T> = T | undefined;

interface CallOptions<E extends Endpoint> {
  readonly id?: number;
  readonly query?: QueryInput<E>;
  readonly signal?: AbortSignal;
}

/**
 * Reads from the API on the own origin; the host adds the token. Parameters that are undefined, false, empty
 * or an empty list are left out. Throws `ApiFailure` or `ShutOut`.
 */
export async function readApi<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<ResponseOf<E>> {
  const path = options.id === undefined ? endpoint.path : endpoint.path.replace('{id}', String(options.id));
  const search = queryText(options.query ?? {});
  const response = await send(search ? `${path}?${search}` : path, options.signal);
  if (isShutOut(response)) throw new ShutOut();
  if (!response.ok) throw await failureOf(response);
  return (await response.json()) as ResponseOf<E>;
}

/** The parameters of a query as the API takes them: lists with commas, flags as `true`. */
function queryText(query: Readonly<Record<string, unknown>>): string {
  return new URLSearchParams(queryParameters(query)).toString();
}

export function queryParameters(query: Readonly<Record<string, unknown>>): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) {
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '');
    if (text !== '' && value !== false) parameters[name] = text;
  }
  return parameters;
}

async function send(address: string, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await fetch(address, { headers: { Accept: 'application/json' }, signal: signal ?? null });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiFailure('no answer', null, null, cause);
  }
}

async function failureOf(response: Response): Promise<ApiFailure> {
  const requestId = response.headers.get('x-request-id');
  try {
    const body = (await response.json()) as ErrorBody;
    return new ApiFailure(body.message, response.status, body.request_id ?? requestId);
  } catch (cause) {
    return new ApiFailure(response.statusText, response.status, requestId, cause);
  }
}
