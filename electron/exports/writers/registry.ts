import type { ExportFormat } from '../../../shared/contract/exports.ts';
import { csvWriter } from './csv-writer.ts';
import { jsonLinesWriter } from './json-lines-writer.ts';
import { pdfWriter } from './pdf-writer.ts';
import type { Writer } from './writer.ts';
import { xlsxWriter } from './xlsx-writer.ts';

export const WRITERS: Readonly<Record<ExportFormat, Writer>> = {
  csv: csvWriter,
  xlsx: xlsxWriter,
  pdf: pdfWriter,
  jsonl: jsonLinesWriter,
};
