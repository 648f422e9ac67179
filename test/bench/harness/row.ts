import type { Ground } from '../ground/ground.ts';

export type Bar = { readonly atLeast: number } | { readonly atMost: number };

export interface RowFacts {
  /** For `--only`. */
  readonly name: string;
  /** What is measured, in words. */
  readonly measured: string;
  /** What it is compared with, measured in the same rounds. */
  readonly comparedWith: string;
  readonly unit: 'requests/s' | 'ms' | 'MB';
  /** What is held to the bar: figure divided by reference, or figure less reference in the unit of the row. */
  readonly comparison: 'ratio' | 'difference';
  readonly bar: Bar;
  readonly rounds: number;
}

/** One line of the table. */
export interface Row<On = Ground> extends RowFacts {
  /** Starts what is measured and warms it up. What the ground starts it stops after the row. */
  prepare(ground: On): Promise<Sides>;
}

/** Both sides of a row, called by turns: product, reference, product, reference. Each answers one figure. */
export interface Sides {
  /** What was found out while preparing, such as the words that are searched for. */
  readonly detail?: string;
  product(): Promise<number>;
  reference(): Promise<number>;
}
