/** Identifies a row in its list, whatever its position. */
export type RowId = number | string;

/** The rows of a table. They are all loaded, or loaded page by page as they come into view. */
export interface RowSource<Row> {
  /** The number of rows that match the filters, loaded or not. */
  readonly rowCount: number;
  /** `undefined` until the row is read. */
  readonly getRow: (index: number) => Row | undefined;
  readonly getRowId: (row: Row) => RowId;
  /** Positions of the loaded rows. New rows move the others. */
  readonly getPositions: () => ReadonlyMap<RowId, number>;
  /** Called with the first and last row in view when these change. */
  readonly onRangeNeeded?: (first: number, last: number) => void;
  /**
   * Reads the current rows of all ranges in order, in view or not. Rejects if one cannot be read, and with
   * `ListChanged` if the list changes meanwhile. If absent, rows that are not loaded are not copied and the user is
   * notified.
   */
  readonly loadRanges?: (ranges: RowRanges, watch?: ReadingWatch) => Promise<readonly Row[]>;
}

/** Follows and stops a reading of many rows. */
export interface ReadingWatch {
  /** Stops the reading, which then rejects. */
  readonly signal: AbortSignal;
  /** Called with the number of rows read so far. */
  readonly onRead: (rows: number) => void;
}

/** The list changed while it was read, so its rows are inconsistent or not those that were requested. */
export class ListChanged extends Error {
  override readonly name = 'ListChanged';
}

/** A source whose rows are all loaded. */
export function createRowSource<Row>(rows: readonly Row[], getRowId: (row: Row) => RowId): RowSource<Row> {
  return {
    rowCount: rows.length,
    getRow: (index) => rows[index],
    getRowId,
    getPositions: createPositions(getRowId, [[0, rows]]),
  };
}

/** The positions of rows loaded in chunks, each with the position of its first row. Computed on the first call. */
export function createPositions<Row>(
  getRowId: (row: Row) => RowId,
  chunks: readonly (readonly [first: number, rows: readonly Row[]])[],
): RowSource<Row>['getPositions'] {
  let positions: ReadonlyMap<RowId, number> | null = null;
  return () => {
    positions ??= new Map(
      chunks.flatMap(([first, rows]) => rows.map((row, position) => [getRowId(row), first + position])),
    );
    return positions;
  };
}

/** Positions in a list, both ends included. */
export type RowRange = readonly [first: number, last: number];

/** Ascending, not overlapping and not empty. A hundred thousand rows can be one range. */
export type RowRanges = readonly RowRange[];

export function hasRow(ranges: RowRanges, index: number): boolean {
  return ranges.some(([first, last]) => first <= index && index <= last);
}

export function countRows(ranges: RowRanges): number {
  return ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

/** The rows of the ranges; `undefined` for those that are not loaded. */
export function getLoadedRows<Row>({ getRow }: RowSource<Row>, ranges: RowRanges): readonly (Row | undefined)[] {
  return ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, position) => getRow(first + position)),
  );
}

export function addRange(ranges: RowRanges, [from, to]: RowRange): RowRanges {
  const touching = ranges.filter(([first, last]) => first <= to + 1 && last >= from - 1);
  const apart = ranges.filter((range) => !touching.includes(range));
  const joined: RowRange = [
    Math.min(from, ...touching.map(([first]) => first)),
    Math.max(to, ...touching.map(([, last]) => last)),
  ];
  return [...apart, joined].toSorted(([one], [other]) => one - other);
}

export function removeRow(ranges: RowRanges, index: number): RowRanges {
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

export function toRanges(positions: readonly number[]): RowRanges {
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
  /** `undefined` if the row was not read. */
  readonly id: RowId | undefined;
  readonly index: number;
}

export function getPosition<Row>({ getRow, getRowId }: RowSource<Row>, index: number): RowPosition {
  const row = getRow(index);
  return { index, id: row === undefined ? undefined : getRowId(row) };
}

/** The current position of the row; `null` if another row is there or the list is shorter. */
export function findPosition<Row>(rows: RowSource<Row>, { id, index }: RowPosition): number | null {
  const found = id === undefined ? undefined : rows.getPositions().get(id);
  if (found !== undefined) return found;
  const isTaken = id !== undefined && rows.getRow(index) !== undefined;
  return isTaken || index >= rows.rowCount ? null : index;
}

/**
 * A row that is the heading or the sum of a group. It is not selected or copied. `onOpen` is called for it as for any
 * row.
 */
export type RowEmphasis = 'group' | 'subtotal';

/** `undefined` for a data row. */
export type GetEmphasis<Row> = (row: Row) => RowEmphasis | undefined;
