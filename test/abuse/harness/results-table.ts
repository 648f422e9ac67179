import { withResults } from '../../support/results-section.ts';
import { isPassed, type SuiteVerdict } from './judge-suite.ts';
import { formatOutcome } from './outcome.ts';

/** One line of figures for a suite. */
export function formatVerdict(verdict: SuiteVerdict): string {
  const { suite, outcome, tookMs } = verdict;
  const figures = outcome === null ? [] : [formatOutcome(outcome)];
  const all = [...figures, `${caughtOf(verdict)} mutants caught`, `${Math.round(tookMs / 1_000)} s`];
  return `${suite.name}: ${all.join('; ')}. ${isPassed(verdict) ? 'clean' : 'RED'}`;
}

/** The README with the row of a suite replaced, rows in the order of `names`; those of other suites stay as they are. */
export function withRow(
  readme: string,
  names: readonly string[],
  { verdict, at, machine }: { readonly verdict: SuiteVerdict; readonly at: Date; readonly machine: string },
): string {
  const rows = readme.split('\n').filter((line) => line.startsWith('| `'));
  const byName = new Map(rows.map((row) => [row.split('`')[1], row]));
  const { suite, outcome, tookMs } = verdict;
  const row = lineOf([
    `\`${suite.name}\`: ${suite.title}`,
    `${at.toISOString().slice(0, 10)}, ${Math.round(tookMs / 1_000)} s`,
    outcome === null ? 'could not be run' : formatOutcome(outcome),
    caughtOf(verdict),
    isPassed(verdict) ? 'yes' : 'NO',
  ]);
  byName.set(suite.name, row);
  const heading = ['Suite', 'Ran', 'Figures', 'Mutants caught', 'Clean'];
  const sorted = names.flatMap((name) => byName.get(name) ?? []);
  const table = [lineOf(heading), lineOf(heading.map(() => '---')), ...sorted].join('\n');
  return withResults(readme, `On ${machine}.\n\n${table}`);
}

/** How many mutants the suite has found, of how many. */
function caughtOf({ mutants }: SuiteVerdict): string {
  return `${mutants.filter(({ isCaught }) => isCaught).length} of ${mutants.length}`;
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
