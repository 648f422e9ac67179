import { withResults } from '../../support/results-section.ts';
import { caughtOf } from './format-verdict.ts';
import { isPassed, type SuiteVerdict } from './judge-suite.ts';
import { formatOutcome } from './outcome.ts';

const HEADING = ['Suite', 'Ran', 'Figures', 'Sabotages caught', 'Clean'];

export interface WholeRun {
  readonly verdict: SuiteVerdict;
  readonly at: Date;
  /** On what it ran. */
  readonly machine: string;
}

/** The README with the row of a suite made anew, rows in the order of `names`; those of other suites stay as they are. */
export function withRow(readme: string, names: readonly string[], run: WholeRun): string {
  const rows = new Map(rowsIn(readme).map((row) => [nameOf(row), row]));
  rows.set(run.verdict.suite.name, rowOf(run));
  const sorted = names.flatMap((name) => rows.get(name) ?? []);
  const table = [lineOf(HEADING), lineOf(HEADING.map(() => '---')), ...sorted].join('\n');
  return withResults(readme, `On ${run.machine}.\n\n${table}`);
}

function rowOf({ verdict, at }: WholeRun): string {
  const { suite, outcome, tookMs } = verdict;
  return lineOf([
    `\`${suite.name}\`: ${suite.title}`,
    `${at.toISOString().slice(0, 10)}, ${Math.round(tookMs / 1_000)} s`,
    outcome === null ? 'could not be run' : formatOutcome(outcome),
    caughtOf(verdict),
    isPassed(verdict) ? 'yes' : 'NO',
  ]);
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function rowsIn(readme: string): readonly string[] {
  return readme.split('\n').filter((line) => line.startsWith('| `'));
}

function nameOf(row: string): string {
  return row.split('`')[1] ?? '';
}
