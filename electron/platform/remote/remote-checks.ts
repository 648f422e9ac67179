import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { createUnexpectedError } from '../../api-client/endpoint-reader.ts';

export function assertUnique<Row>(endpoint: Endpoint, rows: readonly Row[], getKey: (row: Row) => unknown) {
  assertValid(endpoint, new Set(rows.map(getKey)).size === rows.length);
}

/** Checks that rows are sorted ascending. Ties are allowed. */
export function assertSorted<Row>(
  endpoint: Endpoint,
  rows: readonly Row[],
  getKey: (row: Row) => number | string,
): void {
  const isInOrder = rows.every((row, index) => {
    const before = rows[index - 1];
    return before === undefined || getKey(before) <= getKey(row);
  });
  assertValid(endpoint, isInOrder);
}

/** Throws `PlatformError` `invalid_answer`. For answers that contradict themselves or the request. */
export function assertValid(endpoint: Endpoint, isTrue: boolean): void {
  if (!isTrue) throw createUnexpectedError(endpoint);
}
