import type { Language } from '../../../shared/contract/language.ts';
import type { CellValue, DatasetColumn } from '../../../shared/datasets/dataset.ts';
import type { ExportRow } from '../dataset.ts';
import type { Face } from './pdf-paper.ts';
import { decimalsOf, holdsNumbers, missingDecimals, PDF_LABELS, pdfCell } from './pdf-text.ts';
import type { DocumentEnd, ExportDocument } from './writer.ts';

/** Texts by column, in the order of the columns of the table. */
export type PrintedRow = readonly string[];

export interface PrintedTable {
  /** Null where the document is one table. */
  readonly title: string | null;
  readonly columns: readonly DatasetColumn[];
  readonly rows: readonly PrintedRow[];
  readonly totals: PrintedRow | null;
}

type Printable = (text: string) => string;

export function printedTables(
  document: ExportDocument,
  rows: readonly ExportRow[],
  end: DocumentEnd,
  printable: Printable,
): PrintedTable[] {
  const { sectionColumn, columns, language } = document;
  const besides = columns.filter(({ id }) => id !== sectionColumn);
  const printedColumns = besides.length > 0 ? besides : columns;
  const totals = rows.length === 0 ? null : totalsOf(printedColumns, end, language);
  if (sectionColumn === null || rows.length === 0) {
    const printed = rows.map((row) => printedRow(printedColumns, row, language, printable));
    return [{ title: null, columns: printedColumns, rows: printed, totals }];
  }
  const tables = sectionsOf(rows, sectionColumn).map((section) => {
    const filled = printedColumns.filter(({ id }) => section.rows.some((row) => !isEmpty(row[id])));
    const used = filled.length > 0 ? filled : printedColumns;
    const printed = section.rows.map((row) => printedRow(used, row, language, printable));
    return { title: printable(section.title), columns: used, rows: printed, totals: null };
  });
  return totals === null ? tables : [...tables, totalsTable(printedColumns, end, language)];
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
  const { total, totalOfSome } = PDF_LABELS[language];
  const labelled = columns.find(({ id }) => !(id in sums));
  return columns.map((column) => {
    if (column === labelled) return shortfall === null ? total : totalOfSome;
    return pdfCell(column, sums[column.id] ?? null, language);
  });
}

/** The sums of all sections, where none of them has all columns. */
function totalsTable(columns: readonly DatasetColumn[], end: DocumentEnd, language: Language): PrintedTable {
  const summed = columns.filter(({ id }) => id in end.sums);
  const { total, totalOfSome } = PDF_LABELS[language];
  const title = end.shortfall === null ? total : totalOfSome;
  const row = summed.map((column) => pdfCell(column, end.sums[column.id] ?? null, language));
  return { title, columns: summed, rows: [row], totals: null };
}

function isEmpty(value: CellValue | undefined): boolean {
  return value === undefined || value === null || value === '';
}

/** How much room a column needs, in the size of its letters: times 8 it is points for letters of 8 points. */
export interface ColumnNeed {
  readonly isNumeric: boolean;
  /** Its texts may be broken into lines without being hard to read. */
  readonly mayWrap: boolean;
  readonly least: number;
  readonly wanted: number;
  /** In which its heading is one line. */
  readonly roomy: number;
  /** In which nothing wraps. */
  readonly natural: number;
  readonly mostDecimals: number;
}

export interface Faces {
  readonly regular: Face;
  readonly bold: Face;
}

const NARROWEST_TEXT = 7;

const WIDEST = 22;

const SOLID_KINDS = new Set(['date', 'timestamp', 'flag']);

export function columnNeeds(table: PrintedTable, language: Language, faces: Faces): ColumnNeed[] {
  return table.columns.map((column, index) => {
    const texts = table.rows.map((row) => row[index] ?? '');
    return needOf(column, texts, table.totals?.[index] ?? '', language, faces);
  });
}

export function largestNeeds(
  tables: readonly PrintedTable[],
  needs: readonly (readonly ColumnNeed[])[],
): ReadonlyMap<string, ColumnNeed> {
  const largest = new Map<string, ColumnNeed>();
  tables.forEach(({ columns }, at) => {
    needs[at]?.forEach((need, index) => {
      const id = columns[index]?.id ?? '';
      const before = largest.get(id);
      largest.set(id, before === undefined ? need : larger(before, need));
    });
  });
  return largest;
}

/** Numbers and dates are as wide in each table of a document, so that they lie below one another; texts as they need. */
export function alignedNeeds(
  { columns }: PrintedTable,
  needs: readonly ColumnNeed[],
  largest: ReadonlyMap<string, ColumnNeed>,
): ColumnNeed[] {
  return needs.map((need, index) => {
    const { mayWrap, mostDecimals } = need;
    const shared = largest.get(columns[index]?.id ?? '') ?? need;
    return mayWrap ? need : { ...shared, mostDecimals };
  });
}

function needOf(
  column: DatasetColumn,
  texts: readonly string[],
  total: string,
  language: Language,
  { regular, bold }: Faces,
): ColumnNeed {
  const isNumeric = holdsNumbers(column);
  const mayWrap = !isNumeric && !SOLID_KINDS.has(column.kind);
  const mostDecimals = isNumeric ? mostOf([...texts, total], (text) => decimalsOf(text, language)) : 0;
  const widthIn = (face: Face) => (text: string) => {
    if (text === '' || !isNumeric) return face.widthOf(text, 1);
    return face.widthOf(text + missingDecimals(decimalsOf(text, language), mostDecimals, language), 1);
  };
  const cells = Math.max(mostOf(texts, widthIn(regular)), widthIn(bold)(total));
  const heading = headingWidths(column.heading[language], bold);
  const wanted = Math.max(heading.inTwoLines, Math.min(cells, WIDEST));
  return {
    isNumeric,
    mayWrap,
    mostDecimals,
    natural: Math.max(cells, heading.inOneLine),
    least: Math.max(heading.word, Math.min(cells, mayWrap ? NARROWEST_TEXT : WIDEST)),
    wanted,
    roomy: Math.max(wanted, heading.inOneLine),
  };
}

function headingWidths(heading: string, face: Face) {
  const words = heading.split(' ');
  const widthOf = (some: readonly string[]) => face.widthOf(some.join(' '), 1);
  const splits = words.map((_, at) => Math.max(widthOf(words.slice(0, at)), widthOf(words.slice(at))));
  return {
    word: mostOf(words, (word) => face.widthOf(word, 1)),
    inOneLine: widthOf(words),
    inTwoLines: Math.min(...splits),
  };
}

function larger(one: ColumnNeed, other: ColumnNeed): ColumnNeed {
  return {
    ...one,
    least: Math.max(one.least, other.least),
    wanted: Math.max(one.wanted, other.wanted),
    roomy: Math.max(one.roomy, other.roomy),
    natural: Math.max(one.natural, other.natural),
    mostDecimals: Math.max(one.mostDecimals, other.mostDecimals),
  };
}

function mostOf<Item>(items: readonly Item[], measure: (item: Item) => number): number {
  return items.reduce((most, item) => Math.max(most, measure(item)), 0);
}
