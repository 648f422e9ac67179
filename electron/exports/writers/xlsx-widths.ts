import type { Language } from '../../../shared/contract/language.ts';
import type { ColumnKind, DatasetColumn } from '../../../shared/datasets/dataset.ts';
import { sumOf } from '../../../shared/money.ts';
import type { ExportRow } from '../dataset.ts';
import { formattedText, labelIn } from './writer.ts';

/** In characters. Of a text the least: its column is as wide as the longest. */
const WIDTHS: Readonly<Record<ColumnKind, number>> = {
  text: 12,
  choice: 10,
  flag: 8,
  euros: 14,
  'unit-price': 14,
  percentage: 10,
  number: 10,
  integer: 10,
  timestamp: 20,
  date: 12,
};

/** A longer text is wrapped. */
const WIDEST_TEXT = 60;

/** Of the margins of a cell, and of bold letters. */
const TEXT_EXTRA = 2;

/** Of the button of the filter, and of bold letters. */
const HEADING_EXTRA = 5;

const TEXT_KINDS: ReadonlySet<ColumnKind> = new Set(['text', 'choice', 'flag']);

export function isTextColumn({ kind }: Pick<DatasetColumn, 'kind'>): boolean {
  return TEXT_KINDS.has(kind);
}

/** Of a sheet that is wider, printed as wide as a page, the letters would be too small to read. */
const WIDEST_SHEET = 190;

/** Narrower, a text takes too many lines. */
const LEAST_TEXT = 26;

/**
 * The widths of the columns of a sheet, by what is in the rows that are added. Of a wide one headings and texts are wrapped,
 * first those of the `fixed` columns, which say the same in every row.
 */
export function measureColumns(columns: readonly DatasetColumn[], language: Language, fixed: readonly string[] = []) {
  const widths: number[] = columns.map(({ kind }) => WIDTHS[kind]);
  const headed = (lengthOf: (heading: string) => number) =>
    widths.map((width, at) => Math.max(width, lengthOf(columns[at]?.heading[language] ?? '') + HEADING_EXTRA));

  return {
    add(row: ExportRow): void {
      columns.forEach((column, at) => {
        const label = labelIn(row, column);
        if (label === null && !isTextColumn(column)) return;
        const text = label ?? formattedText(column, row[column.id] ?? null, language);
        const wanted = longestLine(text) + TEXT_EXTRA;
        widths[at] = Math.max(widths[at] ?? 0, Math.min(wanted, WIDEST_TEXT));
      });
    },
    widths(): readonly number[] {
      const whole = headed(({ length }) => length);
      if (sumOf(whole, (width) => width) <= WIDEST_SHEET) return whole;
      const wrapped = headed((heading) => Math.max(...heading.split(' ').map(({ length }) => length)));
      const isLong = ({ kind, id }: DatasetColumn, at: number) =>
        kind === 'text' && !fixed.includes(id) && (wrapped[at] ?? 0) > LEAST_TEXT;
      const least = columns.map((column, at) => {
        if (isLong(column, at)) return LEAST_TEXT;
        return fixed.includes(column.id) && column.kind === 'text' ? WIDTHS.text : (wrapped[at] ?? 0);
      });
      const shares = columns.flatMap((column, at) => (isLong(column, at) ? [at] : []));
      let room = Math.max(0, WIDEST_SHEET - sumOf(least, (width) => width));
      // What a shorter text leaves is for the longer ones.
      shares.sort((one, other) => (wrapped[one] ?? 0) - (wrapped[other] ?? 0));
      for (const [index, at] of shares.entries()) {
        const more = Math.min((wrapped[at] ?? 0) - LEAST_TEXT, Math.floor(room / (shares.length - index)));
        least[at] = LEAST_TEXT + more;
        room -= more;
      }
      return least;
    },
  };
}

function longestLine(text: string): number {
  return text.includes('\n') ? Math.max(...text.split('\n').map(({ length }) => length)) : text.length;
}

/** How many lines of so many characters the words of a text take; a word is on one of them. */
export function linesAcross(text: string, width: number): number {
  let lines = 1;
  let used = 0;
  for (const { length } of text.split(' ')) {
    if (used > 0 && used + length > width) {
      lines += 1;
      used = 0;
    }
    used += length + 1;
  }
  return lines;
}
