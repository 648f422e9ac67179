import { parseRetryAfter } from '../../../shared/retry.ts';
import { type ApiAnswer, ApiFailure } from '../../api-client/api-client.ts';
import { createHttpsTransport } from '../../api-client/https-transport.ts';
import { parseJson, sanitizeLine, sanitizeMessage } from '../../api-client/upstream-answer.ts';
import { UpstreamFailure } from '../../api-client/upstream-failure.ts';
import { UPSTREAM_LIMITS, type UpstreamLimits } from '../../api-client/upstream-limits.ts';
import type { Clock } from '../../base/clock.ts';
import { type Log, redactText } from '../../base/log.ts';
import { PlatformError, type PlatformErrorCode } from '../platform-error.ts';
import {
  type AnswerOf,
  type ArgumentsOf,
  type AuthObject,
  getFunction,
  type StoreKeeperFunction,
} from './functions.ts';
import { readMembers } from './records.ts';

export interface StoreKeeperClient {
  /** Makes one call without retry. Throws `PlatformError`, or `StoreKeeperRefusal` if StoreKeeper refused it. */
  call<F extends StoreKeeperFunction>(
    name: F,
    args: ArgumentsOf<F>,
    auth: AuthObject,
    signal?: AbortSignal,
  ): Promise<AnswerOf<F>>;
  close(): void;
}

export interface StoreKeeperClientDeps {
  /** From `readStoreKeeperAddress`. */
  readonly origin: string;
  /** CA certificates (PEM) that may vouch for StoreKeeper. */
  readonly authorities: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
  readonly limits?: Partial<UpstreamLimits>;
}

/** StoreKeeper needs long for a page of products or an order. Its errors can include a stack trace. */
const LIMITS: UpstreamLimits = {
  ...UPSTREAM_LIMITS,
  maxHeadersMs: 30_000,
  maxTotalMs: 60_000,
  maxErrorBytes: 1024 * 1024,
  maxConnections: 2,
};

const CLIENT_NAME = 'Tilldesk';

const MAX_RETRY_AFTER_MS = 60 * 60 * 1_000;

/** Creates the auth object of an anonymous user, which can start a session. */
export function createAnonymousAuth(account: string): AuthObject {
  return { account, user: 'anonymous', rights: 'anonymous', mode: 'none' };
}

/** Throws `PlatformError` `rejected` if the address is not allowed. */
export function createStoreKeeperClient({ origin, limits, log, ...deps }: StoreKeeperClientDeps): StoreKeeperClient {
  const transport = openTransport(() =>
    // The content type of StoreKeeper's answers is not documented. Their bodies are JSON.
    createHttpsTransport({ ...deps, baseAddress: origin, limits: { ...LIMITS, ...limits }, isTypeChecked: false }),
  );

  async function exchange(call: CallNames, body: string, signal: AbortSignal | undefined): Promise<ApiAnswer> {
    try {
      return await transport.send({
        method: 'POST',
        path: `/?action=request&api=fulljson&module=${call.module}&function=${call.function}`,
        headers: { 'content-type': 'application/json', 'user-agent': CLIENT_NAME },
        body,
        ...(signal && { signal }),
      });
    } catch (cause) {
      throw toPlatformError(cause, call, log);
    }
  }

  return {
    async call(name, args, auth, signal) {
      const { module, toParams, parseAnswer } = getFunction(name);
      const call = { module, function: name };
      const body = JSON.stringify({ auth: { ...auth, client_name: CLIENT_NAME }, params: trimParams(toParams(args)) });
      const answer = await exchange(call, body, signal);
      const response = readResponse(answer, call, { clock: deps.clock, log, secrets: listSecrets(auth, args) });
      const checked = parseAnswer(response);
      if (checked !== undefined) return checked;
      log.warn({ ...call, status: answer.status }, 'StoreKeeper answered in an unexpected form');
      throw new PlatformError('invalid_answer', `StoreKeeper answered ${name} in an unexpected form.`, {
        isReported: true,
      });
    },
    close: transport.close,
  };
}

function openTransport<T>(open: () => T): T {
  try {
    return open();
  } catch (cause) {
    if (cause instanceof UpstreamFailure) throw new PlatformError('rejected', cause.message, { cause });
    throw cause;
  }
}

interface CallNames {
  readonly module: string;
  readonly function: string;
}

/** Removes optional parameters at the end. */
function trimParams(params: readonly unknown[]): readonly unknown[] {
  const last = params.findLastIndex((param) => !(param === null || (Array.isArray(param) && param.length === 0)));
  return params.slice(0, last + 1);
}

/**
 * Members of an auth object that are not secret. Members of a session are undocumented, so all others are treated as
 * secret.
 */
const PUBLIC_MEMBERS: ReadonlySet<string> = new Set(['account', 'subaccount', 'user', 'rights', 'mode', 'client_name']);

function listSecrets(auth: AuthObject, args: object): readonly string[] {
  const authSecrets = Object.entries(auth).filter(([name]) => !PUBLIC_MEMBERS.has(name));
  const argumentSecrets = Object.entries(args).filter(([name]) => name === 'password');
  return [...authSecrets, ...argumentSecrets].flatMap(([, value]) => listTexts(value));
}

function listTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

const CODES: Readonly<Record<ApiFailure['code'], PlatformErrorCode>> = {
  unreachable: 'unavailable',
  timeout: 'timeout',
  cancelled: 'unavailable',
  invalid_answer: 'invalid_answer',
};

/** Other errors, such as `TypeError`, stay as they are. */
function toPlatformError(cause: unknown, call: CallNames, log: Log): unknown {
  if (!(cause instanceof ApiFailure)) return cause;
  const reason = cause instanceof UpstreamFailure ? cause.reason : cause.code;
  if (cause.code !== 'cancelled') log.warn({ ...call, reason }, 'StoreKeeper did not answer');
  return new PlatformError(CODES[cause.code], cause.message, {
    ...{ cause, isReported: true },
    isUnreached: reason === 'unreachable',
  });
}

/** Members can have any type: errors can be objects. */
interface Envelope {
  readonly response?: unknown;
  readonly class?: unknown;
  readonly error?: unknown;
  readonly errno?: unknown;
  readonly ref?: unknown;
}

interface ReadingDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  readonly secrets: readonly string[];
}

/** Returns the response of a success. Failures, including those of a proxy, can have any status. */
function readResponse({ status, headers, body }: ApiAnswer, call: CallNames, deps: ReadingDeps): unknown {
  const json = parseBody(body);
  const limits = { now: deps.clock.now(), maxMs: MAX_RETRY_AFTER_MS };
  const retryAfter = parseRetryAfter(headers.get('retry-after'), limits);
  const envelope = readMembers(json, []);
  const isSuccess = envelope.flag('success');
  if (isSuccess === false) throw readRefusal(json as Envelope, { status, retryAfter }, call, deps);
  if (status === 429 || (status === 503 && retryAfter !== null)) {
    deps.log.warn({ ...call, status }, 'StoreKeeper is busy and asked to wait');
    throw createBusyError(retryAfter);
  }
  if (status < 300 && isSuccess === true) return (json as Envelope).response ?? null;
  deps.log.warn({ ...call, status }, 'the answer is not from StoreKeeper');
  // At a known address this is a maintenance page or a proxy, so a retry can help.
  if (status < 300) {
    const { message } = new UpstreamFailure(json === undefined ? 'not_json' : 'unexpected');
    throw new PlatformError('unavailable', message, { isReported: true });
  }
  const code = status >= 500 ? 'unavailable' : 'rejected';
  throw new PlatformError(code, `StoreKeeper answered with status ${status}.`, { isReported: true });
}

/** `undefined` if the body is not JSON or too large. */
function parseBody(body: Uint8Array): unknown {
  try {
    return parseJson(body);
  } catch (error) {
    if (error instanceof UpstreamFailure) return undefined;
    throw error;
  }
}

function createBusyError(waitMs: number | null): PlatformError {
  return new PlatformError('busy', 'StoreKeeper is busy. Try again later.', { retryAfterMs: waitMs, isReported: true });
}

const MAX_NAME_LENGTH = 80;

/** Reads a short name from an answer, for the log and comparisons. */
function readName(value: unknown, secrets: readonly string[]): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  // Redact before cutting: half a secret would not be found.
  return sanitizeLine(redactText(String(value), secrets).slice(0, MAX_NAME_LENGTH));
}

function readRefusal(
  { class: givenClass, error, errno, ref }: Envelope,
  { status, retryAfter }: { readonly status: number; readonly retryAfter: number | null },
  call: CallNames,
  { log, secrets }: ReadingDeps,
): PlatformError {
  const errorClass = readName(givenClass, secrets);
  log.warn(
    { ...call, status, class: errorClass, errno: readName(errno, secrets), ref: readName(ref, secrets) },
    'StoreKeeper refused a call',
  );
  const line = typeof error === 'string' ? sanitizeMessage(redactText(error, secrets)) : '';
  const message = `StoreKeeper refused ${call.function}${line === '' ? '.' : `: ${line}`}`;
  return new StoreKeeperRefusal(getCode(errorClass, status, retryAfter), message, errorClass, retryAfter);
}

/** Internal failures of StoreKeeper, which may be temporary. */
const TRANSIENT_CLASSES: readonly string[] = ['Internal', 'Connection'];

function getCode(errorClass: string, status: number, retryAfter: number | null): PlatformErrorCode {
  if (errorClass === 'Auth') return 'session_ended';
  if (status === 429 || (status === 503 && retryAfter !== null)) return 'busy';
  const isPassing = TRANSIENT_CLASSES.includes(errorClass) || (errorClass === '' && status >= 500);
  return isPassing ? 'unavailable' : 'rejected';
}

/** An error answer of StoreKeeper. */
export class StoreKeeperRefusal extends PlatformError {
  /** `Auth`, `Lookup`, `ShopModule::…`; empty if there is none. */
  readonly errorClass: string;

  constructor(code: PlatformErrorCode, message: string, errorClass: string, retryAfter: number | null = null) {
    super(code, message, { isReported: true, retryAfterMs: retryAfter });
    this.errorClass = errorClass;
  }
}

/** Whether the session ended or the user may not call the function. StoreKeeper has one error class for both. */
export function isAuthRefusal(error: unknown): boolean {
  return error instanceof StoreKeeperRefusal && error.errorClass === 'Auth';
}
