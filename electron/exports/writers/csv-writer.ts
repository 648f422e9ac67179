import type { CsvProfile } from '../../../shared/contract/exports.ts';
import type { Language } from '../../../shared/contract/language.ts';
import type { CellValue, ColumnKind, DatasetColumn } from '../../../shared/datasets/dataset.ts';
import { guardFormulas } from '../../../shared/formula-text.ts';
import type { ExportRow } from '../dataset.ts';
import {
  decimalText,
  type ExportDocument,
  type FormattedColumn,
  formattedText,
  joinRows,
  labelIn,
  type Writer,
} from './writer.ts';

interface CsvDialect {
  readonly start: string;
  readonly separator: string;
  heading(column: DatasetColumn, document: ExportDocument): string;
  cell(column: DatasetColumn, row: ExportRow, document: ExportDocument): string;
}

const TEXT = { kind: 'text', choices: {} } as const;

const DIALECTS: Readonly<Record<CsvProfile, CsvDialect>> = {
  excel: {
    // Without a byte order mark Excel reads the file in the code page of Windows.
    start: '\uFEFF',
    separator: ';',
    heading: ({ heading }, { language }) => excelCell(TEXT, heading[language], language),
    cell: (column, row, { language }) => {
      const label = labelIn(row, column);
      return label === null ? excelCell(column, row[column.id] ?? null, language) : excelCell(TEXT, label, language);
    },
  },
  data: {
    start: '',
    separator: ',',
    heading: ({ id }) => dataCell('text', id),
    cell: ({ id, kind }, row) => dataCell(kind, row[id] ?? null),
  },
};

const LINE_END = '\r\n';

export const csvWriter: Writer = {
  extension: 'csv',
  maxRows: null,
  async *write(document, batches) {
    const dialect = DIALECTS[document.profile];
    const headings = document.columns.map((column) => dialect.heading(column, document));
    yield dialect.start + headings.join(dialect.separator) + LINE_END;
    yield* joinRows(batches, (row) => createLine(row, document, dialect));
  },
};

/** Adds cell to cell, for this runs for every cell of a file: arrays to join would take twice as long. */
function createLine(row: ExportRow, document: ExportDocument, dialect: CsvDialect): string {
  let line = '';
  let separator = '';
  for (const column of document.columns) {
    line += separator + dialect.cell(column, row, document);
    separator = dialect.separator;
  }
  return line + LINE_END;
}

const NEEDS_QUOTES = /[",\r\n]/;

/** A cell for Excel (Nederland): decimal comma, local time. Never a formula, whatever separator opens it. */
export function excelCell(column: FormattedColumn, value: CellValue, language: Language): string {
  if (value === null) return '';
  const decimals = column.kind === 'percentage' ? 2 : leastDecimals(column.kind);
  if (decimals !== null) return decimalText(numeric(value), decimals, ',');
  const text = formattedText(column, value, language);
  return quoted(guardFormulas(text));
}

/** A cell for a program: decimal point, the API's own words and timestamps, texts as they are. */
export function dataCell(kind: ColumnKind, value: CellValue): string {
  if (value === null) return '';
  const decimals = leastDecimals(kind);
  if (decimals !== null) return decimalText(numeric(value), decimals, '.');
  const text = String(value);
  return NEEDS_QUOTES.test(text) ? quoted(text) : text;
}

/** Null for a column that holds no numbers. A percentage is for programs as the API has it, and has 2 decimals for people. */
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

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function numeric(value: CellValue): number {
  if (typeof value !== 'number') throw new TypeError(`not a number: ${value}`);
  return value;
}
