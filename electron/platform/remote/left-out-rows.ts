import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { sanitizedLine } from '../../api-client/upstream-answer.ts';
import type { Log } from '../../base/log.ts';

const MAX_LOGGED_ROWS = 10;

/** Warns of the rows that an answer lacks. */
export function noteLeftOut(log: Pick<Log, 'warn'>) {
  return ({ path }: Endpoint, rows: readonly unknown[]): void => {
    const named = rows.slice(0, MAX_LOGGED_ROWS).map(nameOfRow);
    log.warn({ path, rows: named, count: rows.length }, LEFT_OUT);
  };
}

const LEFT_OUT = 'rows of another deployment are left out, as their date is not readable';

/** The number of the order, or the id. */
function nameOfRow(row: unknown): string {
  const { order_number: number, id } = row as { readonly order_number?: unknown; readonly id?: unknown };
  return sanitizedLine(String(number ?? id)).slice(0, 100);
}
