import { getErrorMessage } from '../base/errors.ts';

/**
 * Why a store cannot be used. `message` is shown to the person who started the program.
 *
 * - `unavailable`: the file cannot be opened or written (folder missing, no rights, disk full, locked)
 * - `corrupt`: the file is not a database of this program
 * - `newer_schema`: a newer version of the program has written it
 * - `unfinished_move`: it is the target of a `store:move` that did not finish
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

/** A database server is unreachable or overloaded. The caller may try again later. */
export class DatabaseAwayError extends StoreError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('unavailable', message, options);
  }
}

/** A newer version of the program has migrated the tables, possibly while this one was running. */
export class NewerSchemaError extends StoreError {
  constructor(migration: string) {
    super(
      'newer_schema',
      `The data was written by a newer version of the program (migration "${migration}"). Use that version.`,
    );
  }
}

/** Turns an error from another thread, which keeps only its name and code, into a `StoreError` again. */
export function restoreStoreError(error: unknown): unknown {
  if (!(error instanceof Error && error.name === 'StoreError' && 'code' in error)) return error;
  if (error instanceof StoreError) return error;
  return new StoreError(String(error.code) as StoreErrorCode, error.message, { cause: error });
}

// Primary result codes of SQLite, https://www.sqlite.org/rescode.html
const CORRUPT_CODES = new Set([11, 26]);

const UNAVAILABLE_CODES = new Set([3, 5, 6, 8, 10, 13, 14, 15, 22, 23]);

/** Turns a SQLite failure into a `StoreError` that names the file. Returns other errors unchanged. */
export function toStoreError(error: unknown, file: string): unknown {
  const code = getSqliteCode(error);
  if (CORRUPT_CODES.has(code)) {
    return new StoreError('corrupt', `The data file ${file} is damaged or is not a data file.`, { cause: error });
  }
  if (UNAVAILABLE_CODES.has(code)) {
    return new StoreError('unavailable', `The data file ${file} cannot be used: ${getErrorMessage(error)}.`, {
      cause: error,
    });
  }
  return error;
}

function getSqliteCode(error: unknown): number {
  const hasCode = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
  return hasCode ? Number(error.errcode) & 0xff : -1;
}

const CONSTRAINT_CODE = 19;

/** Whether SQLite rejected a row because of a duplicate or a missing reference. */
export function isConstraintFailure(error: unknown): boolean {
  return getSqliteCode(error) === CONSTRAINT_CODE;
}

/** Whether a query failed on either database. Any other error is a bug in the program. */
export function isDatabaseFailure(error: unknown): boolean {
  if (error instanceof StoreError) return true;
  return error instanceof Error && 'code' in error && (error.code === 'ERR_SQLITE_ERROR' || isPostgresError(error));
}

/** Checks the SQLSTATE, because importing the error class would load all of `pg`, even with SQLite. */
function isPostgresError(error: { readonly code: unknown }): boolean {
  return 'severity' in error && /^[0-9A-Z]{5}$/.test(String(error.code));
}
