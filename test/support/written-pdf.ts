import type { ExportRow } from '../../electron/exports/dataset.ts';
import { pdfWriter } from '../../electron/exports/writers/pdf-writer.ts';
import type { DocumentEnd, ExportDocument } from '../../electron/exports/writers/writer.ts';
import type { CellValue, DatasetColumn } from '../../shared/datasets/dataset.ts';
import { createDocument, createRows, splitIntoBatches, writeChunks } from './export-document.ts';
import { joinLines, type ReadPdf, readPdf } from './read-pdf.ts';

export interface WrittenPdf extends ReadPdf {
  /** The lines of each page from top to bottom. */
  readonly lines: readonly (readonly string[])[];
  /** All characters of all pages, without the spaces between words and lines. */
  readonly letters: string;
}

export async function writePdfBytes(
  document: ExportDocument,
  rows: readonly ExportRow[],
  end: Partial<DocumentEnd> = {},
): Promise<Buffer> {
  const known = { rows: rows.length, ...end };
  return Buffer.concat(await writeChunks(pdfWriter, document, splitIntoBatches(rows, 100), known));
}

/** Writes a document and reads it again. */
export async function writeAndReadPdf(
  columns: readonly DatasetColumn[],
  rows: readonly (readonly CellValue[])[],
  changes: Partial<ExportDocument> = {},
  end: Partial<DocumentEnd> = {},
): Promise<WrittenPdf> {
  const bytes = await writePdfBytes(createDocument(columns, changes), createRows(columns, rows), end);
  const read = await readPdf(bytes);
  const texts = read.pages.flatMap((page) => page.texts.map(({ text }) => text));
  return { ...read, lines: read.pages.map(joinLines), letters: joinLetters(texts.join('')) };
}

export function joinLetters(text: string): string {
  return text.replaceAll(/\s/g, '');
}
