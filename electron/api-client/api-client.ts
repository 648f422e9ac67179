import type { OutgoingHttpHeaders } from 'node:http';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { ErrorBody } from '../../shared/contract/errors.ts';
import type { Clock } from '../base/clock.ts';
import { type Log, MOST_LOGGED_CHARACTERS, redact, redactText } from '../base/log.ts';

/** How a call reaches the service. Must reject when its signal aborts, and follow no redirect, which could carry the token on. */
export type Transport = (call: OutgoingCall) => Promise<ApiAnswer>;

export interface OutgoingCall extends Pick<ApiRequest, 'method' | 'body'> {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export interface ApiRequest {
  readonly method: string;
  /** Begins with `/`; a query may follow. Always resolved below the base address. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Kept whole, so that a call can be repeated. */
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  /** Time for the whole answer; 30 s when absent. */
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: Uint8Array<ArrayBuffer>;
}

export interface AnswerHeaders {
  /** By the name in lower case; several values are joined. */
  get(name: string): string | null;
}

/** Sends calls to one service. Any answer with a status is an answer; without one `ApiFailure` is thrown. */
export interface ApiClient {
  send(request: ApiRequest): Promise<ApiAnswer>;
}

const DEFAULT_DEADLINE_MS = 30_000;

/** `baseAddress` has no slash at its end, such as `http://127.0.0.1:4870`. */
export function createApiClient(deps: {
  readonly baseAddress: string;
  readonly clock: Clock;
  readonly transport: Transport;
  /** Once it aborts, every call fails. */
  readonly closed?: AbortSignal;
}): ApiClient {
  async function send(request: ApiRequest): Promise<ApiAnswer> {
    if (deps.closed?.aborted) throw new ApiFailure('unreachable');
    const deadline = new AbortController();
    const cancelDeadline = deps.clock.after(request.deadlineMs ?? DEFAULT_DEADLINE_MS, () => deadline.abort());
    try {
      return await deps.transport(toOutgoing(deps, request, deadline.signal));
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

function toOutgoing({ baseAddress, closed }: CallTarget, call: ApiRequest, deadline: AbortSignal): OutgoingCall {
  if (!call.path.startsWith('/')) throw new TypeError('the path of a call begins with a slash');
  return {
    url: baseAddress + call.path,
    method: call.method,
    headers: { ...call.headers },
    body: call.body,
    signal: AbortSignal.any([deadline, call.signal, closed].filter((signal) => signal !== undefined)),
  };
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

export function answerHeaders(headers: OutgoingHttpHeaders): AnswerHeaders {
  return { get: (name) => headers[name]?.toString() ?? null };
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

/** Logs every call without an answer, unless its caller gave it up, and the beginning of every error answer. */
export function createLoggedClient(client: ApiClient, log: Log): ApiClient {
  return {
    async send(request) {
      try {
        const answer = await client.send(request);
        if (answer.status >= 400) logErrorAnswer(log, request, answer);
        return answer;
      } catch (error) {
        const isGivenUp = error instanceof ApiFailure && error.code === 'cancelled';
        if (!isGivenUp) logNoAnswer(log, request, error);
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
