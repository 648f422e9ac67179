import type { Clock } from '../base/clock.ts';
import { ApiFailure } from './api-failure.ts';
import { createLoopbackTransport } from './loopback-transport.ts';

/** How a request reaches the service. Must reject when the request's signal aborts. */
export type Transport = (request: Request) => Promise<Response>;

export interface ApiRequest {
  readonly method: string;
  /** Begins with `/`; a query may follow. Always resolved below the base address. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Kept whole, so that a call can be repeated. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** Time for the whole answer; 30 s when absent. */
  readonly deadlineMs?: number;
  /** Aborting it cancels the call. */
  readonly signal?: AbortSignal;
}

export interface ApiAnswer {
  readonly status: number;
  /** Without the headers that describe the transfer: `body` is decoded and whole. */
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Sends calls to one service. Any answer with a status is an answer; without one `ApiFailure` is thrown. */
export interface ApiClient {
  send(request: ApiRequest): Promise<ApiAnswer>;
}

const DEFAULT_DEADLINE_MS = 30_000;
const TRANSFER_HEADERS = [
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'transfer-encoding',
];

/** `baseAddress` has no slash at its end, such as `http://127.0.0.1:4870`. */
export function createApiClient(deps: {
  readonly baseAddress: string;
  readonly clock: Clock;
  /** Absent: over the network of this computer. */
  readonly transport?: Transport;
}): ApiClient {
  const transport = deps.transport ?? createLoopbackTransport();

  async function send(request: ApiRequest): Promise<ApiAnswer> {
    const deadline = new AbortController();
    const cancelDeadline = deps.clock.after(request.deadlineMs ?? DEFAULT_DEADLINE_MS, () =>
      deadline.abort(),
    );
    try {
      const response = await transport(toFetchRequest(deps.baseAddress, request, deadline.signal));
      return { status: response.status, headers: answerHeaders(response), body: await bytesOf(response) };
    } catch (cause) {
      if (deadline.signal.aborted) throw new ApiFailure('timeout', { cause });
      throw new ApiFailure(request.signal?.aborted ? 'cancelled' : 'unreachable', { cause });
    } finally {
      cancelDeadline();
    }
  }

  return { send };
}

function toFetchRequest(baseAddress: string, request: ApiRequest, deadline: AbortSignal): Request {
  if (!request.path.startsWith('/')) throw new TypeError('the path of a call begins with a slash');
  return new Request(baseAddress + request.path, {
    method: request.method,
    headers: { ...request.headers },
    body: request.body ?? null,
    signal: request.signal ? AbortSignal.any([deadline, request.signal]) : deadline,
    // A redirect could carry the token to another address.
    redirect: 'manual',
  });
}

function answerHeaders(response: Response): Headers {
  const headers = new Headers(response.headers);
  for (const name of TRANSFER_HEADERS) headers.delete(name);
  return headers;
}

async function bytesOf(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await response.arrayBuffer());
}
