/**
 * How a platform fails. `message` is safe to show to a client; the cause is for the log alone.
 *
 * - `credentials_refused`: account, e-mail and password do not belong together (never says which)
 * - `rejected`: the platform refused the call for a business reason that the message names
 * - `unavailable`: it could not be reached or failed inside
 * - `timeout`: it did not answer in time
 * - `position_lost`: a feed cannot go on from the position that was given
 * - `invalid_answer`: it answered something that is not of the agreed form
 */
export const PLATFORM_ERROR_CODES = [
  'credentials_refused',
  'rejected',
  'unavailable',
  'timeout',
  'position_lost',
  'invalid_answer',
] as const;
export type PlatformErrorCode = (typeof PLATFORM_ERROR_CODES)[number];

export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly code: PlatformErrorCode;

  constructor(code: PlatformErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
