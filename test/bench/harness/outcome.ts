import type { Verdict } from './judge-row.ts';
import type { RowFacts } from './row.ts';

/** What became of a row. */
export interface Outcome {
  readonly row: RowFacts;
  readonly detail: string | null;
  /** Why it could not be measured; null when it was. */
  readonly failure: string | null;
  readonly verdict: Verdict;
}

/** 0 when there are rows and each of them meets its bar, else 1. */
export function exitStatusOf(outcomes: readonly Outcome[]): 0 | 1 {
  const isGood = outcomes.length > 0 && outcomes.every(({ verdict, failure }) => verdict.isMet && !failure);
  return isGood ? 0 : 1;
}
