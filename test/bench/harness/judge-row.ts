import { median } from './median.ts';
import type { Bar, RowFacts } from './row.ts';

/** What the rounds of a row gave; shorter lists than asked for are a mistake of the row. */
export interface Rounds {
  readonly product: readonly number[];
  readonly reference: readonly number[];
}

export interface Verdict {
  readonly figure: number;
  readonly reference: number;
  /** What is held to the bar. */
  readonly compared: number;
  readonly isMet: boolean;
}

/** Compares the medians. A figure that is missing or no number never meets a bar, nor does a ratio of nothing. */
export function judgeRow(row: Pick<RowFacts, 'comparison' | 'bar'>, rounds: Rounds): Verdict {
  const figure = median(rounds.product);
  const reference = median(rounds.reference);
  const compared = row.comparison === 'ratio' ? ratioOf(figure, reference) : figure - reference;
  return { figure, reference, compared, isMet: Number.isFinite(compared) && isWithin(row.bar, compared) };
}

function ratioOf(figure: number, reference: number): number {
  return figure > 0 && reference > 0 ? figure / reference : Number.NaN;
}

function isWithin(bar: Bar, value: number): boolean {
  return 'atLeast' in bar ? value >= bar.atLeast : value <= bar.atMost;
}
