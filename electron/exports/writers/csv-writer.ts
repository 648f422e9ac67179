import type { CsvProfile } from '../../../shared/contract/exports.ts';
import type { CellValue, DatasetColumn } from '../../../shared/datasets/column.ts';
import type { ExportRow } from '../dataset.ts';
import { dataCell, excelCell } from './csv-cell.ts';
import type { ExportDocument, Writer } from './writer.ts';

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
