import type { RecordKey } from '../stored-record.ts';

/** The name of a record in ledgers and sentences. */
export function recordOf({ account, feed, id }: RecordKey): string {
  return `${account}/${feed}/${id}`;
}
