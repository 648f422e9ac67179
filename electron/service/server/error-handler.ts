import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BEARER_CHALLENGE, PASSWORD_REFUSED } from '../../../shared/contract/auth.ts';
import type { ErrorBody } from '../../../shared/contract/errors.ts';
import { PlatformError, type PlatformErrorCode } from '../../platform/platform-error.ts';
import { DatabaseAwayError, isDatabaseFailure, NewerSchemaError } from '../../store/store-error.ts';
import { WebhookRefusal } from '../../webhooks/webhook-record.ts';
import {
  API_ERRORS,
  ApiError,
  type ApiErrorCode,
  createErrorReply,
  createNotReadyError,
  createTooManyRequestsError,
  INTERNAL_ERROR,
  NO_SUCH_PATH,
} from './api-error.ts';
import { JSON_TYPE } from './response-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the answer says, if it is an error. */
    answeredError?: Pick<ErrorBody, 'error' | 'message'>;
  }
}

export function addErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((thrown, request, reply) => sendError(thrown, request, reply));
}

/** Logs the cause and replies with what the client may know. Only errors inside MCP messages are sent elsewhere. */
export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, body } = reportError(thrown, request);
  request.answeredError = { error: body.error, message: body.message };
  return reply.code(status).headers(headers).type(JSON_TYPE).send(body);
}

/** Logs the cause; answers what a client may know. */
export function reportError(thrown: unknown, request: Pick<FastifyRequest, 'id' | 'log'>) {
  const error = toApiError(thrown);
  logError(error, request);
  return createErrorReply(error, request.id);
}

function logError(error: ApiError, request: Pick<FastifyRequest, 'log'>): void {
  const { level } = API_ERRORS[error.code];
  // The line of the request says enough: the client was wrong, or the service is not ready, which was logged before.
  if (level === 'info') return;
  request.log[level]({ code: error.code, ...(error.cause !== undefined && { err: error.cause }) }, error.message);
}

/** Converts anything that was thrown into what a client may know; the original becomes the cause. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const failure = thrown instanceof PlatformError ? thrown.cause : thrown;
  if (failure instanceof DatabaseAwayError) return createStoreAwayError(thrown);
  if (failure instanceof NewerSchemaError) return createNewerStoreError(thrown);
  if (thrown instanceof PlatformError) return fromPlatform(thrown);
  if (thrown instanceof WebhookRefusal) return fromWebhooks(thrown);
  const known = fromFastify(thrown) ?? fromStore(thrown);
  return known ?? new ApiError('internal', INTERNAL_ERROR, { cause: thrown });
}

/** The database, which others operate, is unavailable. It comes back without a change of the request. */
function createStoreAwayError(cause: unknown): ApiError {
  return createNotReadyError({
    reason: 'The database of the service cannot be used at the moment.',
    waitS: DEFAULT_WAIT_S,
    cause,
  });
}

function createNewerStoreError(cause: unknown): ApiError {
  const reason = 'A newer version of Tilldesk has changed the database: update this server.';
  return createNotReadyError({ reason, waitS: UPDATE_WAIT_S, cause });
}

/** For example a disk that fails when a token is looked up. */
function fromStore(thrown: unknown): ApiError | null {
  if (!isDatabaseFailure(thrown)) return null;
  return new ApiError('internal', 'The store cannot be used at the moment. Try again later; the log has the cause.', {
    cause: thrown,
  });
}

type MappedCode = Exclude<PlatformErrorCode, 'position_lost' | 'busy'>;

/**
 * The error that a client gets for each failure. The sentence is fixed; `null` passes on the platform's message, which
 * is safe.
 */
const PLATFORM_ERRORS: Readonly<Record<MappedCode, readonly [ApiErrorCode, string | null]>> = {
  credentials_refused: ['unauthorized', 'Account, e-mail or password is wrong.'],
  session_ended: ['unauthorized', 'The platform no longer accepts this sign-in. Sign in again.'],
  forbidden: ['forbidden', null],
  query_refused: ['bad_request', null],
  not_offered: ['upstream_failed', null],
  rejected: ['upstream_failed', null],
  unavailable: ['upstream_failed', 'The platform cannot be reached or returned an error.'],
  timeout: ['upstream_failed', 'The platform did not answer in time.'],
  invalid_answer: ['upstream_failed', 'The platform returned an answer that is not valid.'],
};

function fromPlatform(error: PlatformError): ApiError {
  if (error.code === 'position_lost') return createStaleCursorError(error);
  if (error.code === 'busy') return createBusyError(error);
  const [code, sentence] = PLATFORM_ERRORS[error.code];
  // The outcome of a call to another deployment is passed on: staff can act on some of them.
  const message = sentence === null || error.isReported ? error.message : sentence;
  const headers = error.isPasswordRefused ? { 'www-authenticate': `${BEARER_CHALLENGE}, ${PASSWORD_REFUSED}` } : {};
  return new ApiError(code, message, { cause: error, headers });
}

export function createStaleCursorError(cause?: unknown): ApiError {
  return new ApiError('bad_request', 'cursor is invalid or too old: start again with since.', { cause });
}

function fromWebhooks({ message, limit }: WebhookRefusal): ApiError {
  if (limit === null) return new ApiError('bad_request', message);
  const { name, perMinute, retryAfterS: waitS } = limit;
  return createTooManyRequestsError({ reason: message, limit: name, policy: `q=${perMinute};w=60`, waitS });
}

const FASTIFY_ERRORS: Readonly<Record<string, readonly [ApiErrorCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'The body is larger than 16 KiB.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'The body must be application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['bad_request', 'The body is not as long as Content-Length says.'],
  FST_ERR_BAD_URL: ['not_found', NO_SUCH_PATH],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', NO_SUCH_PATH],
  FST_ERR_HANDLER_TIMEOUT: ['upstream_failed', 'The platform did not answer in time.'],
  ECONNRESET: ['bad_request', 'The connection ended before the body did.'],
};

function fromFastify(thrown: unknown): ApiError | null {
  // Fastify sets a status on errors of the client; an internal ECONNRESET, for example of a remote platform, has none.
  if (!(thrown instanceof Error) || !('code' in thrown) || !('statusCode' in thrown)) return null;
  const known = FASTIFY_ERRORS[String(thrown.code)];
  if (!known) return null;
  return new ApiError(known[0], known[1], { cause: thrown });
}

/** If the platform does not say how long. */
const DEFAULT_WAIT_S = 5;

/** Until somebody has updated the server. */
const UPDATE_WAIT_S = 60;

const MAX_WAIT_S = 3_600;

function createBusyError(error: PlatformError): ApiError {
  const { retryAfterMs } = error;
  const requestedS = retryAfterMs === null ? DEFAULT_WAIT_S : Math.ceil(retryAfterMs / 1000);
  const waitS = Math.min(Math.max(requestedS, 1), MAX_WAIT_S);
  const limit = { limit: 'platform', policy: `q=1;w=${waitS}` };
  return createTooManyRequestsError({ reason: 'The platform is busy.', ...limit, waitS, cause: error });
}
