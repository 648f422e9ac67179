import type { DemoGroup } from './demo-profile.ts';
import type { ProductRange } from './product-range.ts';
import { SERIES } from './series.ts';

/** Fewer things, looks and variants than this make a range that a larger catalog has no more of. */
const FEWEST_COMBINATIONS = 30;

/**
 * The groups with so many products in all: every range in proportion, but for those that are what they are, such
 * as shipping and services.
 */
export function scaleGroups(groups: readonly DemoGroup[], productCount: number): DemoGroup[] {
  const ranges = groups.flatMap((group) => group.ranges);
  const countOf = (chosen: readonly ProductRange[]) => chosen.reduce((sum, { count }) => sum + count, 0);
  const growing = countOf(ranges.filter(mayGrow));
  const wanted = productCount - countOf(ranges.filter((range) => !mayGrow(range)));
  let before = 0;
  const scaled = (range: ProductRange): ProductRange => {
    if (!mayGrow(range)) return range;
    const start = Math.round((before * wanted) / growing);
    before += range.count;
    return { ...range, count: Math.round((before * wanted) / growing) - start, series: SERIES };
  };
  return groups.map((group) => ({ ...group, ranges: group.ranges.map(scaled) }));
}

function mayGrow({ things, looks, variants }: ProductRange): boolean {
  return things.length * looks.length * variants.length >= FEWEST_COMBINATIONS;
}
