import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { sanitizedLine } from '../../api-client/upstream-answer.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';

const MAX_LOGGED_ROWS = 10;

/** Warns of rows that are left out of an answer, and of sections that are not known. */
export function createAnswerNotes({
  log,
  clock,
}: {
  readonly log: Pick<Log, 'warn'>;
  readonly clock: Pick<Clock, 'now'>;
}) {
  return {
    now: clock.now,
    noteLeftOut({ path }: Endpoint, rows: readonly unknown[]): void {
      log.warn({ path, rows: rows.slice(0, MAX_LOGGED_ROWS).map(nameOfRow), count: rows.length }, LEFT_OUT);
    },
    noteMisfit({ path }: Endpoint, misfit: string): void {
      log.warn({ path, misfit }, NOT_KNOWN);
    },
  };
}

const NOT_KNOWN = 'a section of another deployment is not known, as it has another form';

const LEFT_OUT = 'rows of another deployment are left out, as their date is not readable';

/** The number of the order, or the id. */
function nameOfRow(row: unknown): string {
  const { order_number: number, id } = row as { readonly order_number?: unknown; readonly id?: unknown };
  return sanitizedLine(String(number ?? id)).slice(0, 100);
}
