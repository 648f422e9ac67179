import type { Language } from '../../../shared/contract/language.ts';
import type { ColumnKind, DatasetColumn } from '../../../shared/datasets/dataset.ts';
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

/** The widths of the columns of a sheet, by what is in the rows that are added. */
export function measureColumns(columns: readonly DatasetColumn[], language: Language) {
  const widths = columns.map(({ kind, heading }) => Math.max(WIDTHS[kind], heading[language].length + HEADING_EXTRA));

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
    widths: (): readonly number[] => widths,
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
