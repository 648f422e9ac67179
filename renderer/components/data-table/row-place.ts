import type { RowId, RowSource } from './row-source.ts';

/** A row as it was last seen. */
export interface RowPlace {
  /** Undefined for a row that was not read. */
  readonly id: RowId | undefined;
  readonly index: number;
}

export function placeAt<Row>({ rowAt, rowId }: RowSource<Row>, index: number): RowPlace {
  const row = rowAt(index);
  return { index, id: row === undefined ? undefined : rowId(row) };
}

/** Where the row stands now. Null where another one has come into its place, or the list ends before it. */
export function placeNow<Row>(rows: RowSource<Row>, { id, index }: RowPlace): number | null {
  const found = id === undefined ? undefined : rows.places().get(id);
  if (found !== undefined) return found;
  const isTaken = id !== undefined && rows.rowAt(index) !== undefined;
  return isTaken || index >= rows.rowCount ? null : index;
}
