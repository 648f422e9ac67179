import type { CsvProfile } from '../../../shared/contract/exports.ts';
import type { Language } from '../../../shared/contract/language.ts';
import type { CellValue, ColumnKind, DatasetColumn } from '../../../shared/datasets/dataset.ts';
import type { ExportRow } from '../dataset.ts';
import { decimalText, type ExportDocument, type ShownColumn, shownText, type Writer } from './writer.ts';

interface CsvDialect {
  /** What the file begins with. */
  readonly start: string;
  readonly separator: string;
  heading(column: DatasetColumn, document: ExportDocument): string;
  cell(column: DatasetColumn, value: CellValue, document: ExportDocument): string;
}

const TEXT = { kind: 'text', choices: {} } as const;

const DIALECTS: Readonly<Record<CsvProfile, CsvDialect>> = {
  excel: {
    // Without a byte order mark Excel reads the file in the code page of Windows.
    start: '\uFEFF',
    separator: ';',
    heading: ({ heading }, { language }) => excelCell(TEXT, heading[language], language),
    cell: (column, value, { language }) => excelCell(column, value, language),
  },
  data: {
    start: '',
    separator: ',',
    heading: ({ id }) => dataCell('text', id),
    cell: ({ kind }, value) => dataCell(kind, value),
  },
};

const LINE_END = '\r\n';

/** A header row and a line for each row, in UTF-8, with CRLF and quotes as RFC 4180 has them. */
export const csvWriter: Writer = {
  extension: 'csv',
  maxRows: null,
  async *write(document, batches) {
    const dialect = DIALECTS[document.profile];
    const headings = document.columns.map((column) => dialect.heading(column, document));
    yield dialect.start + headings.join(dialect.separator) + LINE_END;
    for await (const rows of batches) yield linesOf(rows, document, dialect);
  },
};

/** Adds cell to cell, for this runs for every cell of a file: arrays to join would take twice as long. */
function linesOf(rows: readonly ExportRow[], document: ExportDocument, dialect: CsvDialect): string {
  let lines = '';
  for (const row of rows) {
    let separator = '';
    for (const column of document.columns) {
      lines += separator + dialect.cell(column, row[column.id] ?? null, document);
      separator = dialect.separator;
    }
    lines += LINE_END;
  }
  return lines;
}

/** What a formula begins with, also in the forms of other widths, which some spreadsheets take for the same. */
const FORMULA_START = /[=+\-@＝＋－＠﹦﹢﹣﹫]/;

/** By which a spreadsheet may split a line into cells, whatever separator it was written with, and text into lines. */
const SPLIT = /[,;\t\r\n]/;

/**
 * Text that a spreadsheet could take for a formula. Before the formula may be guards, and what is dropped or not seen:
 * spaces of all kinds, control characters, characters without a form, quotes.
 */
const FORMULA =
  /^'*[[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800"]--[\t\r\n]]*[=+\-@＝＋－＠﹦﹢﹣﹫]/v;

const GUARD = "'";

const NEEDS_QUOTES = /[",\r\n]/;

/**
 * A cell as Excel (Nederland) opens it right: decimal comma, local time without an offset. It is never a formula, with
 * whichever of comma, semicolon and tab the file is opened.
 */
export function excelCell(column: ShownColumn, value: CellValue, language: Language): string {
  if (value === null) return '';
  const decimals = leastDecimals(column.kind);
  if (decimals !== null) return decimalText(numeric(value), decimals, ',');
  const text = shownText(column, value, language);
  return quoted(guarded(text));
}

/** A cell for a program: decimal point, the API's own words and timestamps, texts as they are. */
export function dataCell(kind: ColumnKind, value: CellValue): string {
  if (value === null) return '';
  const decimals = leastDecimals(kind);
  if (decimals !== null) return decimalText(numeric(value), decimals, '.');
  const text = String(value);
  return NEEDS_QUOTES.test(text) ? quoted(text) : text;
}

/** Null for a column that holds no numbers. */
function leastDecimals(kind: ColumnKind): 0 | 2 | null {
  switch (kind) {
    case 'euros':
    case 'unit-price':
      return 2;
    case 'percentage':
    case 'number':
    case 'integer':
      return 0;
    default:
      return null;
  }
}

/**
 * With a guard before each part that is a formula where a spreadsheet makes it a cell. What looks guarded already gets
 * one more: who takes one away from each such part always has what it was.
 */
function guarded(text: string): string {
  if (!FORMULA_START.test(text)) return text;
  if (!SPLIT.test(text)) return guardedPart(text);
  return text
    .split(/(?<=[,;\t\r\n])/)
    .map(guardedPart)
    .join('');
}

function guardedPart(part: string): string {
  return FORMULA.test(part) ? GUARD + part : part;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function numeric(value: CellValue): number {
  if (typeof value !== 'number') throw new TypeError(`not a number: ${value}`);
  return value;
}
