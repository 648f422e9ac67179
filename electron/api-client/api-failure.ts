/**
 * A call that got no usable answer, so it may or may not have been processed. A read is safe to repeat.
 *
 * - `unreachable`: no connection, or it broke
 * - `timeout`: no whole answer before the deadline
 * - `cancelled`: the caller gave up
 * - `invalid_answer`: the answer is not of the agreed form
 */
export type ApiFailureCode = 'unreachable' | 'timeout' | 'cancelled' | 'invalid_answer';

const MESSAGES: Record<ApiFailureCode, string> = {
  unreachable: 'The service could not be reached.',
  timeout: 'The service did not answer in time.',
  cancelled: 'The call was cancelled.',
  invalid_answer: 'The service answered something unexpected.',
};

/** `message` is safe to show; the cause is for the log. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly code: ApiFailureCode;

  constructor(code: ApiFailureCode, options?: { cause?: unknown }) {
    super(MESSAGES[code], options);
    this.code = code;
  }
}
