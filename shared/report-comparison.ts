import type { UnknownFigure } from './contract/financial-report.ts';
import { calculatePercentage, fromEuros, toEuros } from './money.ts';

export const VAT_SIDES = ['wt', 'ex'] as const;

/** The side of VAT to show if there is room for one amount only. */
export type VatSide = (typeof VAT_SIDES)[number];

/** The change of a figure. */
export interface Change {
  /** The exact difference in euros. */
  readonly difference: number;
  /**
   * Relative to the previous figure, with 2 decimals; `null` if that was 0 or the sign changed. For negative figures
   * such as returns it is the change in size: more returns are an increase.
   */
  readonly percentage: number | null;
}

/** Calculates the change between two figures in euros with at most 4 decimals. */
export function calculateChange(now: number, before: number): Change {
  const was = fromEuros(before);
  const difference = fromEuros(now) - was;
  const hasSameSign = now === 0 || now > 0 === was > 0;
  return { difference: toEuros(difference), percentage: hasSameSign ? calculatePercentage(difference, was) : null };
}

/** A compared line of the report. `null` is a figure that the line does not have. */
interface SidedLine<Figure> {
  readonly exVat: Figure | null;
  readonly inclVat: Figure | null;
}

/** Returns the compared figure of a line: the one for the side, or the only one. */
export function getFigure<Figure>(line: SidedLine<Figure> | null, side: VatSide): Figure | null {
  if (line === null) return null;
  const { exVat, inclVat } = line;
  return (side === 'wt' ? inclVat : exVat) ?? exVat ?? inclVat;
}

/** A figure in euros (`null` if unknown), and the unknown parts that it lacks. */
interface ComparedFigure {
  readonly euros: number | null;
  readonly without: readonly UnknownFigure[];
}

/** `null` if a figure is missing or unknown, or if the totals lack different parts. */
export function compareFigures(now: ComparedFigure | null, before: ComparedFigure | null): Change | null {
  if (typeof now?.euros !== 'number' || typeof before?.euros !== 'number') return null;
  return String(now.without) === String(before.without) ? calculateChange(now.euros, before.euros) : null;
}

/** The same line of two reports. At least one of them has it. */
export interface Pair<Line> {
  readonly key: string;
  /** The line with the name: the current one if it exists. */
  readonly named: Line;
  readonly now: Line | null;
  readonly before: Line | null;
}

/**
 * Pairs lines by key. A line of the previous report only follows its predecessor there. `before` is undefined without a
 * comparison.
 */
export function pairByKey<Line extends { readonly key: string }>(
  now: readonly Line[],
  before: readonly Line[] = [],
): readonly Pair<Line>[] {
  const previousLines = new Map(before.map((line) => [line.key, line]));
  const pairs: Pair<Line>[] = now.map((line) => ({
    ...{ key: line.key, named: line, now: line },
    before: previousLines.get(line.key) ?? null,
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
