/** Identifies a row in its list, whatever its position. */
export type RowId = number | string;

/** The rows of a table, all of them or page by page as they come into view. */
export interface RowSource<Row> {
  /** Number of rows that the filters select, loaded or not. */
  readonly rowCount: number;
  /** Undefined while the row is not read yet. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly rowId: (row: Row) => RowId;
  /** Positions of the loaded rows: rows that are added move the others. */
  readonly positions: () => ReadonlyMap<RowId, number>;
  /** Called with the first and last row in view whenever these change. */
  readonly onRangeNeeded?: (first: number, last: number) => void;
  /**
   * Reads the rows of all ranges as they are now, in view or not, in their order; rejects when one cannot be read,
   * and with `ListChanged` when the list changes meanwhile. Absent: rows that are not loaded are not copied, and
   * the user is notified.
   */
  readonly loadRanges?: (ranges: RowRanges, watch?: ReadingWatch) => Promise<readonly Row[]>;
}

/** Follows and stops the reading of many rows. */
export interface ReadingWatch {
  /** Stops the reading, which then rejects. */
  readonly signal: AbortSignal;
  /** Called with the number of rows read so far. */
  readonly onRead: (rows: number) => void;
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
    positions: positionsOf(rowId, [[0, rows]]),
  };
}

/** The positions of rows that were loaded in chunks, each with the position of its first row; computed at the first call. */
export function positionsOf<Row>(
  rowId: (row: Row) => RowId,
  chunks: readonly (readonly [first: number, rows: readonly Row[]])[],
): RowSource<Row>['positions'] {
  let positions: ReadonlyMap<RowId, number> | null = null;
  return () => {
    positions ??= new Map(
      chunks.flatMap(([first, rows]) => rows.map((row, position) => [rowId(row), first + position])),
    );
    return positions;
  };
}

/** Positions in a list, both ends included. */
export type RowRange = readonly [first: number, last: number];

/** Ascending, without overlap, and never empty in themselves: a hundred thousand rows are one range. */
export type RowRanges = readonly RowRange[];

export function hasRow(ranges: RowRanges, index: number): boolean {
  return ranges.some(([first, last]) => first <= index && index <= last);
}

export function rowsIn(ranges: RowRanges): number {
  return ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

/** The rows of the ranges as far as they are read. */
export function rowsHere<Row>({ rowAt }: RowSource<Row>, ranges: RowRanges): readonly (Row | undefined)[] {
  return ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, position) => rowAt(first + position)),
  );
}

export function withRange(ranges: RowRanges, [from, to]: RowRange): RowRanges {
  const touching = ranges.filter(([first, last]) => first <= to + 1 && last >= from - 1);
  const apart = ranges.filter((range) => !touching.includes(range));
  const joined: RowRange = [
    Math.min(from, ...touching.map(([first]) => first)),
    Math.max(to, ...touching.map(([, last]) => last)),
  ];
  return [...apart, joined].toSorted(([one], [other]) => one - other);
}

export function withoutRow(ranges: RowRanges, index: number): RowRanges {
  return ranges.flatMap((range): RowRanges => {
    const [first, last] = range;
    if (index < first || index > last) return [range];
    const chunks: RowRanges = [
      [first, index - 1],
      [index + 1, last],
    ];
    return chunks.filter(([from, to]) => from <= to);
  });
}

export function rangesAt(positions: readonly number[]): RowRanges {
  const ranges: [first: number, last: number][] = [];
  for (const position of positions.toSorted((one, other) => one - other)) {
    const range = ranges.at(-1);
    if (range && position <= range[1] + 1) range[1] = position;
    else ranges.push([position, position]);
  }
  return ranges;
}

/** A row as it was last seen. */
export interface RowPosition {
  /** Undefined for a row that was not read. */
  readonly id: RowId | undefined;
  readonly index: number;
}

export function positionAt<Row>({ rowAt, rowId }: RowSource<Row>, index: number): RowPosition {
  const row = rowAt(index);
  return { index, id: row === undefined ? undefined : rowId(row) };
}

/** Current position of the row. Null where another row has its position, or the list is shorter. */
export function positionNow<Row>(rows: RowSource<Row>, { id, index }: RowPosition): number | null {
  const found = id === undefined ? undefined : rows.positions().get(id);
  if (found !== undefined) return found;
  const isTaken = id !== undefined && rows.rowAt(index) !== undefined;
  return isTaken || index >= rows.rowCount ? null : index;
}

/**
 * What a row is among the others: the heading of a group, or the sum of one. Neither is selected or copied. `onOpen` is
 * called for it as for any row.
 */
export type RowEmphasis = 'group' | 'subtotal';

/** Undefined for a row of data. */
export type EmphasisOf<Row> = (row: Row) => RowEmphasis | undefined;
