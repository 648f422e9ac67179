import type { ExportRow } from '../../electron/exports/dataset.ts';
import type { DocumentEnd, ExportDocument } from '../../electron/exports/writers/writer.ts';
import { xlsxWriter } from '../../electron/exports/writers/xlsx-writer.ts';
import { type CellValue, column } from '../../shared/datasets/dataset.ts';
import { type ReadWorkbook, readXlsx } from './read-xlsx.ts';

export const AS_OF = '2026-11-21T14:00:00+01:00';
export const SKU = column('sku', 'text', 'Artikelnummer', 'SKU');

export interface WorkbookCase {
  readonly document?: Partial<ExportDocument>;
  /** Cells by id of the column. */
  readonly rows?: readonly Readonly<Record<string, CellValue>>[];
  readonly end?: Partial<DocumentEnd>;
  readonly batchRows?: number;
}

export function documentOf(changed: Partial<ExportDocument> = {}): ExportDocument {
  return {
    title: 'Prijslijst',
    language: 'nl',
    profile: 'excel',
    columns: [SKU],
    sectionColumn: null,
    isForImport: false,
    account: 'demo',
    place: null,
    period: null,
    filters: [],
    asOf: AS_OF,
    ...changed,
  };
}

export function endOf(changed: Partial<DocumentEnd> = {}): DocumentEnd {
  return { rows: 0, asOf: AS_OF, sums: {}, shortfall: null, ...changed };
}

export async function* batchesOf(rows: WorkbookCase['rows'] = [], batchRows = 3) {
  for (let start = 0; start < rows.length; start += batchRows) {
    const batch = rows.slice(start, start + batchRows);
    yield batch.map((row, index): ExportRow => ({ ...row, key: String(start + index) }));
  }
}

export async function workbookBytes({ document, rows, end, batchRows }: WorkbookCase): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const written = xlsxWriter.write(documentOf(document), batchesOf(rows, batchRows), () => endOf(end));
  for await (const chunk of written) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

export async function writtenWorkbook(written: WorkbookCase): Promise<ReadWorkbook> {
  return readXlsx(await workbookBytes(written));
}
