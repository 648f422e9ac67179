import { placeNow } from './row-place.ts';
import { hasRow, type RowRanges, rangesAt, rowsIn } from './row-ranges.ts';
import type { RowSource } from './row-source.ts';

/**
 * Where rows that were selected in a list stand now. Null where one of them cannot be found any more: it left, it is
 * no longer read, or it never was and the list has changed.
 */
export function followRanges<Row>(
  ranges: RowRanges,
  before: RowSource<Row>,
  now: RowSource<Row>,
): RowRanges | null {
  if (ranges.length === 0 || before === now) return ranges;
  const isAsLong = before.rowCount === now.rowCount;
  const places: number[] = [];
  let hasMoved = !isAsLong;
  for (const [id, index] of before.places()) {
    if (!hasRow(ranges, index)) continue;
    // A row that is out of view stands where it stood only in a list that is as long as it was.
    const place = isAsLong ? placeNow(now, { id, index }) : (now.places().get(id) ?? null);
    if (place === null) return null;
    hasMoved ||= place !== index;
    places.push(place);
  }
  if (!hasMoved) return ranges;
  return places.length === rowsIn(ranges) ? rangesAt(places) : null;
}
