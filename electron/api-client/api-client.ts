import { Agent, type ClientRequest, type IncomingMessage, request as open } from 'node:http';
import { Readable } from 'node:stream';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { ErrorBody } from '../../shared/contract/errors.ts';
import { type Clock, untilAborted } from '../base/clock.ts';
import { type Log, MOST_LOGGED_CHARACTERS, redact, redactText } from '../base/log.ts';

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

const TRANSFER_HEADERS = ['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding'];

/** `baseAddress` has no slash at its end, such as `http://127.0.0.1:4870`. */
export function createApiClient(deps: {
  readonly baseAddress: string;
  readonly clock: Clock;
  /** Of every call; those of the call itself win. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Absent: over the network of this computer. */
  readonly transport?: Transport;
}): ApiClient {
  const transport = deps.transport ?? createLoopbackTransport();

  async function send(request: ApiRequest): Promise<ApiAnswer> {
    const deadline = new AbortController();
    const cancelDeadline = deps.clock.after(request.deadlineMs ?? DEFAULT_DEADLINE_MS, () => deadline.abort());
    try {
      const response = await transport(toFetchRequest(deps, request, deadline.signal));
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

interface CallTarget {
  readonly baseAddress: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function toFetchRequest({ baseAddress, headers }: CallTarget, request: ApiRequest, deadline: AbortSignal): Request {
  if (!request.path.startsWith('/')) throw new TypeError('the path of a call begins with a slash');
  return new Request(baseAddress + request.path, {
    method: request.method,
    headers: { ...headers, ...request.headers },
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

/**
 * A call that got no usable answer, so it may or may not have been processed. A read is safe to repeat.
 *
 * - `unreachable`: no connection, or it broke
 * - `timeout`: no whole answer before the deadline
 * - `cancelled`: the caller gave up
 * - `invalid_answer`: the answer is not of the agreed form
 */
export type ApiFailureCode = 'unreachable' | 'timeout' | 'cancelled' | 'invalid_answer';

const MESSAGES: Record<ApiFailureCode, string> = {
  unreachable: 'The service could not be reached.',
  timeout: 'The service did not answer in time.',
  cancelled: 'The call was cancelled.',
  invalid_answer: 'The service answered something unexpected.',
};

/** `message` is safe to show; the cause is for the log. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly code: ApiFailureCode;

  constructor(code: ApiFailureCode, options?: { cause?: unknown }) {
    super(MESSAGES[code], options);
    this.code = code;
  }
}

/** These have no body, and `Response` takes none for them. */
const WITHOUT_BODY = [204, 205, 304];

/** Uses its own agent: a proxy that the environment names (`NODE_USE_ENV_PROXY`) would read password and token. */
export function createLoopbackTransport(): Transport {
  const agent = new Agent({ keepAlive: true });
  return async (request) => {
    const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
    const { method, headers, signal } = request;
    const options = { method, headers: Object.fromEntries(headers), signal };
    const ask = (sent: ClientRequest) => {
      const answering = answerTo(sent);
      sent.end(body);
      return untilAborted(signal, answering);
    };
    const sent = open(request.url, { ...options, agent });
    try {
      return toResponse(await ask(sent));
    } catch (error) {
      if (!wasClosedWhileIdle(sent, error)) throw error;
      return toResponse(await ask(open(request.url, { ...options, agent: false })));
    }
  };
}

/** The server closed the idle connection. Only a read is repeated: any other call may have been carried out. */
function wasClosedWhileIdle({ method, reusedSocket }: ClientRequest, error: unknown): boolean {
  const isClosed = error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
  return isClosed && reusedSocket && (method === 'GET' || method === 'HEAD');
}

/**
 * The answer to a request, whatever its status. Rejects where the connection ends without one. A switch of protocol
 * (101) is an answer too: without a listener for it Node closes the connection and emits neither answer nor error.
 */
export function answerTo(sent: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve);
    sent.once('upgrade', (answer, socket) => {
      socket.destroy();
      resolve(answer);
    });
    sent.once('close', () => reject(new Error('the connection ended without an answer')));
    // It stays: a late failure without a listener would end the process.
    sent.on('error', reject);
  });
}

function toResponse(answer: IncomingMessage): Response {
  const { statusCode = 0, headersDistinct } = answer;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  const isEmpty = WITHOUT_BODY.includes(statusCode);
  if (isEmpty) answer.resume();
  // The DOM's and Node's own types of the same stream do not know each other.
  const body = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>);
  return new Response(body, { status: statusCode, headers });
}

/** The answer's body as its schema says. Throws `ApiFailure` `invalid_answer` when it is something else. */
export function readJson<T extends TSchema>(schema: T, answer: ApiAnswer): Static<T> {
  const body = parseBody(answer);
  if (!Value.Check(schema, body)) throw new ApiFailure('invalid_answer');
  return body;
}

/** The body of an error answer; null when the service did not send one of the agreed form. */
export function readErrorBody(answer: ApiAnswer): ErrorBody | null {
  try {
    return readJson(ErrorBody, answer);
  } catch (error) {
    if (error instanceof ApiFailure) return null;
    throw error;
  }
}

function parseBody(answer: ApiAnswer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(answer.body));
  } catch (cause) {
    throw new ApiFailure('invalid_answer', { cause });
  }
}

/** Logs every call without an answer, and the beginning of every error answer. */
export function createLoggedClient(client: ApiClient, log: Log): ApiClient {
  return {
    async send(request) {
      try {
        const answer = await client.send(request);
        if (answer.status >= 400) logErrorAnswer(log, request, answer);
        return answer;
      } catch (error) {
        logNoAnswer(log, request, error);
        throw error;
      }
    },
  };
}

function logErrorAnswer(log: Log, request: ApiRequest, answer: ApiAnswer): void {
  const secrets = secretsOf(request);
  const body = redact(readBody(answer), secrets);
  log.warn({ ...callFields(request, secrets), status: answer.status, body }, 'a call was answered with an error');
}

function logNoAnswer(log: Log, request: ApiRequest, error: unknown): void {
  const secrets = secretsOf(request);
  const code = error instanceof ApiFailure ? error.code : 'failed';
  const cause = redactText(rootMessage(error), secrets);
  log.warn({ ...callFields(request, secrets), code, cause }, 'a call got no answer');
}

/** Without the query, which may hold the name of a customer. */
function callFields(request: ApiRequest, secrets: readonly string[]) {
  const [path = ''] = request.path.split('?', 1);
  return { method: request.method, path: redactText(path, secrets) };
}

/** Secrets of the request, which the answer may repeat. */
function secretsOf(request: ApiRequest): string[] {
  const bearer = request.headers?.authorization?.replace(/^bearer\s+/i, '');
  const sent = typeof request.body === 'string' ? jsonOrText(request.body) : null;
  const password = typeof sent === 'object' && sent && 'password' in sent ? sent.password : null;
  return [bearer, password].filter((secret) => typeof secret === 'string');
}

/** A long body as text: only its beginning is logged. */
function readBody(answer: ApiAnswer): unknown {
  const text = new TextDecoder().decode(answer.body);
  return text.length > MOST_LOGGED_CHARACTERS ? text : jsonOrText(text);
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function rootMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : rootMessage(error.cause);
}
