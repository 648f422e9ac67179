import type { TableDigests } from '../../support/table-digests.ts';

/** By table that is not as it was: how many rows it has more than before. */
export type Change = ReadonlyMap<string, number>;

export function changeBetween(
  before: TableDigests,
  after: TableDigests,
  leftOut: readonly string[] = [],
): Change {
  const changed = [...after].filter(
    ([table, { digest }]) => before.get(table)?.digest !== digest && !leftOut.includes(table),
  );
  return new Map(changed.map(([table, { rows }]) => [table, rows - (before.get(table)?.rows ?? 0)]));
}

export function isSameChange(one: Change, other: Change): boolean {
  return one.size === other.size && [...one].every(([table, rows]) => other.get(table) === rows);
}

export function formatChange(change: Change): string {
  const tables = [...change].map(([table, rows]) => `${table} ${rows < 0 ? rows : `+${rows}`}`);
  return tables.length === 0 ? 'nothing' : tables.join(', ');
}
