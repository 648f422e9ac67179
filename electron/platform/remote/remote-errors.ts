import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { ErrorBody } from '../../../shared/contract/errors.ts';
import { retryAfterMs } from '../../../shared/retry.ts';
import { type ApiAnswer, ApiFailure, type ApiFailureCode } from '../../api-client/api-client.ts';
import { NotFoundError } from '../../api-client/endpoint-reader.ts';
import { parseJson, refusalMessage } from '../../api-client/upstream-answer.ts';
import { UpstreamFailure } from '../../api-client/upstream-failure.ts';
import { PlatformError, type PlatformErrorCode } from '../platform-error.ts';

/** `request_id` is ours: other deployments need not send it. */
const ErrorMessage = Type.Pick(ErrorBody, ['message']);

const FAILURES: Readonly<Record<ApiFailureCode, PlatformErrorCode>> = {
  unreachable: 'unavailable',
  timeout: 'timeout',
  cancelled: 'unavailable',
  invalid_answer: 'invalid_answer',
};

export async function translatingFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof ApiFailure)) throw cause;
    const isUnreached = cause instanceof UpstreamFailure && cause.reason === 'unreachable';
    throw new PlatformError(FAILURES[cause.code], cause.message, { cause, isReported: true, isUnreached });
  }
}

/** Error codes, addresses, paths and stack lines, which a deployment of this API never sends. */
const INSIDE = /\bE[A-Z]{4,}\b|\b\d{1,3}(?:\.\d{1,3}){3}\b|(?:[\\/][\w.-]+){2,}|\.[cm]?[jt]s:\d|\bat \S+:\d/;

/** Only a refusal of what was asked is passed on in its own words, as one harmless line. */
export function errorOfAnswer({ status, headers, body }: ApiAnswer): PlatformError {
  const reason = reasonOf(body);
  if (status === 400 && reason !== null) return new PlatformError('query_refused', reason);
  if (status === 401) return sessionEnded();
  if (status === 403) {
    return new PlatformError('forbidden', reason ?? 'The platform refuses this to the user.');
  }
  if (status === 404) return new NotFoundError('The platform does not offer this.');
  if (status === 429) {
    const wait = retryAfterMs(headers.get('retry-after'));
    return new PlatformError('busy', 'The platform is busy and asks to wait.', { retryAfterMs: wait });
  }
  if (status === 502 && reason !== null && !INSIDE.test(reason)) {
    return new PlatformError('unavailable', reason, { isReported: true });
  }
  const code = status >= 500 ? 'unavailable' : 'invalid_answer';
  return new PlatformError(code, `The platform answered with status ${status}.`);
}

/** The same for an API key: refusals are the key's, and `Retry-After` of a 429 or 503 is waited for. */
export function errorOfKeyedAnswer({ status, headers, body }: ApiAnswer): PlatformError {
  const failed = `The service answered with status ${status}.`;
  const reason = reasonOf(body) ?? failed;
  if (status === 400) return new PlatformError('query_refused', reason);
  if (status === 401) {
    return new PlatformError('rejected', 'The service refused the key: it is unknown, expired or revoked.');
  }
  if (status === 403) return new PlatformError('rejected', `The service refused this to the key: ${reason}`);
  if (status === 404) return new NotFoundError('The service has nothing under that address.');
  const wait = status === 429 || status === 503 ? retryAfterMs(headers.get('retry-after')) : null;
  if (wait !== null) {
    return new PlatformError('busy', 'The service is busy and asks to wait.', { retryAfterMs: wait });
  }
  const isPassing = status === 429 || status >= 500;
  return new PlatformError(isPassing ? 'unavailable' : 'invalid_answer', failed);
}

/** The same at sign-in, in our sentences alone: the deployment must not write what is shown beside a password. */
export function errorOfSignIn({ status, headers }: ApiAnswer): PlatformError {
  // Not of a record: a deployment without sign-in is not known to lack anything else.
  if (status === 404) return new PlatformError('not_offered', 'The platform does not offer to sign in.');
  return errorOfAnswer({ status, headers, body: new Uint8Array() });
}

/** `isPasswordRefused`: the password was sent again, and refused. */
export function sessionEnded(options = { isPasswordRefused: false }): PlatformError {
  return new PlatformError('session_ended', 'The platform no longer takes this sign-in.', options);
}

export function credentialsRefused(): PlatformError {
  return new PlatformError('credentials_refused', 'Account, e-mail and password do not belong together.');
}

/** Null without a message: an error need not have any JSON. Of its members the message alone is needed. */
function reasonOf(body: Uint8Array): string | null {
  try {
    const json = parseJson(body);
    return Value.Check(ErrorMessage, json) ? refusalMessage(json.message) : null;
  } catch (error) {
    if (error instanceof UpstreamFailure) return null;
    throw error;
  }
}

/** The JSON of a success. Throws the `PlatformError` of anything else. */
export function readAnswerJson(answer: ApiAnswer, success = 200): unknown {
  if (answer.status !== success) throw errorOfAnswer(answer);
  return answerJson(answer);
}

/** The JSON of an answer that is known to be a success. Throws `PlatformError` `invalid_answer`. */
export function answerJson({ body }: Pick<ApiAnswer, 'body'>): unknown {
  try {
    return parseJson(body);
  } catch (cause) {
    if (!(cause instanceof UpstreamFailure)) throw cause;
    throw new PlatformError('invalid_answer', cause.message, { cause, isReported: true });
  }
}
