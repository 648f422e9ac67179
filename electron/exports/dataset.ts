import type { CalendarDate } from '../../shared/calendar.ts';
import type { ExportRequest, Language } from '../../shared/contract/bridge.ts';
import type { Caller, Platform } from '../platform/platform.ts';

/**
 * What a cell holds, so that a writer can format it. `euros` have 2 decimals and `unit-price` up to 4;
 * `timestamp` is RFC 3339 and `date` a calendar date, both as text; `text` may hold anything.
 */
export type ColumnKind =
  | 'text'
  | 'euros'
  | 'unit-price'
  | 'percentage'
  | 'number'
  | 'integer'
  | 'timestamp'
  | 'date';

/** Null is an empty cell. */
export type CellValue = string | number | null;

export interface ExportColumn<Id extends string = string> {
  readonly id: Id;
  readonly heading: Readonly<Record<Language, string>>;
  readonly kind: ColumnKind;
  /** Part of the file when the request names no columns. */
  readonly isShown: boolean;
}

export type ExportRow<Id extends string = string> = Readonly<Record<Id, CellValue>>;
export type TextFilters = ExportRequest['filters'];

/** Where the rows come from, and for whom. */
export interface ExportSource {
  readonly platform: Platform;
  readonly caller: Caller;
  readonly language: Language;
  readonly today: CalendarDate;
}

/** What the filters of one request select, not read yet. */
export interface Selection<Id extends string = string> {
  /** Say what is in the file, for its name: the dataset, then dates and places. */
  readonly nameParts: readonly string[];
  /**
   * All rows, whatever a page holds, in the platform's order, some at a time: as many as can be held without
   * a thought. Throws `ExportError` when some are missing.
   */
  batches(): AsyncIterable<readonly ExportRow<Id>[]>;
}

/** Something that can be saved as a file. A new one is one file of this form; every writer takes it. */
export interface Dataset<Id extends string = string> {
  readonly columns: readonly ExportColumn<Id>[];
  /** The columns keep the order of their declaration, in whatever order they are asked for. */
  readonly hasFixedOrder: boolean;
  /** Throws `ExportError` `invalid_request` for filters that cannot be taken. */
  select(source: ExportSource, filters: TextFilters): Promise<Selection<Id>>;
}
