import type { Language } from '../../../shared/contract/language.ts';
import type { CellValue, DatasetColumn } from '../../../shared/datasets/dataset.ts';
import { compareFolded } from '../../../shared/fold-text.ts';
import { createShopNameShortener } from '../../../shared/shop-names.ts';
import type { ExportRow, PaperTable } from '../dataset.ts';
import {
  decimalsOf,
  holdsNumbers,
  missingDecimals,
  PDF_LABELS,
  pdfCell,
  percentageCell,
  TWO_DECIMALS,
} from './pdf-text.ts';
import { type DocumentEnd, type ExportDocument, labelIn } from './writer.ts';

/** Texts by column, in the order of the columns of the table. */
export type PrintedRow = readonly string[];

export interface PrintedTable {
  /** Null where the document is one table. */
  readonly title: string | null;
  readonly columns: readonly DatasetColumn[];
  readonly rows: readonly PrintedRow[];
  /** Which of the rows add up others, by their index. */
  readonly sums: ReadonlySet<number>;
  readonly totals: PrintedRow | null;
  /** Below the totals. */
  readonly note: string | null;
  readonly half: PaperTable['half'];
}

type Printable = (text: string) => string;

/**
 * The tables that a document is made of: those that the dataset has for it, else its sections, else one with those that add
 * up its rows.
 */
export function paperTables(
  { sectionColumn, columns, fixed, hasChosenColumns }: ExportDocument,
  rows: readonly ExportRow[],
  { paper, summaries }: Pick<DocumentEnd, 'paper' | 'summaries'>,
): readonly PaperTable[] {
  if (paper !== null) return paper.map(withFilledColumns);
  // An address cannot be followed on paper, and the head says what is in every row.
  const besides = columns.filter(({ id, isLink }) => id !== sectionColumn && !isLink && !fixed.includes(id));
  const printed = besides.length > 0 ? besides : columns;
  if (sectionColumn === null || rows.length === 0) {
    const list = { title: null, columns: hasChosenColumns ? printed : tellingColumns(printed, rows), rows };
    return [list, ...summaries];
  }
  const sections = sectionsOf(rows, sectionColumn).map((section) => ({ ...section, columns: printed }));
  return hasChosenColumns ? sections : sections.map(withFilledColumns);
}

function withFilledColumns(table: PaperTable): PaperTable {
  const filled = table.columns.filter(({ id }) => table.rows.some((row) => !isEmpty(row[id])));
  return filled.length === 0 ? table : { ...table, columns: filled };
}

/** Without texts that say nothing, because no row has one, or each has the usual one. */
function tellingColumns(columns: readonly DatasetColumn[], rows: readonly ExportRow[]): readonly DatasetColumn[] {
  if (rows.length === 0) return columns;
  const isTelling = ({ id, kind, defaultText }: DatasetColumn) =>
    kind !== 'text' || rows.some((row) => !isEmpty(row[id]) && row[id] !== defaultText);
  const telling = columns.filter(isTelling);
  return telling.length === 0 ? columns : telling;
}

function sectionsOf(rows: readonly ExportRow[], sectionColumn: string): { title: string; rows: ExportRow[] }[] {
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
 * The tables with short names of shops, in cells and in headings, and the full names of all of them, which the document says
 * once: a list without those that have no shorter name would read as if they were left out.
 */
export function withShortShops(
  tables: readonly PaperTable[],
  ofAccount: readonly string[],
): {
  readonly tables: readonly PaperTable[];
  readonly shops: readonly string[];
} {
  const titles = [...new Set(tables.flatMap(shopTitles))];
  const short = createShopNameShortener([...new Set([...ofAccount, ...titles])]);
  if (titles.every((title) => short(title) === title)) return { tables, shops: [] };
  return { tables: tables.map((table) => shortened(table, short)), shops: titles.toSorted(compareFolded) };
}

function shopTitles({ columns, rows }: PaperTable): readonly string[] {
  const named = columns.filter(({ isShopName }) => isShopName);
  return named
    .flatMap(({ id, kind, heading }) =>
      kind === 'text' ? rows.filter(({ isSum }) => !isSum).map((row) => row[id]) : [heading.nl],
    )
    .filter((title) => typeof title === 'string');
}

function shortened({ columns, rows, ...table }: PaperTable, short: (title: string) => string): PaperTable {
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

/** The decimal marks of a column lie below one another. */
export function printedTables(
  document: ExportDocument,
  tables: readonly PaperTable[],
  end: DocumentEnd,
  printable: Printable,
): PrintedTable[] {
  const { language } = document;
  const printed = tables.map((table) => printedTable(table, language, printable));
  return withTotals(document, printed, end, printable).map((table) => withAlignedNumbers(table, language));
}

function printedTable(
  { title, columns, rows, note, half }: PaperTable,
  language: Language,
  printable: Printable,
): PrintedTable {
  // Otherwise a sign, or the word `btw`, may wrap to a line of its own.
  const joined = (heading: string) => printable(heading).replace(/ (%|btw|VAT)$/, '\u00a0$1');
  const headed = columns.map(({ heading, readAs = heading, ...column }) => {
    const printed = joined(readAs[language]);
    return { ...column, heading: { nl: printed, en: printed } };
  });
  return {
    title: title === null ? null : printable(title),
    columns: headed,
    rows: rows.map((row) => printedRow(columns, row, language, printable)),
    sums: sumsAmong(rows),
    totals: null,
    note: note === undefined ? null : printable(note),
    half,
  };
}

/** A list ends with its totals; several tables with one more, as none of them has all columns. */
function withTotals(
  { language, columns }: ExportDocument,
  tables: readonly PrintedTable[],
  end: DocumentEnd,
  printable: Printable,
): readonly PrintedTable[] {
  const [first, ...further] = tables;
  if (first === undefined || end.rows === 0) return tables;
  if (first.title === null) {
    const totals = totalsOf(first.columns, end, language);
    const note = end.totals?.note ?? null;
    return [{ ...first, totals, note: totals && note && printable(note) }, ...further];
  }
  return columns.some(({ id }) => id in end.sums) ? [...tables, totalsTable(columns, end, language)] : tables;
}

/** Only texts can hold what the font lacks. */
function printedRow(
  columns: readonly DatasetColumn[],
  row: ExportRow,
  language: Language,
  printable: Printable,
): PrintedRow {
  return columns.map((column) => {
    const label = labelIn(row, column);
    if (label !== null) return printable(label);
    if (column.emptyAs && isEmpty(row[column.id])) return column.emptyAs[language];
    const isAmount = row.isPercentage && column.kind === 'euros';
    const text = (isAmount ? percentageCell : pdfCell)(column, row[column.id] ?? null, language);
    return holdsNumbers(column) ? text : printable(text);
  });
}

/** Null where no column has a sum. The word for it stands in the first column that has no total. */
function totalsOf(
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
    return pdfCell(column, values[column.id] ?? null, language);
  });
}

/** The sums of all sections, where none of them has all columns. */
function totalsTable(columns: readonly DatasetColumn[], end: DocumentEnd, language: Language): PrintedTable {
  const summed = columns.filter(({ id }) => id in end.sums);
  const { total, totalOfSome } = PDF_LABELS[language];
  const title = end.shortfall === null ? total : totalOfSome;
  const row = summed.map((column) => pdfCell(column, end.sums[column.id] ?? null, language));
  return { title, columns: summed, rows: [row], sums: new Set([0]), totals: null, note: null, half: undefined };
}

function sumsAmong(rows: readonly ExportRow[]): ReadonlySet<number> {
  return new Set(rows.flatMap(({ isSum }, index) => (isSum ? [index] : [])));
}

function withAlignedNumbers(table: PrintedTable, language: Language): PrintedTable {
  const maxDecimals = table.columns.map(({ kind }, index) => {
    if (!TWO_DECIMALS.has(kind)) return 0;
    const texts = [...table.rows, ...(table.totals ? [table.totals] : [])].map((row) => row[index] ?? '');
    return Math.max(0, ...texts.map((text) => decimalsOf(text, language)));
  });
  const aligned = (row: PrintedRow): PrintedRow =>
    row.map((text, index) =>
      DIGITS.test(text) ? text + missingDecimals(decimalsOf(text, language), maxDecimals[index] ?? 0) : text,
    );
  return { ...table, rows: table.rows.map(aligned), totals: table.totals && aligned(table.totals) };
}

const DIGITS = /^[+\u2212]?[\d.,]+$/;

function isEmpty(value: CellValue | undefined): boolean {
  return value === undefined || value === null || value === '';
}
