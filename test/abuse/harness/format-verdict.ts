import type { SuiteVerdict } from './judge-suite.ts';
import { isPassed } from './judge-suite.ts';
import { formatOutcome } from './outcome.ts';

/** One line of figures for a suite. */
export function formatVerdict(verdict: SuiteVerdict): string {
  const { suite, outcome, tookMs } = verdict;
  const figures = outcome === null ? [] : [formatOutcome(outcome)];
  const said = [...figures, formatSabotages(verdict), `${Math.round(tookMs / 1_000)} s`];
  return `${suite.name}: ${said.join('; ')}. ${isPassed(verdict) ? 'clean' : 'RED'}`;
}

function formatSabotages({ sabotages }: SuiteVerdict): string {
  const caught = sabotages.filter(({ isCaught }) => isCaught).length;
  return `${caught} of ${sabotages.length} sabotages caught`;
}

/** A table in Markdown, a row for each suite. */
export function formatTable(verdicts: readonly SuiteVerdict[]): string {
  const rows = verdicts.map((verdict) => {
    const { suite, outcome, sabotages } = verdict;
    const caught = sabotages.filter(({ isCaught }) => isCaught).length;
    return [
      `\`${suite.name}\`: ${suite.title}`,
      outcome === null ? '' : formatOutcome(outcome),
      `${caught} of ${sabotages.length}`,
      isPassed(verdict) ? 'yes' : 'NO',
    ];
  });
  const heading = ['Suite', 'Figures', 'Sabotages caught', 'Clean'];
  return [heading, heading.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
