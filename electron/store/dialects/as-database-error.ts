import { DatabaseError } from 'pg';
import { StoreError } from '../store-error.ts';

/**
 * Classes of SQLSTATE for which the database cannot be used as it is: connection, sign-in, missing database, resources,
 * operator, system, a feature that is not there, damage; https://www.postgresql.org/docs/current/errcodes-appendix.html.
 */
const UNAVAILABLE_CLASSES: readonly string[] = ['08', '0A', '28', '3D', '53', '57', '58', 'XX'];
/** `insufficient_privilege`, `read_only_sql_transaction`. */
const UNAVAILABLE_CODES: readonly string[] = ['42501', '25006'];
/** `lock_not_available`: not repeated, as whoever asked has waited long enough. */
const WAITED_TOO_LONG = '55P03';

/**
 * A failure of PostgreSQL or of the way to it as a sentence about the database at `place`. One about a query (a rule
 * that it breaks, another transaction that came first) stays what it is, without the values of rows that it tells.
 */
export function asDatabaseError(error: unknown, place: string): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error;
  if (error instanceof DatabaseError) {
    hideRows(error);
    if (error.code === WAITED_TOO_LONG) return busy(error, place);
    if (!isUnavailable(error.code ?? '')) return error;
  } else if (error instanceof TypeError || error instanceof RangeError) {
    return error;
  }
  return new StoreError('unavailable', `The database ${place} cannot be used: ${reasonOf(error)}.`, {
    cause: error,
  });
}

function busy(cause: DatabaseError, place: string): StoreError {
  const message = `The database ${place} is busy: others kept what was to be written locked for too long.`;
  return new StoreError('unavailable', message, { cause });
}

function isUnavailable(code: string): boolean {
  return UNAVAILABLE_CLASSES.includes(code.slice(0, 2)) || UNAVAILABLE_CODES.includes(code);
}

/** A host with several addresses fails once for each, under a message that is empty. */
function reasonOf(error: Error): string {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  return first instanceof Error ? first.message : error.message;
}

function hideRows(error: DatabaseError): void {
  error.detail = undefined;
  error.where = undefined;
  error.internalQuery = undefined;
}
