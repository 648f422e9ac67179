import { addTallies, ONE_FAILED, type Tally } from './tally.ts';

export interface NamedTally {
  readonly name: string;
  readonly tally: Tally;
}

/**
 * Adds the failures that no test reports: a suite in which nothing ran, and a run that ended badly although
 * all its tests passed.
 */
export function judgeSuites(suites: readonly NamedTally[], hasEndedWell: boolean): readonly NamedTally[] {
  const judged = suites.map(({ name, tally }) => ({
    name,
    tally: tally.passed + tally.failed > 0 ? tally : addTallies([tally, ONE_FAILED]),
  }));
  const isExplained = hasEndedWell || judged.some(({ tally }) => tally.failed > 0);
  return isExplained ? judged : [...judged, { name: 'end of the run', tally: ONE_FAILED }];
}
