import { PlatformError, type PlatformErrorCode } from '../../platform/platform-error.ts';
import { isDatabaseFailure } from '../../store/store-error.ts';
import { WebhookRefusal } from '../../webhooks/webhook-refusal.ts';
import { ApiError, type ApiErrorCode } from './api-error.ts';
import { platformIsBusy } from './platform-is-busy.ts';
import { tooManyPings } from './too-many-pings.ts';

/** Turns whatever was thrown into what a client may know of it; the original is kept as the cause. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof PlatformError) return fromPlatform(thrown);
  if (thrown instanceof WebhookRefusal) return fromWebhooks(thrown);
  return (
    fromFastify(thrown) ??
    fromStore(thrown) ??
    new ApiError('internal', 'The service failed inside.', { cause: thrown })
  );
}

/** Such as a database that is away when a token is looked up: to try again later is all that helps. */
function fromStore(thrown: unknown): ApiError | null {
  if (!isDatabaseFailure(thrown)) return null;
  return new ApiError('internal', 'The store of the service cannot be used at the moment.', {
    cause: thrown,
  });
}

type SaidCode = Exclude<PlatformErrorCode, 'position_lost' | 'busy'>;

/** What each failure is for a client. A sentence is fixed; null passes on what the platform says, which is safe. */
const PLATFORM_ERRORS: Readonly<Record<SaidCode, readonly [ApiErrorCode, string | null]>> = {
  credentials_refused: ['unauthorized', 'Account, e-mail and password do not belong together.'],
  session_ended: ['unauthorized', 'The platform no longer takes this sign-in.'],
  forbidden: ['forbidden', null],
  query_refused: ['bad_request', null],
  not_offered: ['upstream_failed', null],
  rejected: ['upstream_failed', null],
  unavailable: ['upstream_failed', 'The platform cannot be reached or failed inside.'],
  timeout: ['upstream_failed', 'The platform did not answer in time.'],
  invalid_answer: ['upstream_failed', 'The platform gave an answer that makes no sense.'],
};

function fromPlatform(error: PlatformError): ApiError {
  if (error.code === 'position_lost') return staleCursor(error);
  if (error.code === 'busy') return platformIsBusy(error);
  const [code, sentence] = PLATFORM_ERRORS[error.code];
  // What became of a call to another deployment is told: staff can do something about some of it.
  return new ApiError(code, sentence === null || error.isTold ? error.message : sentence, { cause: error });
}

/** The one answer to every cursor that does not work. */
export function staleCursor(cause?: unknown): ApiError {
  return new ApiError('bad_request', 'cursor cannot be used (any more): start again with since.', { cause });
}

function fromWebhooks({ message, retryAfterS }: WebhookRefusal): ApiError {
  return retryAfterS === null ? new ApiError('bad_request', message) : tooManyPings(retryAfterS);
}

const FASTIFY_ERRORS: Readonly<Record<string, readonly [ApiErrorCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'The body is larger than 16 KiB.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'The body must be application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['bad_request', 'The body is not as long as Content-Length says.'],
  FST_ERR_BAD_URL: ['not_found', 'This path does not exist.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'This path does not exist.'],
  FST_ERR_HANDLER_TIMEOUT: ['upstream_failed', 'The platform did not answer in time.'],
  ECONNRESET: ['bad_request', 'The connection ended before the body did.'],
};

function fromFastify(thrown: unknown): ApiError | null {
  // Fastify gives a status to what is the client's doing; an inner ECONNRESET, say of a remote platform, has none.
  if (!(thrown instanceof Error) || !('code' in thrown) || !('statusCode' in thrown)) return null;
  const known = FASTIFY_ERRORS[String(thrown.code)];
  if (!known) return null;
  return new ApiError(known[0], known[1], { cause: thrown });
}
