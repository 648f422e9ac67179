import { DatabaseError } from 'pg';
import { StoreError } from './store-error.ts';

/** Whether an error tells that a query could not be done, on either database; any other is a fault of the program. */
export function isDatabaseFailure(error: unknown): boolean {
  if (error instanceof StoreError || error instanceof DatabaseError) return true;
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';
}
