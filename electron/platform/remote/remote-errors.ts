import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { ErrorBody } from '../../../shared/contract/errors.ts';
import { parseRetryAfter } from '../../../shared/retry.ts';
import { type ApiAnswer, ApiFailure, type ApiFailureCode } from '../../api-client/api-client.ts';
import { NotFoundError } from '../../api-client/endpoint-reader.ts';
import { parseJson, sanitizeMessage } from '../../api-client/upstream-answer.ts';
import { UpstreamFailure } from '../../api-client/upstream-failure.ts';
import { PlatformError, type PlatformErrorCode } from '../platform-error.ts';

/** Other deployments need not send `request_id`. */
const ErrorMessage = Type.Pick(ErrorBody, ['message']);

const FAILURES: Readonly<Record<ApiFailureCode, PlatformErrorCode>> = {
  unreachable: 'unavailable',
  timeout: 'timeout',
  cancelled: 'unavailable',
  invalid_answer: 'invalid_answer',
};

export async function translateFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof ApiFailure)) throw cause;
    const isUnreached = cause instanceof UpstreamFailure && cause.reason === 'unreachable';
    throw new PlatformError(FAILURES[cause.code], cause.message, { cause, isReported: true, isUnreached });
  }
}

/** Error codes, addresses, paths and stack traces, which a deployment of this API never sends. */
const INTERNAL_DETAIL = /\bE[A-Z]{4,}\b|\b\d{1,3}(?:\.\d{1,3}){3}\b|(?:[\\/][\w.-]+){2,}|\.[cm]?[jt]s:\d|\bat \S+:\d/;

/** Converts an error answer. Only the reason of a refusal is passed on, as one harmless line. */
export function toPlatformError({ status, headers, body }: ApiAnswer): PlatformError {
  const reason = readReason(body);
  if (status === 400 && reason !== null) return new PlatformError('query_refused', reason);
  if (status === 401) return createSessionEnded();
  if (status === 403) {
    return new PlatformError('forbidden', reason ?? 'You do not have the right to do this on the platform.');
  }
  if (status === 404) return new NotFoundError('The platform does not have what was requested.');
  if (status === 429) {
    const wait = parseRetryAfter(headers.get('retry-after'));
    return new PlatformError('busy', 'The platform is busy. Try again later.', { retryAfterMs: wait });
  }
  if (status === 502 && reason !== null && !INTERNAL_DETAIL.test(reason)) {
    return new PlatformError('unavailable', reason, { isReported: true });
  }
  const code = status >= 500 ? 'unavailable' : 'invalid_answer';
  return new PlatformError(code, `The platform answered with status ${status}.`);
}

/**
 * Converts an error answer to an API key. Refusals are about the key, and `Retry-After` of a 429 or 503 is respected.
 */
export function toKeyError({ status, headers, body }: ApiAnswer): PlatformError {
  const failed = `The service answered with status ${status}.`;
  const reason = readReason(body) ?? failed;
  if (status === 400) return new PlatformError('query_refused', reason);
  if (status === 401) {
    return new PlatformError(
      'rejected',
      'The service refused the key, which is unknown, expired or revoked. Use another key.',
    );
  }
  if (status === 403) return new PlatformError('rejected', `The key does not have the right to do this: ${reason}`);
  if (status === 404) return new NotFoundError('The service has nothing at this address.');
  const wait = status === 429 || status === 503 ? parseRetryAfter(headers.get('retry-after')) : null;
  if (wait !== null) {
    return new PlatformError('busy', 'The service is busy. Try again later.', { retryAfterMs: wait });
  }
  const isPassing = status === 429 || status >= 500;
  return new PlatformError(isPassing ? 'unavailable' : 'invalid_answer', failed);
}

/**
 * Converts an error answer at sign-in. Uses only our own sentences: the deployment must not control text beside a
 * password.
 */
export function toSignInError({ status, headers }: ApiAnswer): PlatformError {
  // Not `NotFoundError`: that a deployment lacks sign-in says nothing about its records.
  if (status === 404) return new PlatformError('not_offered', 'The platform does not offer signing in.');
  return toPlatformError({ status, headers, body: new Uint8Array() });
}

/** `isPasswordRefused` means that the password was sent again and refused. */
export function createSessionEnded(options = { isPasswordRefused: false }): PlatformError {
  return new PlatformError('session_ended', 'The platform no longer accepts this sign-in. Sign in again.', options);
}

export function createCredentialsRefused(): PlatformError {
  return new PlatformError('credentials_refused', 'Account, e-mail or password is wrong.');
}

/** Reads the message of an error answer; `null` if it has none. Other fields are not needed. */
function readReason(body: Uint8Array): string | null {
  try {
    const json = parseJson(body);
    return Value.Check(ErrorMessage, json) ? sanitizeMessage(json.message) : null;
  } catch (error) {
    if (error instanceof UpstreamFailure) return null;
    throw error;
  }
}

/** Reads the JSON of a success. Throws `PlatformError` for any other status. */
export function readAnswerJson(answer: ApiAnswer, success = 200): unknown {
  if (answer.status !== success) throw toPlatformError(answer);
  return parseAnswerJson(answer);
}

/** Parses the JSON of an answer with a success status. Throws `PlatformError` `invalid_answer`. */
export function parseAnswerJson({ body }: Pick<ApiAnswer, 'body'>): unknown {
  try {
    return parseJson(body);
  } catch (cause) {
    if (!(cause instanceof UpstreamFailure)) throw cause;
    throw new PlatformError('invalid_answer', cause.message, { cause, isReported: true });
  }
}
