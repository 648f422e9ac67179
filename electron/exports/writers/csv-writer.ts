import type { CellValue, ColumnKind } from '../dataset.ts';
import { csvCell, textCell } from './csv-cell.ts';

export interface CsvColumn {
  readonly heading: string;
  readonly kind: ColumnKind;
}

/** Without it Excel reads the file in the code page of Windows. */
const BYTE_ORDER_MARK = '\uFEFF';
const SEPARATOR = ';';
const LINE_END = '\r\n';
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * A table for Excel (Nederland), in chunks: UTF-8 with a byte order mark, `;`, CRLF, a header row and quotes
 * as RFC 4180 has them.
 */
export async function* writeCsv(
  columns: readonly CsvColumn[],
  rows: AsyncIterable<readonly CellValue[]>,
): AsyncGenerator<string> {
  let chunk = BYTE_ORDER_MARK + line(columns.map(({ heading }) => textCell(heading)));
  for await (const row of rows) {
    chunk += line(columns.map(({ kind }, index) => csvCell(kind, row[index] ?? null)));
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

function line(cells: readonly string[]): string {
  return cells.join(SEPARATOR) + LINE_END;
}
