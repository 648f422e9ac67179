import type { SortValue } from './list-rules.ts';

/** Ties may have any order. */
export function isSorted(values: readonly SortValue[], sort: string): boolean {
  return values.every((value, index) => {
    const before = index === 0 ? undefined : values[index - 1];
    return before === undefined || compareValues(before, value, sort) <= 0;
  });
}

/** Sorts rows. Ties are sorted by key, ascending in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  sortValue: (row: Row) => SortValue,
  sort: string,
  keyOf: (row: Row) => readonly (number | string)[],
): readonly Row[] {
  return rows
    .map((row) => ({ row, value: sortValue(row), key: keyOf(row) }))
    .sort((one, other) => compareValues(one.value, other.value, sort) || compareKeys(one.key, other.key))
    .map(({ row }) => row);
}

/** `null` sorts last in both directions. */
function compareValues(one: SortValue, other: SortValue, sort: string): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const order = one < other ? -1 : Number(one > other);
  return sort.startsWith('-') ? 0 - order : order;
}

function compareKeys(one: readonly (number | string)[], other: readonly (number | string)[]): number {
  for (const [index, part] of one.entries()) {
    const order = compareValues(part, other[index] ?? null, '');
    if (order !== 0) return order;
  }
  return 0;
}
