import type { BridgeFailure } from '../../shared/contract/bridge.ts';
import { ApiFailure } from '../api-client/api-client.ts';
import { ExportError, type ExportErrorCode } from '../exports/export-error.ts';
import { PlatformError, type PlatformErrorCode } from '../platform/platform-error.ts';
import { SignInError, type SignInErrorCode } from '../session/sign-in.ts';

/** A failure that the window receives as it is; `message` is safe to show. */
export class BridgeError extends Error {
  override readonly name = 'BridgeError';
  readonly failure: BridgeFailure;

  constructor(
    code: BridgeFailure['code'],
    message: string,
    status: number | null = null,
    details: Pick<BridgeFailure, 'platformProblem'> = {},
  ) {
    super(message);
    this.failure = { code, message, status, requestId: null, ...details };
  }
}

type FailureCode = BridgeFailure['code'];

/** For an unexpected error. */
export const UNEXPECTED_FAILURE: BridgeFailure = {
  code: 'failed',
  message: 'Something went wrong inside the program. Its log has the details.',
  status: null,
  requestId: null,
};

const SIGN_IN_CODES: Record<SignInErrorCode, FailureCode> = {
  refused: 'refused',
  unreachable: 'unreachable',
  failed: 'failed',
  superseded: 'failed',
  not_remembered: 'invalid',
};

const EXPORT_CODES: Record<ExportErrorCode, FailureCode> = {
  invalid_request: 'invalid',
  incomplete: 'failed',
  too_many_rows: 'invalid',
  not_bookable: 'failed',
  not_comparable: 'failed',
  cancelled: 'failed',
  timed_out: 'failed',
  source_failed: 'failed',
  not_written: 'failed',
};

/** `session_ended` ends the session of the window as a 401 of the service does. */
const PLATFORM_CODES: Record<PlatformErrorCode, FailureCode> = {
  credentials_refused: 'refused',
  session_ended: 'refused',
  not_offered: 'failed',
  forbidden: 'failed',
  query_refused: 'invalid',
  busy: 'unreachable',
  rejected: 'failed',
  unavailable: 'unreachable',
  timeout: 'unreachable',
  position_lost: 'failed',
  invalid_answer: 'failed',
};

/** The failure that the window receives for an error; `null` for an unexpected one. */
export function toFailure(error: unknown): BridgeFailure | null {
  if (error instanceof BridgeError) return error.failure;
  if (error instanceof SignInError) {
    const { code, message, status, requestId, retryAfterS, platformProblem } = error;
    const failed = { code: SIGN_IN_CODES[code], message, status, requestId };
    return { ...failed, ...(retryAfterS !== null && { retryAfterS }), ...(platformProblem && { platformProblem }) };
  }
  if (error instanceof ExportError) {
    const { code, message, reason, excess } = error;
    const failed = createFailure(EXPORT_CODES[code], message);
    return { ...failed, ...(reason && { reason }), ...(excess && { excess }) };
  }
  if (error instanceof PlatformError) {
    const failed = createFailure(PLATFORM_CODES[error.code], error.message);
    if (error.code === 'session_ended') return { ...failed, status: 401 };
    // Otherwise the service of this program would seem to give no answer.
    return failed.code === 'unreachable' ? { ...failed, platformProblem: 'unreachable' } : failed;
  }
  if (error instanceof ApiFailure) return createFailure('unreachable', error.message);
  return null;
}

function createFailure(code: FailureCode, message: string): BridgeFailure {
  return { code, message, status: null, requestId: null };
}
