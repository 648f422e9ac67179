import type { ExportRow } from '../../electron/exports/dataset.ts';
import { pdfWriter } from '../../electron/exports/writers/pdf-writer.ts';
import type { DocumentEnd, ExportDocument } from '../../electron/exports/writers/writer.ts';
import type { CellValue, DatasetColumn } from '../../shared/datasets/dataset.ts';
import { batchesOf, chunksOf, documentOf, rowsOf } from './export-document.ts';
import { linesOf, type ReadPdf, readPdf } from './read-pdf.ts';

export interface WrittenPdf extends ReadPdf {
  /** The lines of each page from top to bottom. */
  readonly lines: readonly (readonly string[])[];
  /** All characters of all pages, without the spaces between words and lines. */
  readonly letters: string;
}

export async function pdfBytes(
  document: ExportDocument,
  rows: readonly ExportRow[],
  end: Partial<DocumentEnd> = {},
): Promise<Buffer> {
  const known = { rows: rows.length, ...end };
  return Buffer.concat(await chunksOf(pdfWriter, document, batchesOf(rows, 100), known));
}

/** Writes a document and reads it again. */
export async function writtenPdf(
  columns: readonly DatasetColumn[],
  rows: readonly (readonly CellValue[])[],
  changes: Partial<ExportDocument> = {},
  end: Partial<DocumentEnd> = {},
): Promise<WrittenPdf> {
  const bytes = await pdfBytes(documentOf(columns, changes), rowsOf(columns, rows), end);
  const read = await readPdf(bytes);
  const texts = read.pages.flatMap((page) => page.texts.map(({ text }) => text));
  return { ...read, lines: read.pages.map(linesOf), letters: lettersOf(texts.join('')) };
}

export function lettersOf(text: string): string {
  return text.replaceAll(/\s/g, '');
}
