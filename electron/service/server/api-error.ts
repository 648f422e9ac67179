import { BEARER_CHALLENGE } from '../../../shared/contract/auth.ts';
import type { ErrorBody } from '../../../shared/contract/errors.ts';

export type ApiErrorCode =
  | 'bad_request'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'expectation_failed'
  | 'too_many_requests'
  | 'headers_too_large'
  | 'internal'
  | 'not_implemented'
  | 'upstream_failed'
  | 'not_ready';

interface ApiErrorKind {
  readonly status: number;
  readonly label: string;
  readonly level: 'info' | 'warn' | 'error';
}

/** The one place that ties a code to its status, its label and the level it is logged at. */
export const API_ERRORS: Readonly<Record<ApiErrorCode, ApiErrorKind>> = {
  bad_request: { status: 400, label: 'Bad Request', level: 'info' },
  unauthorized: { status: 401, label: 'Unauthorized', level: 'info' },
  forbidden: { status: 403, label: 'Forbidden', level: 'warn' },
  not_found: { status: 404, label: 'Not Found', level: 'info' },
  method_not_allowed: { status: 405, label: 'Method Not Allowed', level: 'info' },
  request_timeout: { status: 408, label: 'Request Timeout', level: 'info' },
  body_too_large: { status: 413, label: 'Payload Too Large', level: 'info' },
  unsupported_media_type: { status: 415, label: 'Unsupported Media Type', level: 'info' },
  expectation_failed: { status: 417, label: 'Expectation Failed', level: 'info' },
  too_many_requests: { status: 429, label: 'Too Many Requests', level: 'warn' },
  headers_too_large: { status: 431, label: 'Request Header Fields Too Large', level: 'info' },
  internal: { status: 500, label: 'Internal Server Error', level: 'error' },
  not_implemented: { status: 501, label: 'Not Implemented', level: 'info' },
  upstream_failed: { status: 502, label: 'Bad Gateway', level: 'error' },
  not_ready: { status: 503, label: 'Service Unavailable', level: 'info' },
};

export const INTERNAL_ERROR = 'Tilldesk failed. Try again later; the log has the cause under this request_id.';
export const NO_SUCH_PATH = 'This path does not exist. GET /docs lists those that do.';

const SIGN_IN_HINT = 'Sign in again with POST /api/auth/login and send the new token as Authorization: Bearer.';

interface ApiErrorOptions {
  /** Only for the log; never sent. */
  readonly cause?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** For a 401: what to sign in with, if that is not what the client signed in with before. */
  readonly hint?: string;
}

/** What a client may know. `message` is sent as it is, so it must not contain an internal cause. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly hint: string;

  constructor(code: ApiErrorCode, message: string, { cause, headers = {}, hint = SIGN_IN_HINT }: ApiErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.headers = headers;
    this.hint = hint;
  }
}

export interface ErrorReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
}

/** An error as it is sent, both by Fastify and on a bare socket. */
export function createErrorReply(error: ApiError, requestId: string): ErrorReply {
  const { status, label } = API_ERRORS[error.code];
  const body: ErrorBody = { error: label, message: error.message, status, request_id: requestId };
  if (status !== 401) return { status, headers: error.headers, body };
  return {
    status,
    headers: { 'www-authenticate': BEARER_CHALLENGE, ...error.headers },
    body: { ...body, hint: error.hint },
  };
}

interface NotReady {
  readonly reason: string;
  /** Whole seconds; at least 2. */
  readonly waitS: number;
  readonly cause?: unknown;
}

/** Creates every 503 of a call. */
export function createNotReadyError({ reason, waitS, cause }: NotReady): ApiError {
  return new ApiError('not_ready', `${reason} Try again in ${waitS} seconds.`, {
    cause,
    headers: { 'retry-after': String(waitS) },
  });
}

interface TooManyRequests {
  readonly reason: string;
  /** Names the limit in the `RateLimit` fields. */
  readonly limit: string;
  /** The limit's parameters, such as `q=1;w=60`. */
  readonly policy: string;
  /** Whole seconds; at least 1. */
  readonly waitS: number;
  readonly cause?: unknown;
}

/**
 * Creates every 429. The fields are those of https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/.
 */
export function createTooManyRequestsError({ reason, limit, policy, waitS, cause }: TooManyRequests): ApiError {
  const unit = waitS === 1 ? 'second' : 'seconds';
  return new ApiError('too_many_requests', `${reason} Try again in ${waitS} ${unit}.`, {
    cause,
    headers: {
      'retry-after': String(waitS),
      'ratelimit-policy': `"${limit}";${policy}`,
      ratelimit: `"${limit}";r=0;t=${waitS}`,
    },
  });
}
