import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { sanitizeLine } from '../../api-client/upstream-answer.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';

const MAX_LOGGED_ROWS = 10;

/** Logs warnings about rows that were left out of an answer and about unreadable sections. */
export function createAnswerNotes({
  log,
  clock,
}: {
  readonly log: Pick<Log, 'warn'>;
  readonly clock: Pick<Clock, 'now'>;
}) {
  return {
    now: clock.now,
    warnLeftOut({ path }: Endpoint, rows: readonly unknown[]): void {
      log.warn({ path, rows: rows.slice(0, MAX_LOGGED_ROWS).map(getRowName), count: rows.length }, ROWS_LEFT_OUT);
    },
    warnUnknown({ path }: Endpoint, misfit: string): void {
      log.warn({ path, misfit }, UNKNOWN_SECTION);
    },
  };
}

const UNKNOWN_SECTION = 'a section from another deployment has an unknown form and is shown as unknown';

const ROWS_LEFT_OUT = 'rows from another deployment have unreadable dates and were left out';

/** Returns the order number, or the id if there is none. */
function getRowName(row: unknown): string {
  const { order_number: number, id } = row as { readonly order_number?: unknown; readonly id?: unknown };
  return sanitizeLine(String(number ?? id)).slice(0, 100);
}
