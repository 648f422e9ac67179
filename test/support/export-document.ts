import type { ExportRow } from '../../electron/exports/dataset.ts';
import type { DocumentEnd, ExportDocument, Writer } from '../../electron/exports/writers/writer.ts';
import type { CellValue, DatasetColumn } from '../../shared/datasets/dataset.ts';

const AS_OF = '2026-11-21T10:00:00+01:00';

export function documentOf(columns: readonly DatasetColumn[], changes: Partial<ExportDocument> = {}): ExportDocument {
  return {
    title: 'Lijst',
    language: 'nl',
    profile: 'excel',
    columns,
    hasChosenColumns: false,
    sectionColumn: null,
    isForImport: false,
    counted: null,
    company: 'demo',
    shops: [],
    isDemo: false,
    hidesPeople: false,
    place: null,
    period: null,
    filters: [],
    fixed: [],
    asOf: AS_OF,
    ...changes,
  };
}

/** Each row has its cells in the order of the columns. */
export function rowsOf(columns: readonly DatasetColumn[], rows: readonly (readonly CellValue[])[]): ExportRow[] {
  return rows.map((cells, index) => ({
    ...Object.fromEntries(columns.map(({ id }, column) => [id, cells[column] ?? null])),
    key: String(index),
  }));
}

export async function* batchesOf(rows: readonly ExportRow[], batchRows = 3) {
  for (let start = 0; start < rows.length; start += batchRows) yield rows.slice(start, start + batchRows);
}

/** Yields the chunks of a file. */
export async function chunksOf(
  writer: Writer,
  document: ExportDocument,
  batches: AsyncIterable<readonly ExportRow[]>,
  end: Partial<DocumentEnd> = {},
): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  const known: DocumentEnd = {
    rows: 0,
    asOf: AS_OF,
    sums: {},
    shortfall: null,
    unknown: [],
    paper: null,
    sheets: null,
    summaries: [],
    totals: null,
    ...end,
  };
  for await (const chunk of writer.write(document, batches, () => known)) chunks.push(Buffer.from(chunk));
  return chunks;
}
