import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { unexpected } from '../../api-client/endpoint-reader.ts';

export function expectUnique<Row>(endpoint: Endpoint, rows: readonly Row[], keyOf: (row: Row) => unknown) {
  expectTrue(endpoint, new Set(rows.map(keyOf)).size === rows.length);
}

/** Each row comes after the one before; ties are allowed. */
export function expectOrder<Row>(endpoint: Endpoint, rows: readonly Row[], keyOf: (row: Row) => number | string): void {
  const isInOrder = rows.every((row, index) => {
    const before = rows[index - 1];
    return before === undefined || keyOf(before) <= keyOf(row);
  });
  expectTrue(endpoint, isInOrder);
}

/** Throws `PlatformError` `invalid_answer` for an answer that contradicts itself, or what was asked. */
export function expectTrue(endpoint: Endpoint, isTrue: boolean): void {
  if (!isTrue) throw unexpected(endpoint);
}
