import type { TObject } from 'typebox';
import type { CalendarDate } from '../../shared/calendar.ts';
import type { ExportRequest, NamedFilter } from '../../shared/contract/exports.ts';
import type { Language, LocalizedText } from '../../shared/contract/language.ts';
import type { Ledgers } from '../../shared/contract/ledgers.ts';
import type { CellValue, DatasetColumn, DatasetDeclaration } from '../../shared/datasets/dataset.ts';
import type { Period } from '../../shared/periods.ts';
import type { Caller } from '../base/caller.ts';
import type { ExportPlatform } from './export-platform.ts';

/** Its `key` names a row for as long as it exists, so that two exports can be compared. */
export type ExportRow<Id extends string = string> = Readonly<Record<Id, CellValue>> & {
  readonly key: string;
  /** Differs each time it is read, such as the moment of reading: not compared. */
  readonly isVolatile?: true;
  /** Adds up rows before it, and is printed as such. */
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
  /** The file is read by programs: the API's own names, ids and signs instead of words. */
  readonly isForPrograms: boolean;
}

/** A table of a document, with columns of its own. */
export interface PaperTable {
  /** Null where the document is one table. */
  readonly title: string | null;
  /** Of its sheet in a workbook, where the title is longer than the 31 characters of one. */
  readonly sheetName?: string;
  /** The side of VAT that all of them have, for the head of each page of its sheet: `excl. btw`. */
  readonly amounts?: string;
  readonly columns: readonly DatasetColumn[];
  readonly rows: readonly ExportRow[];
  /** A sentence or two below it. */
  readonly note?: string;
  /** Those of the left and then those of the right stand beside one another where they have room; else below. */
  readonly half?: 'left' | 'right';
}

/** What the row of totals has besides the sums of its columns, and below it. */
export interface FurtherTotals {
  /** By id of a column that is not added up, such as the percentage of the sums. */
  readonly cells: Readonly<Record<string, number | null>>;
  /** What the totals leave out, or have besides what a reader expects; null for nothing. */
  readonly note: string | null;
}

/** Some rows, few enough to hold in memory. */
export interface RowBatch<Id extends string = string> {
  readonly rows: readonly ExportRow<Id>[];
  /** How many there are in all, by the latest answer of the platform; null where only reading them shows it. */
  readonly total: number | null;
  /** RFC 3339, where the platform gives the moment of its figures. */
  readonly asOf?: string;
  /** Names, as those of a report: what the platform does not know, so that it is missing in the rows. */
  readonly unknown?: readonly string[];
  /** What paper has instead of the rows, where a row for each figure is hard to read; only of the last batch. */
  readonly paper?: readonly PaperTable[];
  /** The same for a workbook, where it differs from paper. */
  readonly sheets?: readonly PaperTable[];
  /** Tables that add up all rows so far, below them on paper and sheets of a workbook. */
  readonly summaries?: readonly PaperTable[];
  /** Of all rows so far. */
  readonly totals?: FurtherTotals;
}

/** What the filters of one request select, not read yet. */
export interface Selection<Id extends string = string> {
  /** Parts of the file name: the dataset, then dates and locations. */
  readonly nameParts: readonly string[];
  /** Shop or location; null for all. */
  readonly place: string | null;
  readonly period: Period | null;
  /** The days that those of the period are compared with. */
  readonly compared?: Period;
  /** Of rows that are a state and not of a period: the day that it is of, behind the title. */
  readonly day?: CalendarDate;
  /** What else limits or sorts the rows. */
  readonly filters: readonly NamedFilter[];
  /** Columns with one value in all rows, which the head says: paper leaves them out. */
  readonly fixed?: readonly string[];
  /** Columns that tell something of these rows alone: a file that was asked for without columns has them too. */
  readonly shown?: readonly string[];
  /** Of columns that are headed by what was asked for, such as its days; the others have their own. */
  readonly headings?: Readonly<Partial<Record<Id, LocalizedText>>>;
  /** All rows in the platform's order. Throws `ExportError` `incomplete` at the end when some are missing. */
  read(): AsyncIterable<RowBatch<Id>>;
}

/** Something that can be saved as a file. A new one is one file of this form; every writer takes it. */
export interface Dataset<Id extends string = string> {
  readonly declaration: DatasetDeclaration<Id>;
  /** Of the text filters, as the API declares the same parameters. */
  readonly filters: TObject;
  /** Throws `ExportError` `invalid_request` for filters that cannot be taken. */
  select(source: ExportSource, filters: TextFilters): Promise<Selection<Id>>;
}

/** Reads the company name for printed documents; empty if nobody entered one. */
export type CompanyNameReader = (caller: Caller) => Promise<string>;

/** The ledger accounts that the caller's company books on; empty where none were chosen. */
export type LedgerReader = (caller: Caller) => Promise<Ledgers>;
