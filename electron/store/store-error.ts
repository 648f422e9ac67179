/**
 * Why a store cannot be used. `message` is one sentence for the person who started the program.
 *
 * - `unavailable`: the file cannot be opened or written (folder missing, no rights, disk full, locked)
 * - `corrupt`: the file is not a database of this program
 * - `newer_schema`: a newer version of the program has written it
 */
export type StoreErrorCode = 'unavailable' | 'corrupt' | 'newer_schema';

export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** Between threads an error loses its class and keeps its name and code: a `StoreError` becomes one again. */
export function storeErrorAgain(error: unknown): unknown {
  if (!(error instanceof Error && error.name === 'StoreError' && 'code' in error)) return error;
  if (error instanceof StoreError) return error;
  return new StoreError(String(error.code) as StoreErrorCode, error.message, { cause: error });
}
