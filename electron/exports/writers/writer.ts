import type { CsvProfile, ExportFormat, NamedFilter, Shortfall } from '../../../shared/contract/exports.ts';
import type { Language } from '../../../shared/contract/language.ts';
import type { DatasetColumn } from '../../../shared/datasets/column.ts';
import type { Period } from '../../../shared/periods.ts';
import type { ExportRow } from '../dataset.ts';

/** What is written, but for its rows. */
export interface ExportDocument {
  readonly title: string;
  readonly language: Language;
  readonly profile: CsvProfile;
  /** In the order of the file. */
  readonly columns: readonly DatasetColumn[];
  /** Id of the column whose words part the rows; null where they are one table. It may not be in the file. */
  readonly sectionColumn: string | null;
  /** A program reads the table: nothing below it may look like one more row. */
  readonly isForImport: boolean;
  /** Name of the account. */
  readonly account: string;
  readonly place: string | null;
  readonly period: Period | null;
  readonly filters: readonly NamedFilter[];
  /** RFC 3339, when the reading began. */
  readonly asOf: string;
}

/** What is known when all rows have been read. */
export interface DocumentEnd {
  readonly rows: number;
  /** RFC 3339, of when the figures are. */
  readonly asOf: string;
  /** By id of a summed column, as a decimal number. */
  readonly sums: Readonly<Record<string, number>>;
  readonly shortfall: Shortfall | null;
}

/** Makes the bytes of a file out of a table. Knows no dataset. */
export interface Writer {
  readonly extension: ExportFormat;
  /** Data rows that the format, or who reads it, can take; null for any number. */
  readonly maxRows: number | null;
  /** `end` may be called when `batches` has come to its end. */
  write(
    document: ExportDocument,
    batches: AsyncIterable<readonly ExportRow[]>,
    end: () => DocumentEnd,
  ): AsyncIterable<string | Uint8Array>;
}
