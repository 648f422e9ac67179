import type { ExportRow } from './dataset.ts';

/** A row may be longer by itself. */
const MAX_PORTION_CHARS = 1_000_000;

/**
 * The rows in portions of some characters of text each; no rows are one empty portion. A text that all rows of a batch
 * have is held once, but written once a row: a whole batch could become one text that no memory holds.
 */
export function* portionsOf(rows: readonly ExportRow[]): Generator<readonly ExportRow[]> {
  let start = 0;
  let chars = 0;
  for (const [index, row] of rows.entries()) {
    const more = charsOf(row);
    if (index > start && chars + more > MAX_PORTION_CHARS) {
      yield rows.slice(start, index);
      start = index;
      chars = 0;
    }
    chars += more;
  }
  yield start === 0 ? rows : rows.slice(start);
}

function charsOf(row: ExportRow): number {
  let chars = 0;
  for (const value of Object.values(row)) {
    if (typeof value === 'string') chars += value.length;
  }
  return chars;
}
