import type { ColumnKind, ExportRow } from '../dataset.ts';
import { csvCell, textCell } from './csv-cell.ts';

export interface CsvColumn {
  /** Of the cell in a row. */
  readonly id: string;
  readonly heading: string;
  readonly kind: ColumnKind;
}

/** Without it Excel reads the file in the code page of Windows. */
const BYTE_ORDER_MARK = '\uFEFF';
const SEPARATOR = ';';
const LINE_END = '\r\n';

/**
 * A table for Excel (Nederland): the head, then a chunk for each batch. UTF-8 with a byte order mark, `;`,
 * CRLF, a header row and quotes as RFC 4180 has them.
 */
export async function* writeCsv(
  columns: readonly CsvColumn[],
  batches: AsyncIterable<readonly ExportRow[]>,
): AsyncGenerator<string> {
  const headings = columns.map(({ heading }) => textCell(heading));
  yield BYTE_ORDER_MARK + headings.join(SEPARATOR) + LINE_END;
  for await (const rows of batches) yield linesOf(columns, rows);
}

/** Adds cell to cell, for this runs for every cell of a file: arrays to join would take twice as long. */
function linesOf(columns: readonly CsvColumn[], rows: readonly ExportRow[]): string {
  let lines = '';
  for (const row of rows) {
    let separator = '';
    for (const { id, kind } of columns) {
      lines += separator + csvCell(kind, row[id] ?? null);
      separator = SEPARATOR;
    }
    lines += LINE_END;
  }
  return lines;
}
