import type { Language } from '../../../shared/contract/language.ts';
import type { CellValue, DatasetColumn } from '../../../shared/datasets/column.ts';
import type { ExportRow } from '../dataset.ts';
import { holdsNumbers, pdfCell } from './pdf-cell.ts';
import { PDF_WORDS } from './pdf-words.ts';
import type { DocumentEnd, ExportDocument } from './writer.ts';

/** Texts by column, in the order of the columns of the table. */
export type PrintedRow = readonly string[];

/** A table as it is printed, before it has a place. */
export interface PrintedTable {
  /** Null where the document is one table. */
  readonly title: string | null;
  readonly columns: readonly DatasetColumn[];
  readonly rows: readonly PrintedRow[];
  readonly totals: PrintedRow | null;
}

type Printable = (text: string) => string;

/** The tables of the document: one, or one of each section without the columns that are empty in it. */
export function printedTables(
  document: ExportDocument,
  rows: readonly ExportRow[],
  end: DocumentEnd,
  printable: Printable,
): PrintedTable[] {
  const { sectionColumn, columns, language } = document;
  const besides = columns.filter(({ id }) => id !== sectionColumn);
  const shown = besides.length > 0 ? besides : columns;
  const totals = rows.length === 0 ? null : totalsOf(shown, end, language);
  if (sectionColumn === null || rows.length === 0) {
    const printed = rows.map((row) => printedRow(shown, row, language, printable));
    return [{ title: null, columns: shown, rows: printed, totals }];
  }
  const tables = sectionsOf(rows, sectionColumn).map((section) => {
    const kept = shown.filter(({ id }) => section.rows.some((row) => !isEmpty(row[id])));
    const used = kept.length > 0 ? kept : shown;
    const printed = section.rows.map((row) => printedRow(used, row, language, printable));
    return { title: printable(section.title), columns: used, rows: printed, totals: null };
  });
  return totals === null ? tables : [...tables, totalsTable(shown, end, language)];
}

interface Section {
  readonly title: string;
  readonly rows: ExportRow[];
}

function sectionsOf(rows: readonly ExportRow[], sectionColumn: string): Section[] {
  const sections: Section[] = [];
  for (const row of rows) {
    const title = String(row[sectionColumn] ?? '');
    const current = sections.at(-1);
    if (current?.title === title) current.rows.push(row);
    else sections.push({ title, rows: [row] });
  }
  return sections;
}

/** Only texts can hold what the font lacks. */
function printedRow(
  columns: readonly DatasetColumn[],
  row: ExportRow,
  language: Language,
  printable: Printable,
): PrintedRow {
  return columns.map((column) => {
    const text = pdfCell(column, row[column.id] ?? null, language);
    return holdsNumbers(column) ? text : printable(text);
  });
}

/** Null where no column has a sum. The word for it stands in the first column that has none. */
function totalsOf(
  columns: readonly DatasetColumn[],
  { sums, shortfall }: DocumentEnd,
  language: Language,
): PrintedRow | null {
  if (!columns.some(({ id }) => id in sums)) return null;
  const words = PDF_WORDS[language];
  const labelled = columns.find(({ id }) => !(id in sums));
  return columns.map((column) => {
    if (column === labelled) return shortfall === null ? words.total : words.totalOfSome;
    return pdfCell(column, sums[column.id] ?? null, language);
  });
}

/** The sums of all sections, where none of them has a place for each. */
function totalsTable(columns: readonly DatasetColumn[], end: DocumentEnd, language: Language): PrintedTable {
  const summed = columns.filter(({ id }) => id in end.sums);
  const { total, totalOfSome } = PDF_WORDS[language];
  const title = end.shortfall === null ? total : totalOfSome;
  const row = summed.map((column) => pdfCell(column, end.sums[column.id] ?? null, language));
  return { title, columns: summed, rows: [row], totals: null };
}

function isEmpty(value: CellValue | undefined): boolean {
  return value === undefined || value === null || value === '';
}
