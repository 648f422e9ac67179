/**
 * Kinds of platform failures. Clients may see `message`; `cause` is for the log only.
 * - `credentials_refused`: account, e-mail or password is wrong (never says which)
 * - `session_ended`: the user's grant is no longer accepted; they have to sign in again
 * - `not_offered`: the platform does not have what was requested; the message says what
 * - `forbidden`: the user may not do this; the message says what, or why
 * - `query_refused`: the platform does not accept the parameter that the message names
 * - `busy`: too many calls; try again after `retryAfterMs`
 * - `rejected`: the platform refused the call for the business reason in the message
 * - `unavailable`: it could not be reached or failed internally
 * - `timeout`: it did not answer in time
 * - `position_lost`: a feed cannot continue from the given position
 * - `invalid_answer`: its answer does not have the agreed form
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
  /** The delay that the platform requests; `null` if it does not say. */
  readonly retryAfterMs?: number | null;
  /** Whether clients see the message itself, because it is known to be harmless. Default false. */
  readonly isReported?: boolean;
  /**
   * Whether the platform could not be reached at all, which affects every user. Default false: only this call failed.
   */
  readonly isUnreached?: boolean;
  /** Only for `session_ended`: the password was sent again and refused. Default false: signing in again may help. */
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
