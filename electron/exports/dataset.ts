import type { TObject } from 'typebox';
import type { CalendarDate } from '../../shared/calendar.ts';
import type { ExportRequest, NamedFilter } from '../../shared/contract/exports.ts';
import type { Language, LocalizedText } from '../../shared/contract/language.ts';
import type { Ledgers } from '../../shared/contract/ledgers.ts';
import type { CellValue, DatasetColumn, DatasetDeclaration } from '../../shared/datasets/dataset.ts';
import type { Period } from '../../shared/periods.ts';
import type { Caller } from '../base/caller.ts';
import type { ExportPlatform } from './export-platform.ts';

/** A row. Its `key` never changes, so that two exports can be compared. */
export type ExportRow<Id extends string = string> = Readonly<Record<Id, CellValue>> & {
  readonly key: string;
  /** Differs each time it is read, such as the time of reading, so it is not compared. */
  readonly isVolatile?: true;
  /** Adds up rows before it, and is printed as a total. */
  readonly isSum?: true;
  /** Its amounts are percentages, such as those of a margin. */
  readonly isPercentage?: true;
};

export type TextFilters = ExportRequest['filters'];

export interface ExportSource {
  readonly platform: ExportPlatform;
  readonly ledgers: LedgerReader;
  readonly caller: Caller;
  readonly language: Language;
  readonly today: CalendarDate;
  /** Programs read the file: it has the names, ids and signs of the API instead of words. */
  readonly isForPrograms: boolean;
}

/** A table of a document, with its own columns. */
export interface PaperTable {
  /** `null` if the document is one table. */
  readonly title: string | null;
  /** The name of its sheet in a workbook, if the title is longer than the 31 characters of one. */
  readonly sheetName?: string;
  /** The side of VAT of all amounts, for the page heads of its sheet: `excl. btw`. */
  readonly amounts?: string;
  readonly columns: readonly DatasetColumn[];
  readonly rows: readonly ExportRow[];
  /** A sentence or two below it. */
  readonly note?: string;
  /** Left tables, and the right ones that follow, stand side by side if they fit; otherwise below one another. */
  readonly half?: 'left' | 'right';
}

/** Totals besides the sums of the columns. */
export interface FurtherTotals {
  /** By id of a column that is not added up, such as the percentage of the sums. */
  readonly cells: Readonly<Record<string, number | null>>;
  /** What the totals leave out, or include unexpectedly; `null` for nothing. */
  readonly note: string | null;
}

/** Some rows, few enough to hold in memory. */
export interface RowBatch<Id extends string = string> {
  readonly rows: readonly ExportRow<Id>[];
  /** How many rows there are, by the latest answer of the platform; `null` if only reading them shows it. */
  readonly total: number | null;
  /** RFC 3339, if the platform gives the time of its figures. */
  readonly asOf?: string;
  /** Names of what the platform does not know, as in a report. It is missing in the rows. */
  readonly unknown?: readonly string[];
  /** What paper has instead of the rows, if a row for each figure is hard to read; only in the last batch. */
  readonly paper?: readonly PaperTable[];
  /** The same for a workbook, if it differs from paper. */
  readonly sheets?: readonly PaperTable[];
  /** Tables that add up all rows so far: below them on paper, and sheets of a workbook. */
  readonly summaries?: readonly PaperTable[];
  /** Of all rows so far. */
  readonly totals?: FurtherTotals;
}

/** What the filters of a request select, before it is read. */
export interface Selection<Id extends string = string> {
  /** Parts of the file name: the dataset, then dates and locations. */
  readonly nameParts: readonly string[];
  /** Shop or location; `null` for all. */
  readonly place: string | null;
  readonly period: Period | null;
  /** The days that the period is compared with. */
  readonly compared?: Period;
  /** The day of rows that show a state instead of a period. It follows the title. */
  readonly day?: CalendarDate;
  /** What else limits or sorts the rows. */
  readonly filters: readonly NamedFilter[];
  /** Columns with one value in all rows, which the head shows: paper leaves them out. */
  readonly fixed?: readonly string[];
  /** Columns that only these rows need: a file without chosen columns has them too. */
  readonly shown?: readonly string[];
  /** Headings that come from the request, such as its days. The other columns have their own. */
  readonly headings?: Readonly<Partial<Record<Id, LocalizedText>>>;
  /** All rows in the platform's order. Throws `ExportError` `incomplete` at the end if some are missing. */
  read(): AsyncIterable<RowBatch<Id>>;
}

/** Something that can be exported. A new one is one file of this form; every writer accepts it. */
export interface Dataset<Id extends string = string> {
  readonly declaration: DatasetDeclaration<Id>;
  /** The text filters, as the API declares the same parameters. */
  readonly filters: TObject;
  /** Throws `ExportError` `invalid_request` for invalid filters. */
  select(source: ExportSource, filters: TextFilters): Promise<Selection<Id>>;
}

/** Reads the company name for printed documents; empty if nobody entered one. */
export type CompanyNameReader = (caller: Caller) => Promise<string>;

/** The ledger accounts of the caller's company; empty if none were chosen. */
export type LedgerReader = (caller: Caller) => Promise<Ledgers>;
