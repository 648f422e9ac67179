import type { SuiteOutcome } from './outcome.ts';
import type { SuiteSize } from './suite.ts';

/** What the process of a suite is told, as JSON in its only argument. */
export interface SuiteOrders {
  readonly suite: string;
  readonly size: SuiteSize;
  readonly seed: number;
  readonly sabotage: string | null;
}

/** What it answers. */
export type SuiteAnswer =
  | { readonly kind: 'ran'; readonly outcome: SuiteOutcome }
  /** The suite itself could not be run. */
  | { readonly kind: 'broke'; readonly error: string };
