import type { Page } from '../platform.ts';

interface Identified {
  readonly id: number;
}

/**
 * The row of a list by id, or `null` if it has none: for a deployment that lists records and cannot read one. Takes about
 * as many calls as the total has binary digits.
 */
export async function findInList<Row extends Identified>(
  readAt: (start: number) => Promise<Page<Row>>,
  id: number,
): Promise<Row | null> {
  let from = 0;
  let to = (await readAt(0)).total;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const [row] = (await readAt(middle)).rows;
    if (row?.id === id) return row;
    if (row && row.id < id) from = middle + 1;
    else to = middle;
  }
  return null;
}
