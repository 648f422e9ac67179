import type { Bar, Outcome, RowFacts } from './measure-row.ts';

/** A Markdown table that is readable in a terminal. The first line has the headings. */
export function formatCells(lines: readonly (readonly string[])[], rightAligned: ReadonlySet<number>): string {
  const headings = lines[0] ?? [];
  const widths = headings.map((_, at) => Math.max(3, ...lines.map((cells) => (cells[at] ?? '').length)));
  const rule = widths.map((width, at) => (rightAligned.has(at) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  const lineOf = (cells: readonly string[]) => {
    const padded = widths.map((width, at) => {
      const cell = cells[at] ?? '';
      return rightAligned.has(at) ? cell.padStart(width) : cell.padEnd(width);
    });
    return `| ${padded.join(' | ')} |\n`;
  };
  const [head = '', ...body] = lines.map(lineOf);
  return [head, lineOf(rule), ...body].join('');
}

const HEADINGS = ['Measured', 'Figure', 'Reference', '', 'Ratio', 'Bar', 'Met'];

const RIGHT_ALIGNED = new Set([1, 2, 4, 5]);

const numbers = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** A row for each outcome. */
export function formatTable(outcomes: readonly Outcome[]): string {
  return formatCells([HEADINGS, ...outcomes.map(cellsOf)], RIGHT_ALIGNED);
}

/** The result of one row, printed while the others are measured. */
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
    row.comparison === 'ratio' ? formatNumber(compared) : withUnit(compared, row),
    barOf(row),
    isMet ? 'yes' : 'MISSED',
  ].map(plain);
}

function barOf(row: RowFacts): string {
  const limit = limitOf(row.bar);
  const sign = 'atLeast' in row.bar ? '≥' : '≤';
  return `${sign} ${row.comparison === 'ratio' ? formatNumber(limit) : withUnit(limit, row)}`;
}

function limitOf(bar: Bar): number {
  return 'atLeast' in bar ? bar.atLeast : bar.atMost;
}

function withUnit(value: number, { unit }: RowFacts): string {
  return Number.isFinite(value) ? `${formatNumber(value)} ${unit}` : formatNumber(value);
}

/** Three digits, and nothing below a millionth: that is the noise between two equal figures. */
export function formatNumber(value: number): string {
  return Number.isFinite(value) ? numbers.format(Math.abs(value) < 1e-6 ? 0 : value) : 'none';
}

/** One line, without characters that would end a cell. */
function plain(cell: string): string {
  return cell.replace(/\s+/g, ' ').replaceAll('|', '/');
}
