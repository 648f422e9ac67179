import { type Credentials, Me, readMe } from '../../shared/contract/auth.ts';
import type { PlatformProblem } from '../../shared/contract/session-state.ts';
import { findPlatformProblem } from '../../shared/platform-address.ts';
import { parseRetryAfter } from '../../shared/retry.ts';
import { type ApiAnswer, type ApiClient, ApiFailure, readErrorBody, readJson } from '../api-client/api-client.ts';
import { authenticate, type IssuedToken } from '../api-client/token-lifecycle.ts';

/** Logs in once and reads the user. Throws `SignInError`; a token without a user is discarded. */
export async function signInOnce(
  client: ApiClient,
  discard: (token: string) => Promise<void>,
  credentials: Credentials,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly issued: IssuedToken; readonly me: Me }> {
  try {
    const outcome = await authenticate(client, 'login', credentials, headers);
    if (outcome.kind !== 'issued') throw createSignInError(outcome.answer);
    return { issued: outcome.issued, me: await readUser(client, discard, outcome.issued.token) };
  } catch (error) {
    throw toSignInError(error);
  }
}

async function readUser(client: ApiClient, discard: (token: string) => Promise<void>, token: string): Promise<Me> {
  try {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await client.send({ method: readMe.method, path: readMe.path, headers });
    if (answer.status !== 200) throw createSignInError(answer);
    return readJson(Me, answer);
  } catch (error) {
    await discard(token);
    throw error;
  }
}

/**
 * Why nobody was signed in.
 *
 * - `refused`: account, e-mail and password do not belong together
 * - `unreachable`: the service did not answer
 * - `failed`: it answered with another error, of that `status`
 * - `superseded`: another sign-in or sign-out came meanwhile
 * - `not_remembered`: the chosen sign-in, or its password, is not remembered
 */
export type SignInErrorCode = 'refused' | 'unreachable' | 'failed' | 'superseded' | 'not_remembered';

/** `message` is safe to show. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  readonly code: SignInErrorCode;
  readonly status: number | null;
  readonly requestId: string | null;
  /** Seconds that the service asks to wait after too many attempts; `null` if it does not. */
  readonly retryAfterS: number | null;
  /** The known problem of a platform that failed. */
  readonly platformProblem: PlatformProblem | null;

  constructor(code: SignInErrorCode, message: string, answer?: ApiAnswer, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.status = answer?.status ?? null;
    this.requestId = answer?.headers.get('x-request-id') ?? null;
    const retryAfter = answer?.status === 429 ? answer.headers.get('retry-after') : null;
    const waitMs = parseRetryAfter(retryAfter, { maxMs: MAX_WAIT_MS });
    this.retryAfterS = waitMs === null ? null : waitMs / 1_000;
    this.platformProblem = answer?.status === 502 ? findPlatformProblem(message) : null;
  }
}

/** A longer wait is shown as a day. */
const MAX_WAIT_MS = 24 * 60 * 60 * 1_000;

export function createSignInError(answer: ApiAnswer): SignInError {
  const message = readErrorBody(answer)?.message ?? `The service answered with status ${answer.status}.`;
  return new SignInError(answer.status === 401 ? 'refused' : 'failed', message, answer);
}

export function toSignInError(cause: unknown): SignInError {
  if (cause instanceof SignInError) return cause;
  if (cause instanceof ApiFailure) {
    const code = cause.code === 'invalid_answer' ? 'failed' : 'unreachable';
    return new SignInError(code, cause.message, undefined, cause);
  }
  return new SignInError('failed', 'The service could not sign in.', undefined, cause);
}
