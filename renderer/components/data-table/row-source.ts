import type { RowRanges } from './row-ranges.ts';

/** Tells a row from all others of its list, wherever it stands. */
export type RowId = number | string;

/** The rows of a table, all of them or page by page as they come into view. */
export interface RowSource<Row> {
  /** All rows that the filters select, read or not; the scroll bar stands for all of them. */
  readonly rowCount: number;
  /** Undefined while the row is not read yet. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly rowId: (row: Row) => RowId;
  /** Where the rows that are read stand: rows that come in move the others. */
  readonly places: () => ReadonlyMap<RowId, number>;
  /** Told which rows are in view, first and last included, whenever that changes. */
  readonly onRangeNeeded?: (first: number, last: number) => void;
  /**
   * Reads the rows of all ranges as they are now, in view or not, in their order; rejects when one cannot be read,
   * and with `ListChanged` when the list does not stand still. Absent: rows that are not read are not copied, and
   * the user is told so.
   */
  readonly loadRanges?: (ranges: RowRanges) => Promise<readonly Row[]>;
}

/** The list changed while it was read: its rows do not belong together, or are not those that were asked for. */
export class ListChanged extends Error {
  override readonly name = 'ListChanged';
}

/** A source of rows that are all here. */
export function rowsOf<Row>(rows: readonly Row[], rowId: (row: Row) => RowId): RowSource<Row> {
  return {
    rowCount: rows.length,
    rowAt: (index) => rows[index],
    rowId,
    places: placesOf(rowId, [[0, rows]]),
  };
}

/** The places of rows that were read in parts, each with the place of its first row; looked up when first asked for. */
export function placesOf<Row>(
  rowId: (row: Row) => RowId,
  parts: readonly (readonly [first: number, rows: readonly Row[]])[],
): RowSource<Row>['places'] {
  let places: ReadonlyMap<RowId, number> | null = null;
  return () => {
    places ??= new Map(
      parts.flatMap(([first, rows]) => rows.map((row, place) => [rowId(row), first + place])),
    );
    return places;
  };
}
