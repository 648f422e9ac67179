import { StoreError } from './store-error.ts';

/** Whether an error tells that a query could not be done, on either database; any other is a fault of the program. */
export function isDatabaseFailure(error: unknown): boolean {
  if (error instanceof StoreError) return true;
  return (
    error instanceof Error && 'code' in error && (error.code === 'ERR_SQLITE_ERROR' || isOfPostgres(error))
  );
}

/** By its SQLSTATE: to know the class of `pg` would load all of it, on SQLite too. */
function isOfPostgres(error: { readonly code: unknown }): boolean {
  return 'severity' in error && /^[0-9A-Z]{5}$/.test(String(error.code));
}
