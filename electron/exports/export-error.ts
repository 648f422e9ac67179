/**
 * Why there is no export. No file is left behind, and one that was there before is untouched.
 *
 * - `invalid_request`: a filter or column that the dataset cannot take; the message names it
 * - `incomplete`: what was read is not the whole of what the filters select, as far as the platform says
 * - `source_failed`: the platform failed; the message is the one it allows to be shown
 * - `not_written`: the file could not be written
 */
export type ExportErrorCode = 'invalid_request' | 'incomplete' | 'source_failed' | 'not_written';

/** `message` is safe to show; the cause is for the log. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
  readonly code: ExportErrorCode;

  constructor(code: ExportErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
