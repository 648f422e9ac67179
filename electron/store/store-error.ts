import { messageOf } from '../base/errors.ts';

/**
 * Why a store cannot be used. `message` is one sentence for the person who started the program.
 *
 * - `unavailable`: the file cannot be opened or written (folder missing, no rights, disk full, locked)
 * - `corrupt`: the file is not a database of this program
 * - `newer_schema`: a newer version of the program has written it
 * - `unfinished_move`: it is the target of a `store:move` that did not reach its end
 */
export type StoreErrorCode = 'unavailable' | 'corrupt' | 'newer_schema' | 'unfinished_move';

export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** A database that others run is away or too busy, which passes: to try again later is all that helps. */
export class DatabaseAwayError extends StoreError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('unavailable', message, options);
  }
}

/** A newer version of the program has changed the tables, maybe while this one was running. */
export class NewerSchemaError extends StoreError {
  constructor(migration: string) {
    super(
      'newer_schema',
      `The data was written by a newer version of the program (it knows "${migration}"); use that version.`,
    );
  }
}

/** Between threads an error loses its class and keeps its name and code: a `StoreError` becomes one again. */
export function storeErrorAgain(error: unknown): unknown {
  if (!(error instanceof Error && error.name === 'StoreError' && 'code' in error)) return error;
  if (error instanceof StoreError) return error;
  return new StoreError(String(error.code) as StoreErrorCode, error.message, { cause: error });
}

// Primary result codes of SQLite, https://www.sqlite.org/rescode.html
const CORRUPT_CODES = new Set([11, 26]);

const UNAVAILABLE_CODES = new Set([3, 5, 6, 8, 10, 13, 14, 15, 22, 23]);

/** A failure of SQLite as a sentence about the file; whatever else was thrown stays what it is. */
export function asStoreError(error: unknown, file: string): unknown {
  const code = sqliteCode(error);
  if (CORRUPT_CODES.has(code)) {
    return new StoreError('corrupt', `The data file ${file} is damaged or is not a data file.`, { cause: error });
  }
  if (UNAVAILABLE_CODES.has(code)) {
    return new StoreError('unavailable', `The data file ${file} cannot be used: ${messageOf(error)}.`, {
      cause: error,
    });
  }
  return error;
}

function sqliteCode(error: unknown): number {
  const hasCode = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
  return hasCode ? Number(error.errcode) & 0xff : -1;
}

const CONSTRAINT_CODE = 19;

/** Whether SQLite refused a row because of another one, or because of one that is not there. */
export function isConstraintFailure(error: unknown): boolean {
  return sqliteCode(error) === CONSTRAINT_CODE;
}

/** Whether an error says that a query could not be run, on either database; any other is a fault of the program. */
export function isDatabaseFailure(error: unknown): boolean {
  if (error instanceof StoreError) return true;
  return error instanceof Error && 'code' in error && (error.code === 'ERR_SQLITE_ERROR' || isOfPostgres(error));
}

/** By its SQLSTATE: to know the class of `pg` would load all of it, on SQLite too. */
function isOfPostgres(error: { readonly code: unknown }): boolean {
  return 'severity' in error && /^[0-9A-Z]{5}$/.test(String(error.code));
}
