import { isPassed, type SuiteVerdict } from './judge-suite.ts';
import { formatOutcome } from './outcome.ts';

/** One line of figures for a suite. */
export function formatVerdict(verdict: SuiteVerdict): string {
  const { suite, outcome, tookMs } = verdict;
  const figures = outcome === null ? [] : [formatOutcome(outcome)];
  const said = [...figures, `${caughtOf(verdict)} sabotages caught`, `${Math.round(tookMs / 1_000)} s`];
  return `${suite.name}: ${said.join('; ')}. ${isPassed(verdict) ? 'clean' : 'RED'}`;
}

/** Of how many the suite has found how many. */
export function caughtOf({ sabotages }: SuiteVerdict): string {
  return `${sabotages.filter(({ isCaught }) => isCaught).length} of ${sabotages.length}`;
}
