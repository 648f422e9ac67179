import type { CsvProfile } from '../../../shared/contract/exports.ts';
import type { Language } from '../../../shared/contract/language.ts';
import type { CellValue, ColumnKind, DatasetColumn } from '../../../shared/datasets/dataset.ts';
import { guardFormulas } from '../../../shared/formula-text.ts';
import type { ExportRow } from '../dataset.ts';
import {
  type ExportDocument,
  type FormattedColumn,
  formatDecimal,
  formatText,
  getLabel,
  joinRows,
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
    heading: ({ heading }, { language }) => formatExcelCell(TEXT, heading[language], language),
    cell: (column, row, { language }) => {
      const label = getLabel(row, column);
      return label === null
        ? formatExcelCell(column, row[column.id] ?? null, language)
        : formatExcelCell(TEXT, label, language);
    },
  },
  data: {
    start: '',
    separator: ',',
    heading: ({ id }) => formatDataCell('text', id),
    cell: ({ id, kind }, row) => formatDataCell(kind, row[id] ?? null),
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

/** Adds cell to cell, because this runs for every cell of a file: joining arrays would take twice as long. */
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
export function formatExcelCell(column: FormattedColumn, value: CellValue, language: Language): string {
  if (value === null) return '';
  const decimals = column.kind === 'percentage' ? 2 : getMinDecimals(column.kind);
  if (decimals !== null) return formatDecimal(requireNumber(value), decimals, ',');
  const text = formatText(column, value, language);
  return quote(guardFormulas(text));
}

/** A cell for a program: decimal point, the words and timestamps of the API, texts as they are. */
export function formatDataCell(kind: ColumnKind, value: CellValue): string {
  if (value === null) return '';
  const decimals = getMinDecimals(kind);
  if (decimals !== null) return formatDecimal(requireNumber(value), decimals, '.');
  const text = String(value);
  return NEEDS_QUOTES.test(text) ? quote(text) : text;
}

/** `null` for a column without numbers. Programs get a percentage as in the API; people get 2 decimals. */
function getMinDecimals(kind: ColumnKind): 0 | 2 | null {
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

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function requireNumber(value: CellValue): number {
  if (typeof value !== 'number') throw new TypeError(`not a number: ${value}`);
  return value;
}
