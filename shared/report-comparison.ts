import type { UnknownFigure } from './contract/financial-report.ts';
import { fromEuros, percentageOf, toEuros } from './money.ts';

export const VAT_SIDES = ['wt', 'ex'] as const;

/** Which of two amounts is shown where there is room for one: including VAT or excluding it. */
export type VatSide = (typeof VAT_SIDES)[number];

/** How a figure differs from the one it is compared with. */
export interface Change {
  /** In euros, exact. */
  readonly difference: number;
  /**
   * Of the size of the previous figure, with 2 decimals and the sign of the difference; null where that figure was 0 or the
   * sign has changed.
   */
  readonly percentage: number | null;
}

/** Both in euros, with at most 4 decimals. */
export function changeBetween(now: number, before: number): Change {
  const was = fromEuros(before);
  const difference = fromEuros(now) - was;
  const hasSameSign = now === 0 || now > 0 === was > 0;
  return { difference: toEuros(difference), percentage: hasSameSign ? percentageOf(difference, Math.abs(was)) : null };
}

/** A line of the report as it is compared: null is a figure that the line does not have. */
interface SidedLine<Figure> {
  readonly exVat: Figure | null;
  readonly inclVat: Figure | null;
}

/** The figure of a line that is compared: that of the side, or the only one it has. */
export function sidedFigure<Figure>(line: SidedLine<Figure> | null, side: VatSide): Figure | null {
  if (line === null) return null;
  const { exVat, inclVat } = line;
  return (side === 'wt' ? inclVat : exVat) ?? exVat ?? inclVat;
}

/** A figure in euros, null where it is not known, of a line that lacks these of its parts. */
interface ComparedFigure {
  readonly euros: number | null;
  readonly without: readonly UnknownFigure[];
}

/** Null where one of the figures is missing or not known, and between totals that lack other parts. */
export function comparedChange(now: ComparedFigure | null, before: ComparedFigure | null): Change | null {
  if (typeof now?.euros !== 'number' || typeof before?.euros !== 'number') return null;
  return String(now.without) === String(before.without) ? changeBetween(now.euros, before.euros) : null;
}

/** The same line of two reports; at least one of the two has it. */
export interface Pair<Line> {
  readonly key: string;
  /** The line that gives the name: the present one where there is one. */
  readonly named: Line;
  readonly now: Line | null;
  readonly before: Line | null;
}

/** A line that only the report before has follows the one that it followed there. `before` is undefined where nothing is compared. */
export function pairByKey<Line extends { readonly key: string }>(
  now: readonly Line[],
  before: readonly Line[] = [],
): readonly Pair<Line>[] {
  const beforeOf = new Map(before.map((line) => [line.key, line]));
  const pairs: Pair<Line>[] = now.map((line) => ({
    ...{ key: line.key, named: line, now: line },
    before: beforeOf.get(line.key) ?? null,
  }));
  const known = new Set(now.map(({ key }) => key));
  before.forEach((line, index) => {
    if (known.has(line.key)) return;
    const previous = before[index - 1]?.key;
    const at = pairs.findIndex(({ key }) => key === previous) + 1;
    pairs.splice(at, 0, { key: line.key, named: line, now: null, before: line });
  });
  return pairs;
}
