import type { Context } from '../context/bench-context.ts';
import { median } from './percentile.ts';

export type Bar = { readonly atLeast: number } | { readonly atMost: number };

export interface RowFacts {
  /** For `--only`. */
  readonly name: string;
  /** A description of what is measured. */
  readonly measured: string;
  /** What it is compared with, measured in the same rounds. */
  readonly comparedWith: string;
  readonly unit: 'requests/s' | 'ms' | 'MB';
  /** What is compared with the bar: figure divided by reference, or figure minus reference in the unit of the row. */
  readonly comparison: 'ratio' | 'difference';
  readonly bar: Bar;
  readonly rounds: number;
}

/** One line of the table. */
export interface Row<On = Context> extends RowFacts {
  /** Starts what is measured and warms it up. Programs started through the context end after the row. */
  prepare(benchContext: On): Promise<Sides>;
}

/** Both sides of a row, called alternately: product, reference, product, reference. Each returns one figure. */
export interface Sides {
  /** Details found during preparation, such as the search words. */
  readonly detail?: string;
  product(): Promise<number>;
  reference(): Promise<number>;
}

/** The figures of the rounds of a row. */
export interface Rounds {
  readonly product: readonly number[];
  readonly reference: readonly number[];
}

interface Verdict {
  readonly figure: number;
  readonly reference: number;
  /** The value that is compared with the bar. */
  readonly compared: number;
  readonly isMet: boolean;
}

/** Compares the medians. A missing or invalid figure never meets a bar, and neither does a ratio to 0. */
function judgeRow(row: Pick<RowFacts, 'comparison' | 'bar'>, rounds: Rounds): Verdict {
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

/** The result of a row. */
export interface Outcome {
  readonly row: RowFacts;
  readonly detail: string | null;
  /** Why it could not be measured; `null` if it was. */
  readonly failure: string | null;
  readonly verdict: Verdict;
}

/** 0 if there are rows and each meets its bar, otherwise 1. */
export function exitStatusOf(outcomes: readonly Outcome[]): 0 | 1 {
  const isGood = outcomes.length > 0 && outcomes.every(({ verdict, failure }) => verdict.isMet && !failure);
  return isGood ? 0 : 1;
}

/** Measures both sides alternately. A row that fails misses its bar, and the others continue. */
export async function measureRow<On extends Pick<Context, 'clear'>>(row: Row<On>, benchContext: On): Promise<Outcome> {
  const product: number[] = [];
  const reference: number[] = [];
  let sides: Sides | null = null;
  let failure: string | null = null;
  try {
    sides = await row.prepare(benchContext);
    for (let round = 0; round < row.rounds; round += 1) {
      product.push(await sides.product());
      reference.push(await sides.reference());
    }
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
  } finally {
    await benchContext.clear();
  }
  const verdict = judgeRow(row, failure === null ? { product, reference } : { product: [], reference: [] });
  return { row, detail: sides?.detail ?? null, failure, verdict };
}
