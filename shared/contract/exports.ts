import { type Static, Type } from 'typebox';
import { LANGUAGES, type Language } from './language.ts';
import { ClosedObject, nullable } from './values.ts';

/** Datasets that can be exported. Each is declared in `shared/datasets/`. */
export const DATASETS = [
  'price-list',
  'price-tiers',
  'catalog',
  'discount-orders',
  'orders',
  'open-invoices',
  'debtors',
  'financial-report',
  'report-comparison',
  'turnover-by-group',
  'payments',
  'order-items',
  'order-payments',
  'product-sales',
  'day-closing',
  'customers',
  'journal',
  'journal-snelstart',
] as const;
export type DatasetName = (typeof DATASETS)[number];

export const EXPORT_FORMATS = ['csv', 'xlsx', 'pdf', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/**
 * `excel`: for a Dutch Excel (`;`, decimal comma, byte order mark, words, no formulas).
 * `data`: for programs (comma, point, ISO dates, column ids, raw texts).
 */
export const CSV_PROFILES = ['excel', 'data'] as const;
export type CsvProfile = (typeof CSV_PROFILES)[number];

export const ExportRequest = ClosedObject({
  dataset: Type.Enum(DATASETS),
  /** Query parameters of the dataset as text, such as `{from: '2026-10-01', shop_id: '4'}`. */
  filters: Type.Record(Type.String(), Type.String()),
  /** Column ids in display order. Default: the columns that the dataset shows. */
  columns: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 50 })),
  format: Type.Enum(EXPORT_FORMATS),
  /** For CSV only. Default `excel`. */
  profile: Type.Optional(Type.Enum(CSV_PROFILES)),
  language: Type.Enum(LANGUAGES),
});
export type ExportRequest = Static<typeof ExportRequest>;

/** A request with a key, which identifies it in progress reports and for cancelling. */
export const ExportOrder = ClosedObject({ key: Type.String({ minLength: 1, maxLength: 64 }), request: ExportRequest });

const MONTH_PATTERN = '^\\d{4}-(0[1-9]|1[0-2])$';

/** A month package: the files of a month in one zip. */
export const MonthRequest = ClosedObject({
  /** Such as `2026-10`. */
  month: Type.String({ pattern: MONTH_PATTERN }),
  /** `null` for all locations. */
  locationId: nullable(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  /** The format of those files whose format can be chosen. */
  format: Type.Enum(EXPORT_FORMATS),
  profile: Type.Optional(Type.Enum(CSV_PROFILES)),
  language: Type.Enum(LANGUAGES),
});
export type MonthRequest = Static<typeof MonthRequest>;

/** A request with a key for cancelling. */
export const MonthOrder = ClosedObject({ key: Type.String({ minLength: 1, maxLength: 64 }), request: MonthRequest });

export interface FinishedMonth extends Pick<FinishedExport, 'id' | 'path' | 'download'> {
  readonly fileName: string;
  /** False if the figures changed while they were read or a file lacks rows. The file name then contains INCOMPLETE. */
  readonly isComplete: boolean;
  /** False while the month is in progress, so that its figures will still change. */
  readonly isOver: boolean;
  /** Names of figures that the platform does not know, as in a report. The files lack them. */
  readonly unknown: readonly string[];
}

/** `again`: the rows were inconsistent, so reading starts over. */
export const EXPORT_PHASES = ['waiting', 'reading', 'again'] as const;
export type ExportPhase = (typeof EXPORT_PHASES)[number];

export interface ExportProgress {
  readonly phase: ExportPhase;
  /** Number of rows read in this phase. */
  readonly rows: number;
  /** `null` if the platform does not return it. */
  readonly total: number | null;
}

export interface RunningExport extends ExportProgress {
  readonly key: string;
  readonly request: ExportRequest;
  /** Since the first row of this phase was requested; 0 while waiting. */
  readonly elapsedMs: number;
}

/** The reason why a file lacks rows. Its name contains INCOMPLETE. */
export interface Shortfall {
  /** `moved`: the data changes faster than it can be read. `failed`: the platform failed halfway. */
  readonly kind: 'moved' | 'failed';
  readonly message: string;
}

/** A filter with its label and value in the language of the export. */
export interface NamedFilter {
  readonly label: string;
  readonly value: string;
  /** Set if it leaves out no rows, such as a sort order or a comparison. */
  readonly isLimit?: false;
  /** Whether page headers show it, if that differs from `isLimit`. A title may already contain it. */
  readonly isInHeads?: boolean;
}

/** Description of an export, stored in the history. */
export interface ExportManifest {
  readonly request: ExportRequest;
  readonly fileName: string;
  /** Ids of the columns in the file. */
  readonly columns: readonly string[];
  readonly account: string;
  /** E-mail address of the user; `null` for the operator of the computer. */
  readonly user: string | null;
  /** The location that the user was locked to; `null` for all. Absent in older records. */
  readonly lockedLocationId?: number | null;
  /** The time when the figures were read, RFC 3339. */
  readonly asOf: string;
  /** Host of the platform if it could not be reached. The rows are then from a copy, and the file name says so. */
  readonly copyOf?: string;
  /** Shop or location; `null` for all. */
  readonly place: string | null;
  readonly period: { readonly from: string; readonly to: string } | null;
  /** The other period of a comparison. Absent in older records, whose filters contain it. */
  readonly compared?: { readonly from: string; readonly to: string };
  /** All filters other than place and period. */
  readonly filters: readonly NamedFilter[];
  /**
   * The filters in every language, for a history in another language. Absent if there are none, and in older records.
   */
  readonly filtersIn?: Readonly<Record<Language, readonly NamedFilter[]>>;
  /** Number of data rows, without header and totals. */
  readonly rows: number;
  /** The last total of the platform; `null` if it does not return one. */
  readonly total: number | null;
  readonly shortfall: Shortfall | null;
  /** Sums of the columns that have one, in euros or pieces; `null` if the platform does not know a sum. */
  readonly sums: Readonly<Record<string, number | null>>;
  /** Names of figures that the platform does not know, as in a report. Absent if there are none. */
  readonly unknown?: readonly string[];
  /** Says what the totals leave out or were compared with, in the language of the export. */
  readonly note?: string;
  readonly bytes: number;
  /** Hash of the file, hexadecimal. */
  readonly sha256: string;
  /**
   * Hash of the rows without the time of reading, hexadecimal. Absent in older records and if rows cannot be read from
   * the file.
   */
  readonly contentSha256?: string;
  /** Absent if a user started the export. */
  readonly scheduled?: ScheduledFacts;
}

/** Additional facts about a file from a schedule. */
export interface ScheduledFacts {
  readonly name: string;
  /** Whether it was made more than ten minutes after it was due. */
  readonly isLate: boolean;
  /** `null` for the first file of a period. */
  readonly changes: {
    /** Name of the earlier file of the same period, which is not removed. */
    readonly fileName: string;
    /** Number of changed cells and of rows; `null` if the format is not compared row by row. */
    readonly counts: { readonly changed: number; readonly added: number; readonly removed: number } | null;
  } | null;
}

export interface FinishedExport {
  /** Id in the history; `null` if the history could not be written. */
  readonly id: number | null;
  readonly manifest: ExportManifest;
  /** Path of the file; `null` if the browser stores downloads. */
  readonly path: string | null;
  /** Address from which the browser fetches the file; `null` if `path` is set. */
  readonly download: string | null;
}

export interface PastExport {
  readonly id: number;
  readonly manifest: ExportManifest;
  /** `null` if the browser stores downloads. */
  readonly path: string | null;
  /** False for a file that cannot be read back, such as a PDF. */
  readonly canBeCompared: boolean;
}

/** Description of a month package, stored in the history. The package itself lists its files. */
export interface MonthManifest
  extends Pick<
    ExportManifest,
    'fileName' | 'account' | 'user' | 'lockedLocationId' | 'asOf' | 'place' | 'bytes' | 'sha256' | 'scheduled'
  > {
  readonly request: MonthRequest;
  readonly period: { readonly from: string; readonly to: string };
  /** Equals `isComplete` of `FinishedMonth`. */
  readonly isComplete: boolean;
  readonly isOver: boolean;
  readonly unknown: readonly string[];
  readonly members: readonly MonthMember[];
  /** Number of checks of the report that fail. */
  readonly failedChecks: number;
  /** Hash of the report's figures, hexadecimal, to detect changes. Absent in older records. */
  readonly figuresSha256?: string;
}

export interface MonthMember extends Pick<ExportManifest, 'fileName' | 'rows' | 'contentSha256'> {
  readonly dataset: DatasetName;
  readonly isComplete: boolean;
}

export interface PastMonth {
  readonly id: number;
  readonly manifest: MonthManifest;
  /** `null` if the browser stores downloads. */
  readonly path: string | null;
}

/** An entry of the history: a file of one dataset, or a month package. */
export type PastFile = PastExport | PastMonth;

export function isMonthManifest(manifest: ExportManifest | MonthManifest): manifest is MonthManifest {
  return 'month' in manifest.request;
}

export function isMonth(file: PastFile): file is PastMonth {
  return isMonthManifest(file.manifest);
}

export interface ExportHistory {
  /** Newest first. */
  readonly entries: readonly PastFile[];
  readonly hasMore: boolean;
}

/** A changed cell. Values are as in the file: amounts in euros, times in RFC 3339. */
export interface ChangedField {
  /** The row as people call it, such as an order number. */
  readonly row: string;
  readonly column: string;
  readonly before: string | number | boolean | null;
  readonly after: string | number | boolean | null;
}

export const MAX_CHANGES_SHOWN = 200;

/** For a month package, only the figures of its report are compared, not the rows of its files. */
export interface ExportComparison {
  readonly isUnchanged: boolean;
  /** The time of the comparison, RFC 3339. */
  readonly asOf: string;
  /** The first `MAX_CHANGES_SHOWN` changes. `changedCount` counts all. */
  readonly changed: readonly ChangedField[];
  readonly changedCount: number;
  /** Rows as people call them, the first `MAX_CHANGES_SHOWN`. */
  readonly added: readonly string[];
  readonly addedCount: number;
  readonly removed: readonly string[];
  readonly removedCount: number;
}

/** More rows than a format can hold. */
export interface RowExcess {
  /** The minimum number of rows. */
  readonly rows: number;
  readonly maxRows: number;
}

/** The reason why there is no file. No partial file stays, and an existing one is not changed. */
export type ExportFailureReason =
  /** The file is open in another program. */
  | 'in-use'
  | 'disk-full'
  | 'no-permission'
  | 'no-folder'
  /** A name that Windows reserves, or that ends in a dot or a space. */
  | 'bad-name'
  /** Not all rows could be read. */
  | 'incomplete'
  | 'platform-failed'
  /** More rows than the format can hold; the failure has the number. */
  | 'too-many-rows'
  /** Debit and credit differ, or a code has no ledger account; the message says which. */
  | 'not-bookable'
  /** Not enough memory: choose another format or fewer rows. */
  | 'out-of-memory'
  /** Ended because it made no progress for too long. */
  | 'timed-out'
  /** The rows of the export are no longer stored, or were read with other rights. */
  | 'not-comparable'
  /** A filter or column that the dataset does not support. */
  | 'invalid-request';
