/** The rows of a table, all of them or page by page as they come into view. */
export interface RowSource<Row> {
  /** All rows that the filters select, read or not; the scroll bar stands for all of them. */
  readonly rowCount: number;
  /** Undefined while the row is not read yet. */
  readonly rowAt: (index: number) => Row | undefined;
  /** Told which rows are in view, first and last included, whenever that changes. */
  readonly onRangeNeeded?: (first: number, last: number) => void;
}

/** A source of rows that are all here. */
export function rowsOf<Row>(rows: readonly Row[]): RowSource<Row> {
  return { rowCount: rows.length, rowAt: (index) => rows[index] };
}
