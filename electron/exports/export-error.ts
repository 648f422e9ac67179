import type { ExportFailureReason, RowExcess } from '../../shared/contract/exports.ts';
import { untilAborted } from '../base/clock.ts';
import { PlatformError } from '../platform/platform-error.ts';

/**
 * Why there is no export. No file is left behind, and an existing one is unchanged.
 *
 * - `invalid_request`: a filter or column that the dataset cannot take; the message names it
 * - `incomplete`: by the counts of the platform, not all selected rows were read
 * - `source_failed`: the platform failed; the message is the public one of the platform
 * - `too_many_rows`: the format does not hold them; `excess` has the counts
 * - `not_bookable`: a journal does not balance, or has codes without a ledger account; the message names them
 * - `not_comparable`: the file of an export is gone, was changed or cannot be read back, or was made with other rights
 * - `cancelled`: the user cancelled it
 * - `timed_out`: it made no progress for too long
 * - `not_written`: the file could not be written; the reason is the error of the disk, where it is known
 */
export type ExportErrorCode =
  | 'invalid_request'
  | 'incomplete'
  | 'source_failed'
  | 'too_many_rows'
  | 'not_bookable'
  | 'not_comparable'
  | 'cancelled'
  | 'timed_out'
  | 'not_written';

interface ExportErrorOptions extends ErrorOptions {
  readonly reason?: ExportFailureReason | null;
  readonly excess?: RowExcess | null;
}

const REASONS: Readonly<Record<ExportErrorCode, ExportFailureReason | null>> = {
  invalid_request: 'invalid-request',
  incomplete: 'incomplete',
  source_failed: 'platform-failed',
  too_many_rows: 'too-many-rows',
  not_bookable: 'not-bookable',
  not_comparable: 'not-comparable',
  cancelled: null,
  timed_out: 'timed-out',
  not_written: null,
};

/** `message` is safe to show; the cause is for the log. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
  readonly code: ExportErrorCode;
  readonly reason: ExportFailureReason | null;
  readonly excess: RowExcess | null;

  constructor(code: ExportErrorCode, message: string, options: ExportErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.reason = options.reason ?? REASONS[code];
    this.excess = options.excess ?? null;
  }
}

/** Throws `ExportError` `cancelled` if the signal is aborted. */
export function assertNotCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw createCancellation();
}

export function createCancellation(): ExportError {
  return new ExportError('cancelled', 'The export was cancelled.');
}

/** The outcome of `work`. Throws `ExportError` `cancelled` as soon as the signal is aborted. */
export function untilCancelled<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return untilAborted(signal, work).catch((error: unknown) => {
    assertNotCancelled(signal);
    throw error;
  });
}

export async function translateFailures<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    throw new ExportError('source_failed', error.message, { cause: error });
  }
}
