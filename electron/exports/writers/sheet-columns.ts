import type { Language } from '../../../shared/contract/language.ts';
import type { ColumnKind, DatasetColumn } from '../../../shared/datasets/column.ts';
import type { ExportRow } from '../dataset.ts';
import { cell } from './cell.ts';

/** A column of a sheet, under its letters. */
export interface SheetColumn {
  readonly letters: string;
  readonly heading: string;
  readonly declared: DatasetColumn;
  /** Its cell in that row of the sheet; the first is 1. */
  cellOf(row: ExportRow, rowNumber: number): string;
}

export function sheetColumns(columns: readonly DatasetColumn[], language: Language): SheetColumn[] {
  return columns.map((declared, index) => {
    const letters = lettersOf(index);
    return {
      letters,
      heading: declared.heading[language],
      declared,
      cellOf: (row, rowNumber) =>
        cell(declared, row[declared.id] ?? null, `${letters}${rowNumber}`, language),
    };
  });
}

/** `A` for 0, `Z` for 25, `AA` for 26. */
function lettersOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : lettersOf(Math.floor(index / 26) - 1) + last;
}

/** In characters, for the widths lie before the rows. */
const WIDTHS: Readonly<Record<ColumnKind, number>> = {
  text: 30,
  choice: 16,
  flag: 8,
  euros: 14,
  'unit-price': 14,
  percentage: 10,
  number: 10,
  integer: 10,
  timestamp: 20,
  date: 12,
};
/** Of the button of the filter, and of bold letters. */
const HEADING_EXTRA = 5;

export function widthOf({ heading, declared }: SheetColumn): number {
  return Math.max(WIDTHS[declared.kind], heading.length + HEADING_EXTRA);
}

const TEXT_KINDS: ReadonlySet<ColumnKind> = new Set(['text', 'choice', 'flag']);

export function isText({ declared }: SheetColumn): boolean {
  return TEXT_KINDS.has(declared.kind);
}
