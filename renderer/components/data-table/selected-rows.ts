import type { EmphasisOf } from './row-emphasis.ts';
import type { RowRanges } from './row-ranges.ts';
import type { RowSource } from './row-source.ts';

export interface SelectedRows<Row> {
  /** In their order, without headings and sums of groups. */
  readonly rows: readonly Row[];
  /** Selected rows that are not read, and that the source cannot read by itself. */
  readonly missing: number;
}

/** The rows in the ranges; those that are not read yet are read where the source can, else they are counted. */
export async function selectedRows<Row>(
  source: RowSource<Row>,
  ranges: RowRanges,
  emphasisOf: EmphasisOf<Row> | undefined,
): Promise<SelectedRows<Row>> {
  const { loadRanges } = source;
  const here = rowsHere(source, ranges);
  const selected = loadRanges && !isWhole(here, source) ? await loadRanges(ranges) : here;
  const read = selected.filter((row) => row !== undefined);
  return {
    rows: read.filter((row) => emphasisOf?.(row) === undefined),
    missing: selected.length - read.length,
  };
}

function rowsHere<Row>({ rowAt }: RowSource<Row>, ranges: RowRanges): readonly (Row | undefined)[] {
  return ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, place) => rowAt(first + place)),
  );
}

/** False too where pages that were read one after the other both have a row that moved between them. */
function isWhole<Row>(rows: readonly (Row | undefined)[], { rowId }: RowSource<Row>): boolean {
  const ids = rows.map((row) => (row === undefined ? undefined : rowId(row)));
  return !ids.includes(undefined) && new Set(ids).size === ids.length;
}
