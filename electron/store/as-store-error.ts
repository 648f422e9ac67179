import { StoreError } from './store-error.ts';

// Primary result codes of SQLite, https://www.sqlite.org/rescode.html
const CORRUPT_CODES = new Set([11, 26]);
const UNAVAILABLE_CODES = new Set([3, 5, 6, 8, 10, 13, 14, 15, 22, 23]);

/** A failure of SQLite as a sentence about the file; whatever else was thrown stays what it is. */
export function asStoreError(error: unknown, file: string): unknown {
  const code = sqliteCode(error);
  if (CORRUPT_CODES.has(code)) {
    return new StoreError('corrupt', `The data file ${file} is damaged or is not a data file.`, {
      cause: error,
    });
  }
  if (UNAVAILABLE_CODES.has(code)) {
    const reason = error instanceof Error ? error.message : String(error);
    return new StoreError('unavailable', `The data file ${file} cannot be used: ${reason}.`, {
      cause: error,
    });
  }
  return error;
}

function sqliteCode(error: unknown): number {
  const hasCode = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
  return hasCode ? Number(error.errcode) & 0xff : -1;
}
