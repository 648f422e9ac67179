import { retryAfterMs } from '../../../shared/retry.ts';
import { type ApiAnswer, ApiFailure } from '../../api-client/api-client.ts';
import { createHttpsTransport } from '../../api-client/https-transport.ts';
import { parseJson, refusalMessage, sanitizedLine } from '../../api-client/upstream-answer.ts';
import { UpstreamFailure } from '../../api-client/upstream-failure.ts';
import { UPSTREAM_LIMITS, type UpstreamLimits } from '../../api-client/upstream-limits.ts';
import type { Clock } from '../../base/clock.ts';
import { type Log, redactText } from '../../base/log.ts';
import { PlatformError, type PlatformErrorCode } from '../platform-error.ts';
import { type AnswerOf, type ArgumentsOf, type AuthObject, functionOf, type StoreKeeperFunction } from './functions.ts';
import { readMembers } from './records.ts';

export interface StoreKeeperClient {
  /** Makes one call, once. Throws `PlatformError`; one that StoreKeeper refused is a `StoreKeeperRefusal`. */
  call<F extends StoreKeeperFunction>(
    name: F,
    args: ArgumentsOf<F>,
    auth: AuthObject,
    signal?: AbortSignal,
  ): Promise<AnswerOf<F>>;
  close(): void;
}

export interface StoreKeeperClientDeps {
  /** Of `readStoreKeeperAddress`. */
  readonly origin: string;
  /** In PEM: who may vouch for the other side. */
  readonly authorities: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
  readonly limits?: Partial<UpstreamLimits>;
}

/** A page of products or an order takes long there. An error may carry the trace of its program. */
const LIMITS: UpstreamLimits = {
  ...UPSTREAM_LIMITS,
  headersMs: 30_000,
  totalMs: 60_000,
  mostErrorBytes: 1024 * 1024,
  connections: 2,
};

const CLIENT_NAME = 'Tilldesk';

const MOST_ASKED_MS = 60 * 60 * 1_000;

/** The auth object of nobody, with which a session is begun. */
export function anonymousAuth(account: string): AuthObject {
  return { account, user: 'anonymous', rights: 'anonymous', mode: 'none' };
}

/** Throws `PlatformError` `rejected` for an address that is not asked. */
export function createStoreKeeperClient({ origin, limits, log, ...deps }: StoreKeeperClientDeps): StoreKeeperClient {
  const transport = openingSafely(() =>
    // What type StoreKeeper gives its answers is not known; their bodies are JSON.
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
      throw noAnswer(cause, call, log);
    }
  }

  return {
    async call(name, args, auth, signal) {
      const { module, paramsOf, answerOf } = functionOf(name);
      const call = { module, function: name };
      const body = JSON.stringify({ auth: { ...auth, client_name: CLIENT_NAME }, params: withoutEnd(paramsOf(args)) });
      const answer = await exchange(call, body, signal);
      const response = responseOf(answer, call, { clock: deps.clock, log, secrets: secretsOf(auth, args) });
      const checked = answerOf(response);
      if (checked !== undefined) return checked;
      log.warn({ ...call, status: answer.status }, 'StoreKeeper answered something of another form');
      throw new PlatformError('invalid_answer', `StoreKeeper answered ${name} in a form that is not known.`, {
        isReported: true,
      });
    },
    close: transport.close,
  };
}

function openingSafely<T>(open: () => T): T {
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

/** Optional parameters at the end are left out. */
function withoutEnd(params: readonly unknown[]): readonly unknown[] {
  const last = params.findLastIndex((param) => !(param === null || (Array.isArray(param) && param.length === 0)));
  return params.slice(0, last + 1);
}

/** Members of an auth object that say who calls. Those of a session are not known: each other text may be its secret. */
const OPEN_MEMBERS: ReadonlySet<string> = new Set(['account', 'subaccount', 'user', 'rights', 'mode', 'client_name']);

/** Texts that must not come back in a message or stand in the log. */
function secretsOf(auth: AuthObject, args: object): readonly string[] {
  const ofAuth = Object.entries(auth).filter(([name]) => !OPEN_MEMBERS.has(name));
  const ofArguments = Object.entries(args).filter(([name]) => name === 'password');
  return [...ofAuth, ...ofArguments].flatMap(([, value]) => textsIn(value));
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const CODES: Readonly<Record<ApiFailure['code'], PlatformErrorCode>> = {
  unreachable: 'unavailable',
  timeout: 'timeout',
  cancelled: 'unavailable',
  invalid_answer: 'invalid_answer',
};

/** Our own errors (`TypeError`) stay as they are. */
function noAnswer(cause: unknown, call: CallNames, log: Log): unknown {
  if (!(cause instanceof ApiFailure)) return cause;
  const reason = cause instanceof UpstreamFailure ? cause.reason : cause.code;
  if (cause.code !== 'cancelled') log.warn({ ...call, reason }, 'StoreKeeper gave no answer');
  return new PlatformError(CODES[cause.code], cause.message, {
    ...{ cause, isReported: true },
    isUnreached: reason === 'unreachable',
  });
}

/** Its members may be anything: an error may come as an object. */
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

/** The response of a success. Failures may come with any status, and errors of what stands before StoreKeeper as well. */
function responseOf({ status, headers, body }: ApiAnswer, call: CallNames, deps: ReadingDeps): unknown {
  const json = jsonOf(body);
  const asked = { now: deps.clock.now(), mostMs: MOST_ASKED_MS };
  const retryAfter = retryAfterMs(headers.get('retry-after'), asked);
  const envelope = readMembers(json, []);
  const isSuccess = envelope.flag('success');
  if (isSuccess === false) throw refusalOf(json as Envelope, { status, retryAfter }, call, deps);
  if (status === 429 || (status === 503 && retryAfter !== null)) {
    deps.log.warn({ ...call, status }, 'StoreKeeper asks to wait');
    throw busy(retryAfter);
  }
  if (status < 300 && isSuccess === true) return (json as Envelope).response ?? null;
  deps.log.warn({ ...call, status }, 'what answered is not StoreKeeper');
  // Behind an address that works this is a page of maintenance, or of a server in between: it may pass.
  if (status < 300) {
    const { message } = new UpstreamFailure(json === undefined ? 'not_json' : 'unexpected');
    throw new PlatformError('unavailable', message, { isReported: true });
  }
  const code = status >= 500 ? 'unavailable' : 'rejected';
  throw new PlatformError(code, `StoreKeeper answered with status ${status}.`, { isReported: true });
}

/** Undefined for what is no JSON, and for too much of it. */
function jsonOf(body: Uint8Array): unknown {
  try {
    return parseJson(body);
  } catch (error) {
    if (error instanceof UpstreamFailure) return undefined;
    throw error;
  }
}

function busy(waitMs: number | null): PlatformError {
  return new PlatformError('busy', 'StoreKeeper asks to wait.', { retryAfterMs: waitMs, isReported: true });
}

const MOST_NAME_CHARACTERS = 80;

/** A short name out of an answer, for the log and for comparison. */
function nameOf(value: unknown, secrets: readonly string[]): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  // Before it is cut: half a secret would not be found.
  return sanitizedLine(redactText(String(value), secrets).slice(0, MOST_NAME_CHARACTERS));
}

function refusalOf(
  { class: givenClass, error, errno, ref }: Envelope,
  { status, retryAfter }: { readonly status: number; readonly retryAfter: number | null },
  call: CallNames,
  { log, secrets }: ReadingDeps,
): PlatformError {
  const errorClass = nameOf(givenClass, secrets);
  log.warn(
    { ...call, status, class: errorClass, errno: nameOf(errno, secrets), ref: nameOf(ref, secrets) },
    'StoreKeeper refused a call',
  );
  const line = typeof error === 'string' ? refusalMessage(redactText(error, secrets)) : '';
  const message = `StoreKeeper refused ${call.function}${line === '' ? '.' : `: ${line}`}`;
  return new StoreKeeperRefusal(codeOf(errorClass, status, retryAfter), message, errorClass, retryAfter);
}

/** Failures of their own program, which may pass. */
const PASSING_CLASSES: readonly string[] = ['Internal', 'Connection'];

function codeOf(errorClass: string, status: number, retryAfter: number | null): PlatformErrorCode {
  if (errorClass === 'Auth') return 'session_ended';
  if (status === 429 || (status === 503 && retryAfter !== null)) return 'busy';
  const isPassing = PASSING_CLASSES.includes(errorClass) || (errorClass === '' && status >= 500);
  return isPassing ? 'unavailable' : 'rejected';
}

/** StoreKeeper answered that it failed. */
export class StoreKeeperRefusal extends PlatformError {
  /** `Auth`, `Lookup`, `ShopModule::…`; empty where it says none. */
  readonly errorClass: string;

  constructor(code: PlatformErrorCode, message: string, errorClass: string, retryAfter: number | null = null) {
    super(code, message, { isReported: true, retryAfterMs: retryAfter });
    this.errorClass = errorClass;
  }
}

/** The session has ended, or the function is not for this user: StoreKeeper has one class for both. */
export function isAuthRefusal(error: unknown): boolean {
  return error instanceof StoreKeeperRefusal && error.errorClass === 'Auth';
}
