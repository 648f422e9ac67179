/** Places in a list, both ends included. */
export type RowRange = readonly [first: number, last: number];
/** Ascending, without overlap, and never empty in themselves: a hundred thousand rows are one range. */
export type RowRanges = readonly RowRange[];

export function hasRow(ranges: RowRanges, index: number): boolean {
  return ranges.some(([first, last]) => first <= index && index <= last);
}

export function rowsIn(ranges: RowRanges): number {
  return ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
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
    const parts: RowRanges = [
      [first, index - 1],
      [index + 1, last],
    ];
    return parts.filter(([from, to]) => from <= to);
  });
}

export function rangesAt(places: readonly number[]): RowRanges {
  const ranges: [first: number, last: number][] = [];
  for (const place of places.toSorted((one, other) => one - other)) {
    const range = ranges.at(-1);
    if (range && place <= range[1] + 1) range[1] = place;
    else ranges.push([place, place]);
  }
  return ranges;
}
