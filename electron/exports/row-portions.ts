import type { ExportRow } from './dataset.ts';

/** A single longer row is a portion of its own. */
const MAX_PORTION_CHARACTERS = 1_000_000;

/**
 * Splits rows into portions of about a million characters of text; no rows give one empty portion. Memory holds a text that
 * all rows share once, but a file repeats it in every row. Written as one text, a whole batch may not fit into memory.
 */
export function* portionsOf(rows: readonly ExportRow[]): Generator<readonly ExportRow[]> {
  let start = 0;
  let chars = 0;
  for (const [index, row] of rows.entries()) {
    const more = countCharacters(row);
    if (index > start && chars + more > MAX_PORTION_CHARACTERS) {
      yield rows.slice(start, index);
      start = index;
      chars = 0;
    }
    chars += more;
  }
  yield start === 0 ? rows : rows.slice(start);
}

function countCharacters(row: ExportRow): number {
  let chars = 0;
  for (const value of Object.values(row)) {
    if (typeof value === 'string') chars += value.length;
  }
  return chars;
}
