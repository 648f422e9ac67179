import type { BridgeFailure } from '../../shared/contract/bridge.ts';
import { ExportError, type ExportErrorCode } from '../exports/export-error.ts';
import { ApiFailure } from '../session/api-failure.ts';
import { SignInError, type SignInErrorCode } from '../session/sign-in-error.ts';
import { BridgeError } from './bridge-error.ts';

type FailureCode = BridgeFailure['code'];

/** Where nobody knew what to say of an error. */
export const UNFORESEEN: BridgeFailure = {
  code: 'failed',
  message: 'Something went wrong inside the program. Its log says what.',
  status: null,
  requestId: null,
};

const SIGN_IN_CODES: Record<SignInErrorCode, FailureCode> = {
  refused: 'refused',
  unreachable: 'unreachable',
  failed: 'failed',
  superseded: 'failed',
};

const EXPORT_CODES: Record<ExportErrorCode, FailureCode> = {
  invalid_request: 'invalid',
  incomplete: 'failed',
  too_many_rows: 'invalid',
  not_bookable: 'failed',
  not_comparable: 'failed',
  cancelled: 'failed',
  source_failed: 'failed',
  not_written: 'failed',
};

/** What the window is told of an error; null for one that nobody foresaw. */
export function failureOf(error: unknown): BridgeFailure | null {
  if (error instanceof BridgeError) return error.failure;
  if (error instanceof SignInError) {
    const { code, message, status, requestId, retryAfterS } = error;
    const failed = { code: SIGN_IN_CODES[code], message, status, requestId };
    return retryAfterS === null ? failed : { ...failed, retryAfterS };
  }
  if (error instanceof ExportError) {
    const { code, message, reason, excess } = error;
    const failed = failure(EXPORT_CODES[code], message);
    return { ...failed, ...(reason && { reason }), ...(excess && { excess }) };
  }
  if (error instanceof ApiFailure) return failure('unreachable', error.message);
  return null;
}

function failure(code: FailureCode, message: string): BridgeFailure {
  return { code, message, status: null, requestId: null };
}
