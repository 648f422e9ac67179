import type { OutgoingHttpHeaders } from 'node:http';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { ErrorBody } from '../../shared/contract/errors.ts';
import type { Clock } from '../base/clock.ts';
import { type Log, MAX_LOGGED_CHARACTERS, redact, redactText } from '../base/log.ts';

/**
 * Sends a call to the service. Must reject when the signal aborts, and must not follow redirects, which could leak the
 * token.
 */
export type Transport = (call: OutgoingCall) => Promise<ApiAnswer>;

export interface OutgoingCall extends Pick<ApiRequest, 'method' | 'body'> {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export interface ApiRequest {
  readonly method: string;
  /** Starts with `/` and may have a query. Appended to the base address. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Not a stream, so that a call can be repeated. */
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  /** Deadline for the whole answer. Default 30 s. */
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: Uint8Array<ArrayBuffer>;
}

export interface AnswerHeaders {
  /** `name` is in lower case. Several values are joined. */
  get(name: string): string | null;
}

/** Sends calls to one service. Returns answers of any status; throws `ApiFailure` if there is no answer. */
export interface ApiClient {
  send(request: ApiRequest): Promise<ApiAnswer>;
}

const DEFAULT_DEADLINE_MS = 30_000;

/** `baseAddress` has no slash at its end, such as `http://127.0.0.1:4870`. */
export function createApiClient(deps: {
  readonly baseAddress: string;
  readonly clock: Clock;
  readonly transport: Transport;
  /** Every call fails after this aborts. */
  readonly closed?: AbortSignal;
}): ApiClient {
  async function send(request: ApiRequest): Promise<ApiAnswer> {
    if (deps.closed?.aborted) throw new ApiFailure('unreachable');
    const deadline = new AbortController();
    const cancelDeadline = deps.clock.after(request.deadlineMs ?? DEFAULT_DEADLINE_MS, () => deadline.abort());
    try {
      return await deps.transport(createOutgoingCall(deps, request, deadline.signal));
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
  readonly closed?: AbortSignal;
}

function createOutgoingCall(
  { baseAddress, closed }: CallTarget,
  call: ApiRequest,
  deadline: AbortSignal,
): OutgoingCall {
  if (!call.path.startsWith('/')) throw new TypeError('the path of a call must start with a slash');
  return {
    url: baseAddress + call.path,
    method: call.method,
    headers: { ...call.headers },
    body: call.body,
    signal: AbortSignal.any([deadline, call.signal, closed].filter((signal) => signal !== undefined)),
  };
}

/**
 * A call without a usable answer. It may have been processed, so only reads are safe to repeat.
 * - `unreachable`: no connection, or it broke
 * - `timeout`: no complete answer before the deadline
 * - `cancelled`: the caller cancelled it
 * - `invalid_answer`: the answer does not have the agreed form
 */
export type ApiFailureCode = 'unreachable' | 'timeout' | 'cancelled' | 'invalid_answer';

const MESSAGES: Record<ApiFailureCode, string> = {
  unreachable: 'The service could not be reached.',
  timeout: 'The service did not answer in time.',
  cancelled: 'The call was cancelled.',
  invalid_answer: 'The service sent an unexpected answer.',
};

/** `message` is safe to show. The cause is for the log. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly code: ApiFailureCode;

  constructor(code: ApiFailureCode, options?: { cause?: unknown }) {
    super(MESSAGES[code], options);
    this.code = code;
  }
}

export function createAnswerHeaders(headers: OutgoingHttpHeaders): AnswerHeaders {
  return { get: (name) => headers[name]?.toString() ?? null };
}

/** Parses the body of an answer. Throws `ApiFailure` `invalid_answer` if it does not match the schema. */
export function readJson<T extends TSchema>(schema: T, answer: ApiAnswer): Static<T> {
  const body = parseBody(answer);
  if (!Value.Check(schema, body)) throw new ApiFailure('invalid_answer');
  return body;
}

/** Reads the body of an error answer; `null` if it does not have the agreed form. */
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

/** Logs calls without an answer unless they were cancelled, and the beginning of error answers. */
export function createLoggedClient(client: ApiClient, log: Log): ApiClient {
  return {
    async send(request) {
      try {
        const answer = await client.send(request);
        if (answer.status >= 400) logErrorResponse(log, request, answer);
        return answer;
      } catch (error) {
        const isCancelled = error instanceof ApiFailure && error.code === 'cancelled';
        if (!isCancelled) logNoAnswer(log, request, error);
        throw error;
      }
    },
  };
}

function logErrorResponse(log: Log, request: ApiRequest, answer: ApiAnswer): void {
  const secrets = listSecrets(request);
  const body = redact(readBody(answer), secrets);
  log.warn({ ...toLogFields(request, secrets), status: answer.status, body }, 'a call failed with an error answer');
}

function logNoAnswer(log: Log, request: ApiRequest, error: unknown): void {
  const secrets = listSecrets(request);
  const code = error instanceof ApiFailure ? error.code : 'failed';
  const cause = redactText(getRootMessage(error), secrets);
  log.warn({ ...toLogFields(request, secrets), code, cause }, 'a call got no answer');
}

/** Without the query, which may contain a customer's name. */
function toLogFields(request: ApiRequest, secrets: readonly string[]) {
  const [path = ''] = request.path.split('?', 1);
  return { method: request.method, path: redactText(path, secrets) };
}

/** Lists the secrets of the request, which the answer could repeat. */
function listSecrets(request: ApiRequest): string[] {
  const bearer = request.headers?.authorization?.replace(/^bearer\s+/i, '');
  const sent = typeof request.body === 'string' ? parseJsonOrText(request.body) : null;
  const password = typeof sent === 'object' && sent && 'password' in sent ? sent.password : null;
  return [bearer, password].filter((secret) => typeof secret === 'string');
}

/** A long body stays text, because only its beginning is logged. */
function readBody(answer: ApiAnswer): unknown {
  const text = new TextDecoder().decode(answer.body);
  return text.length > MAX_LOGGED_CHARACTERS ? text : parseJsonOrText(text);
}

function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function getRootMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : getRootMessage(error.cause);
}
