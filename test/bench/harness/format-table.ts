import { formatCells } from './format-cells.ts';
import type { Outcome } from './outcome.ts';
import type { Bar, RowFacts } from './row.ts';

const HEADINGS = ['Measured', 'Figure', 'Reference', '', 'Ratio', 'Bar', 'Met'];
const RIGHT_ALIGNED = new Set([1, 2, 4, 5]);

const numbers = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** A row for each outcome. */
export function formatTable(outcomes: readonly Outcome[]): string {
  return formatCells([HEADINGS, ...outcomes.map(cellsOf)], RIGHT_ALIGNED);
}

/** What came of one row, for whoever waits for the others. */
export function formatProgress(outcome: Outcome): string {
  const [, figure, reference, , compared, bar, met] = cellsOf(outcome);
  return `${outcome.row.name}: ${figure} to ${reference}, ${compared} (${bar}) ${outcome.failure ?? met}`;
}

function cellsOf({ row, detail, failure, verdict }: Outcome): string[] {
  const { figure, reference, compared, isMet } = verdict;
  return [
    [row.measured, detail, failure && 'failed'].filter(Boolean).join('; '),
    withUnit(figure, row),
    withUnit(reference, row),
    row.comparedWith,
    row.comparison === 'ratio' ? number(compared) : withUnit(compared, row),
    barOf(row),
    isMet ? 'yes' : 'MISSED',
  ].map(plain);
}

function barOf(row: RowFacts): string {
  const limit = limitOf(row.bar);
  const sign = 'atLeast' in row.bar ? '≥' : '≤';
  return `${sign} ${row.comparison === 'ratio' ? number(limit) : withUnit(limit, row)}`;
}

function limitOf(bar: Bar): number {
  return 'atLeast' in bar ? bar.atLeast : bar.atMost;
}

function withUnit(value: number, { unit }: RowFacts): string {
  return Number.isFinite(value) ? `${number(value)} ${unit}` : number(value);
}

function number(value: number): string {
  return Number.isFinite(value) ? numbers.format(value) : 'none';
}

/** One line without what would end a cell. */
function plain(cell: string): string {
  return cell.replace(/\s+/g, ' ').replaceAll('|', '/');
}
