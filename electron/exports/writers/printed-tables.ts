import type { Language } from '../../../shared/contract/language.ts';
import type { CellValue, DatasetColumn } from '../../../shared/datasets/dataset.ts';
import { compareFolded } from '../../../shared/fold-text.ts';
import { createShopNameShortener } from '../../../shared/shop-names.ts';
import type { ExportRow, PaperTable } from '../dataset.ts';
import {
  countDecimals,
  formatPdfCell,
  formatPercentageCell,
  holdsNumbers,
  PDF_LABELS,
  padDecimals,
  TWO_DECIMALS,
} from './pdf-text.ts';
import { type DocumentEnd, type ExportDocument, getLabel } from './writer.ts';

/** Texts by column, in the order of the columns of the table. */
export type PrintedRow = readonly string[];

export interface PrintedTable {
  /** `null` if the document is one table. */
  readonly title: string | null;
  readonly columns: readonly DatasetColumn[];
  readonly rows: readonly PrintedRow[];
  /** Indexes of the rows that add up others. */
  readonly sums: ReadonlySet<number>;
  readonly totals: PrintedRow | null;
  /** Below the totals. */
  readonly note: string | null;
  readonly half: PaperTable['half'];
}

type Printable = (text: string) => string;

/**
 * The tables of a document: those that the dataset provides, otherwise its sections, otherwise one table and its
 * summaries.
 */
export function choosePaperTables(
  { sectionColumn, columns, fixed, hasChosenColumns }: ExportDocument,
  rows: readonly ExportRow[],
  { paper, summaries }: Pick<DocumentEnd, 'paper' | 'summaries'>,
): readonly PaperTable[] {
  if (paper !== null) return paper.map(dropEmptyColumns);
  // A link cannot be followed on paper, and the head shows what is the same in every row.
  const besides = columns.filter(({ id, isLink }) => id !== sectionColumn && !isLink && !fixed.includes(id));
  const printed = besides.length > 0 ? besides : columns;
  if (sectionColumn === null || rows.length === 0) {
    const list = { title: null, columns: hasChosenColumns ? printed : dropPlainColumns(printed, rows), rows };
    return [list, ...summaries];
  }
  const sections = splitSections(rows, sectionColumn).map((section) => ({ ...section, columns: printed }));
  return hasChosenColumns ? sections : sections.map(dropEmptyColumns);
}

function dropEmptyColumns(table: PaperTable): PaperTable {
  const filled = table.columns.filter(({ id }) => table.rows.some((row) => !isEmpty(row[id])));
  return filled.length === 0 ? table : { ...table, columns: filled };
}

/** Without text columns that say nothing: empty ones, and those with the default text in every row. */
function dropPlainColumns(columns: readonly DatasetColumn[], rows: readonly ExportRow[]): readonly DatasetColumn[] {
  if (rows.length === 0) return columns;
  const isInformative = ({ id, kind, defaultText }: DatasetColumn) =>
    kind !== 'text' || rows.some((row) => !isEmpty(row[id]) && row[id] !== defaultText);
  const informative = columns.filter(isInformative);
  return informative.length === 0 ? columns : informative;
}

function splitSections(rows: readonly ExportRow[], sectionColumn: string): { title: string; rows: ExportRow[] }[] {
  const sections: { title: string; rows: ExportRow[] }[] = [];
  for (const row of rows) {
    const title = String(row[sectionColumn] ?? '');
    const current = sections.at(-1);
    if (current?.title === title) current.rows.push(row);
    else sections.push({ title, rows: [row] });
  }
  return sections;
}

/**
 * Shortens the names of shops in cells and headings, and gives the full names of all of them, which the document lists
 * once: without those that have no shorter name, the list would look incomplete.
 */
export function shortenShopNames(
  tables: readonly PaperTable[],
  accountShops: readonly string[],
): {
  readonly tables: readonly PaperTable[];
  readonly shops: readonly string[];
} {
  const titles = [...new Set(tables.flatMap(listShopTitles))];
  const short = createShopNameShortener([...new Set([...accountShops, ...titles])]);
  if (titles.every((title) => short(title) === title)) return { tables, shops: [] };
  return { tables: tables.map((table) => shortenShops(table, short)), shops: titles.toSorted(compareFolded) };
}

function listShopTitles({ columns, rows }: PaperTable): readonly string[] {
  const named = columns.filter(({ isShopName }) => isShopName);
  return named
    .flatMap(({ id, kind, heading }) =>
      kind === 'text' ? rows.filter(({ isSum }) => !isSum).map((row) => row[id]) : [heading.nl],
    )
    .filter((title) => typeof title === 'string');
}

function shortenShops({ columns, rows, ...table }: PaperTable, short: (title: string) => string): PaperTable {
  const ids = columns.filter(({ isShopName, kind }) => isShopName && kind === 'text').map(({ id }) => id);
  const named = (row: ExportRow) => ids.map((id) => [id, typeof row[id] === 'string' ? short(row[id]) : row[id]]);
  return {
    ...table,
    columns: columns.map((column) =>
      column.isShopName && column.kind !== 'text'
        ? { ...column, heading: { nl: short(column.heading.nl), en: short(column.heading.en) } }
        : column,
    ),
    rows: rows.map((row) => ({ ...row, ...Object.fromEntries(named(row)) })),
  };
}

/** The decimal marks of each column are aligned. */
export function printTables(
  document: ExportDocument,
  tables: readonly PaperTable[],
  end: DocumentEnd,
  printable: Printable,
): PrintedTable[] {
  const { language } = document;
  const printed = tables.map((table) => printTable(table, language, printable));
  return addTotals(document, printed, end, printable).map((table) => alignNumbers(table, language));
}

function printTable(
  { title, columns, rows, note, half }: PaperTable,
  language: Language,
  printable: Printable,
): PrintedTable {
  // Otherwise a sign, or the word `btw`, may wrap to a separate line.
  const joined = (heading: string) => printable(heading).replace(/ (%|btw|VAT)$/, '\u00a0$1');
  const headed = columns.map(({ heading, readAs = heading, ...column }) => {
    const printed = joined(readAs[language]);
    return { ...column, heading: { nl: printed, en: printed } };
  });
  return {
    title: title === null ? null : printable(title),
    columns: headed,
    rows: rows.map((row) => printRow(columns, row, language, printable)),
    sums: findSums(rows),
    totals: null,
    note: note === undefined ? null : printable(note),
    half,
  };
}

/** A list ends with its totals. Several tables get one more, because none of them has all columns. */
function addTotals(
  { language, columns }: ExportDocument,
  tables: readonly PrintedTable[],
  end: DocumentEnd,
  printable: Printable,
): readonly PrintedTable[] {
  const [first, ...further] = tables;
  if (first === undefined || end.rows === 0) return tables;
  if (first.title === null) {
    const totals = createTotals(first.columns, end, language);
    const note = end.totals?.note ?? null;
    return [{ ...first, totals, note: totals && note && printable(note) }, ...further];
  }
  return columns.some(({ id }) => id in end.sums) ? [...tables, createTotalsTable(columns, end, language)] : tables;
}

/** Only texts can contain what the font lacks. */
function printRow(
  columns: readonly DatasetColumn[],
  row: ExportRow,
  language: Language,
  printable: Printable,
): PrintedRow {
  return columns.map((column) => {
    const label = getLabel(row, column);
    if (label !== null) return printable(label);
    if (column.emptyAs && isEmpty(row[column.id])) return column.emptyAs[language];
    const isAmount = row.isPercentage && column.kind === 'euros';
    const text = (isAmount ? formatPercentageCell : formatPdfCell)(column, row[column.id] ?? null, language);
    return holdsNumbers(column) ? text : printable(text);
  });
}

/** `null` if no column has a sum. The word for it is in the first column without a total. */
function createTotals(
  columns: readonly DatasetColumn[],
  { sums, shortfall, totals }: DocumentEnd,
  language: Language,
): PrintedRow | null {
  if (!columns.some(({ id }) => id in sums)) return null;
  const { total, totalOfSome } = PDF_LABELS[language];
  const values: Readonly<Record<string, number | null>> = { ...totals?.cells, ...sums };
  const labelled = columns.find(({ id }) => !(id in values));
  return columns.map((column) => {
    if (column === labelled) return shortfall === null ? total : totalOfSome;
    return formatPdfCell(column, values[column.id] ?? null, language);
  });
}

/** The sums of all sections, because none of them has all columns. */
function createTotalsTable(columns: readonly DatasetColumn[], end: DocumentEnd, language: Language): PrintedTable {
  const summed = columns.filter(({ id }) => id in end.sums);
  const { total, totalOfSome } = PDF_LABELS[language];
  const title = end.shortfall === null ? total : totalOfSome;
  const row = summed.map((column) => formatPdfCell(column, end.sums[column.id] ?? null, language));
  return { title, columns: summed, rows: [row], sums: new Set([0]), totals: null, note: null, half: undefined };
}

function findSums(rows: readonly ExportRow[]): ReadonlySet<number> {
  return new Set(rows.flatMap(({ isSum }, index) => (isSum ? [index] : [])));
}

function alignNumbers(table: PrintedTable, language: Language): PrintedTable {
  const maxDecimals = table.columns.map(({ kind }, index) => {
    if (!TWO_DECIMALS.has(kind)) return 0;
    const texts = [...table.rows, ...(table.totals ? [table.totals] : [])].map((row) => row[index] ?? '');
    return Math.max(0, ...texts.map((text) => countDecimals(text, language)));
  });
  const aligned = (row: PrintedRow): PrintedRow =>
    row.map((text, index) =>
      DIGITS.test(text) ? text + padDecimals(countDecimals(text, language), maxDecimals[index] ?? 0) : text,
    );
  return { ...table, rows: table.rows.map(aligned), totals: table.totals && aligned(table.totals) };
}

const DIGITS = /^[+\u2212]?[\d.,]+$/;

function isEmpty(value: CellValue | undefined): boolean {
  return value === undefined || value === null || value === '';
}
