import type { ExportRow } from '../../electron/exports/dataset.ts';
import type { DocumentEnd, ExportDocument } from '../../electron/exports/writers/writer.ts';
import { xlsxWriter } from '../../electron/exports/writers/xlsx-writer.ts';
import { type CellValue, createColumn } from '../../shared/datasets/dataset.ts';
import { createDocument as anyDocument, splitIntoBatches as inBatches, writeChunks } from './export-document.ts';
import { type ReadWorkbook, readXlsx } from './read-xlsx.ts';

export const AS_OF = '2026-11-21T14:00:00+01:00';
export const SKU = createColumn('sku', 'text', 'Artikelnummer', 'SKU');

export interface WorkbookCase {
  readonly document?: Partial<ExportDocument>;
  /** Cells by column id. */
  readonly rows?: readonly Readonly<Record<string, CellValue>>[];
  readonly end?: Partial<DocumentEnd>;
  readonly batchRows?: number;
}

export function createWorkbookDocument(changed: Partial<ExportDocument> = {}): ExportDocument {
  return anyDocument([SKU], { title: 'Prijslijst', asOf: AS_OF, ...changed });
}

function createDocumentEnd(changed: Partial<DocumentEnd> = {}): DocumentEnd {
  return {
    rows: 0,
    asOf: AS_OF,
    sums: {},
    shortfall: null,
    unknown: [],
    paper: null,
    sheets: null,
    summaries: [],
    totals: null,
    ...changed,
  };
}

function createWorkbookBatches(rows: WorkbookCase['rows'] = [], batchRows?: number) {
  const keyed = rows.map((row, index): ExportRow => ({ ...row, key: String(index) }));
  return inBatches(keyed, batchRows);
}

export async function writeWorkbookBytes({ document, rows, end, batchRows }: WorkbookCase): Promise<Buffer> {
  return Buffer.concat(
    await writeChunks(
      xlsxWriter,
      createWorkbookDocument(document),
      createWorkbookBatches(rows, batchRows),
      createDocumentEnd(end),
    ),
  );
}

/** The sheet that describes the file is returned separately, if there is one. */
export async function writeAndReadWorkbook(
  written: WorkbookCase,
): Promise<ReadWorkbook & { readonly facts: ReadWorkbook['sheets'][number] | undefined }> {
  const { sheets, ...read } = await readXlsx(await writeWorkbookBytes(written));
  const isAbout = ({ name }: { readonly name: string }) => /^(Over dit bestand|About this file)$/.test(name);
  return { ...read, sheets: sheets.filter((sheet) => !isAbout(sheet)), facts: sheets.find(isAbout) };
}
