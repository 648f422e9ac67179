/**
 * How a platform fails. `message` is safe to show to a client; the cause is for the log alone.
 *
 * - `credentials_refused`: account, e-mail and password do not belong together (never says which)
 * - `session_ended`: it no longer takes the grant of the user, who has to sign in again
 * - `not_offered`: it does not have what was asked for; the message says what
 * - `forbidden`: the user may not do this there; the message says what, or why
 * - `query_refused`: it does not take a parameter of the call, which the message names
 * - `busy`: it is asked for too much; again after `retryAfterMs`
 * - `rejected`: the platform refused the call for a business reason that the message names
 * - `unavailable`: it could not be reached or failed inside
 * - `timeout`: it did not answer in time
 * - `position_lost`: a feed cannot go on from the position that was given
 * - `invalid_answer`: it answered something that is not of the agreed form
 */
export type PlatformErrorCode =
  | 'credentials_refused'
  | 'session_ended'
  | 'not_offered'
  | 'forbidden'
  | 'query_refused'
  | 'busy'
  | 'rejected'
  | 'unavailable'
  | 'timeout'
  | 'position_lost'
  | 'invalid_answer';

interface PlatformErrorOptions {
  readonly cause?: unknown;
  /** How long the platform asks to be left alone; null where it does not say. */
  readonly retryAfterMs?: number | null;
  /** A client is told the message itself, not only what its code means: it is known to be harmless. Default false. */
  readonly isReported?: boolean;
  /** Nobody could be reached at all, which others would find as well. Default false: it says so of this call alone. */
  readonly isUnreached?: boolean;
  /** Of `session_ended`: the password was sent again, and refused. Default false: signing in again may help. */
  readonly isPasswordRefused?: boolean;
}

export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly code: PlatformErrorCode;
  readonly retryAfterMs: number | null;
  readonly isReported: boolean;
  readonly isUnreached: boolean;
  readonly isPasswordRefused: boolean;

  constructor(code: PlatformErrorCode, message: string, options: PlatformErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.isReported = options.isReported ?? false;
    this.isUnreached = options.isUnreached ?? false;
    this.isPasswordRefused = options.isPasswordRefused ?? false;
  }
}
