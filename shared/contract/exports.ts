import { type Static, Type } from 'typebox';
import { LANGUAGES, type Language } from './language.ts';
import { ClosedObject, nullable } from './values.ts';

/** What can be saved as a file. Each is declared in `shared/datasets/`. */
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
 * `excel`: opens well in a Dutch Excel (`;`, decimal comma, byte order mark, words, no cell that is a formula).
 * `data`: for programs (comma, point, ISO dates, the ids of the columns, texts as they are).
 */
export const CSV_PROFILES = ['excel', 'data'] as const;
export type CsvProfile = (typeof CSV_PROFILES)[number];

export const ExportRequest = ClosedObject({
  dataset: Type.Enum(DATASETS),
  /** Query parameters of the dataset as text, such as `{from: '2026-10-01', shop_id: '4'}`. */
  filters: Type.Record(Type.String(), Type.String()),
  /** Ids of the columns in the order shown; absent: the columns the dataset shows by itself. */
  columns: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 50 })),
  format: Type.Enum(EXPORT_FORMATS),
  /** Of a CSV file, `excel` when absent; of no other format. */
  profile: Type.Optional(Type.Enum(CSV_PROFILES)),
  language: Type.Enum(LANGUAGES),
});
export type ExportRequest = Static<typeof ExportRequest>;

/** A request with a key, by which its progress is reported and by which it can be cancelled. */
export const ExportOrder = ClosedObject({ key: Type.String({ minLength: 1, maxLength: 64 }), request: ExportRequest });

const MONTH_FORM = '^\\d{4}-(0[1-9]|1[0-2])$';

/** A month package: the files of a month in one zip. */
export const MonthRequest = ClosedObject({
  /** Such as `2026-10`. */
  month: Type.String({ pattern: MONTH_FORM }),
  /** Null for all locations. */
  locationId: nullable(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  /** Of the files in it that may have any form. */
  format: Type.Enum(EXPORT_FORMATS),
  profile: Type.Optional(Type.Enum(CSV_PROFILES)),
  language: Type.Enum(LANGUAGES),
});
export type MonthRequest = Static<typeof MonthRequest>;

/** Its key is that by which it can be cancelled. */
export const MonthOrder = ClosedObject({ key: Type.String({ minLength: 1, maxLength: 64 }), request: MonthRequest });

export interface FinishedMonth extends Pick<FinishedExport, 'id' | 'path' | 'download'> {
  readonly fileName: string;
  /** False where the figures changed while they were read, or a file in it lacks rows: the name says INCOMPLETE. */
  readonly isComplete: boolean;
  /** False while the month still goes on: then its figures will change. */
  readonly isOver: boolean;
  /** Names, as those of a report: what the platform does not know, so that the files lack it. */
  readonly unknown: readonly string[];
}

/** `again`: what was read did not hold together, so that it is read once more from the start. */
export const EXPORT_PHASES = ['waiting', 'reading', 'again'] as const;
export type ExportPhase = (typeof EXPORT_PHASES)[number];

export interface ExportProgress {
  readonly phase: ExportPhase;
  /** Rows read so far, in this phase. */
  readonly rows: number;
  /** Null where the platform does not give it. */
  readonly total: number | null;
}

export interface RunningExport extends ExportProgress {
  readonly key: string;
  readonly request: ExportRequest;
  /** Since the first row was asked for, in this phase; 0 while it waits. */
  readonly elapsedMs: number;
}

/** Why a file lacks rows. Its name contains INCOMPLETE. */
export interface Shortfall {
  /** `moved`: what is read changes faster than it can be read. `failed`: the platform failed in the middle. */
  readonly kind: 'moved' | 'failed';
  readonly message: string;
}

/** A filter with its label and value in the language of the export. */
export interface NamedFilter {
  readonly label: string;
  readonly value: string;
  /** It leaves out no rows: the order of them, or what they are compared with. */
  readonly isLimit?: false;
  /** Whether the heads of pages name it, where that is not the same: a title has the day of a state already. */
  readonly isInHeads?: boolean;
}

/** Description of an export, stored in the history. */
export interface ExportManifest {
  readonly request: ExportRequest;
  readonly fileName: string;
  /** Ids of the columns that are in the file. */
  readonly columns: readonly string[];
  readonly account: string;
  /** E-mail address of who asked for it; null for the operator of the computer. */
  readonly user: string | null;
  /** The location that they were locked to; null for all. Absent in older records. */
  readonly lockedLocationId?: number | null;
  /** RFC 3339, when the figures were read. */
  readonly asOf: string;
  /** Host of the platform where it could not be reached: the rows are those of a copy, which is part of the name. */
  readonly copyOf?: string;
  /** Shop or location; null for all. */
  readonly place: string | null;
  readonly period: { readonly from: string; readonly to: string } | null;
  /** Of a report that is compared: with which days. Absent in older records, whose filters say it all the same. */
  readonly compared?: { readonly from: string; readonly to: string };
  /** All that selected the rows beside place and period. */
  readonly filters: readonly NamedFilter[];
  /** The same for a history that is read in another language. Absent where there are none, and in older records. */
  readonly filtersIn?: Readonly<Record<Language, readonly NamedFilter[]>>;
  /** Data rows, without header and totals. */
  readonly rows: number;
  /** As the platform counted them last; null where it does not. */
  readonly total: number | null;
  readonly shortfall: Shortfall | null;
  /** Sum of each column that has one: euros, or pieces; null where the platform does not know it. */
  readonly sums: Readonly<Record<string, number | null>>;
  /** Names, as those of a report: what the platform does not know, so that it is missing. Absent where it is nothing. */
  readonly unknown?: readonly string[];
  /** What the totals leave out, or have been compared with, in the language of the export. */
  readonly note?: string;
  readonly bytes: number;
  /** Of the file, hexadecimal. */
  readonly sha256: string;
  /** Of the rows, hexadecimal, without the time of reading. Absent in older records, and in files that can be read back. */
  readonly contentSha256?: string;
  /** Absent if the user asked for the file. */
  readonly scheduled?: ScheduledFacts;
}

/** What a file that Tilldesk made by itself has besides. */
export interface ScheduledFacts {
  /** Of the schedule. */
  readonly name: string;
  /** True if it was made more than ten minutes after it was due. */
  readonly isLate: boolean;
  /** `null` for the first file of a period. */
  readonly changes: {
    /** Of the earlier file of the same period, which stays. */
    readonly fileName: string;
    /** Changed cells, and rows; `null` in a format that is not compared row by row. */
    readonly counts: { readonly changed: number; readonly added: number; readonly removed: number } | null;
  } | null;
}

export interface FinishedExport {
  /** In the history; null where that could not be written, and the file is all there is. */
  readonly id: number | null;
  readonly manifest: ExportManifest;
  /** Path of the file; null where the browser keeps downloads. */
  readonly path: string | null;
  /** Address on the own origin from which the browser fetches the file; null where `path` is set. */
  readonly download: string | null;
}

export interface PastExport {
  readonly id: number;
  readonly manifest: ExportManifest;
  /** Null where the browser keeps downloads. */
  readonly path: string | null;
  /** False for a file that cannot be read back, such as a PDF. */
  readonly canBeCompared: boolean;
}

/** Description of a month package, stored in the history. What its files are is in the package itself. */
export interface MonthManifest
  extends Pick<
    ExportManifest,
    'fileName' | 'account' | 'user' | 'lockedLocationId' | 'asOf' | 'place' | 'bytes' | 'sha256' | 'scheduled'
  > {
  readonly request: MonthRequest;
  readonly period: { readonly from: string; readonly to: string };
  /** As of a finished one. */
  readonly isComplete: boolean;
  readonly isOver: boolean;
  readonly unknown: readonly string[];
  readonly members: readonly MonthMember[];
  /** How many checks of the report do not hold. */
  readonly failedChecks: number;
  /** Of the figures of the report, hexadecimal: whether they have changed since. Absent in older records. */
  readonly figuresSha256?: string;
}

export interface MonthMember extends Pick<ExportManifest, 'fileName' | 'rows' | 'contentSha256'> {
  readonly dataset: DatasetName;
  readonly isComplete: boolean;
}

export interface PastMonth {
  readonly id: number;
  readonly manifest: MonthManifest;
  /** Null where the browser keeps downloads. */
  readonly path: string | null;
}

/** What the history has: files of one dataset, and packages of them. */
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

/** One cell that is not what it was. Values are those of the file; amounts are euros, and times are RFC 3339. */
export interface ChangedField {
  /** The row as people name it, such as an order number. */
  readonly row: string;
  readonly column: string;
  readonly before: string | number | boolean | null;
  readonly after: string | number | boolean | null;
}

export const CHANGES_SHOWN = 200;

/** Of a month package whether the figures of its report are the same; its files are not compared row by row. */
export interface ExportComparison {
  readonly isUnchanged: boolean;
  /** When it was read again, RFC 3339. */
  readonly asOf: string;
  /** The first `CHANGES_SHOWN`; `changedCount` counts all. */
  readonly changed: readonly ChangedField[];
  readonly changedCount: number;
  /** Rows as people name them, the first `CHANGES_SHOWN`. */
  readonly added: readonly string[];
  readonly addedCount: number;
  readonly removed: readonly string[];
  readonly removedCount: number;
}

/** More rows than a format holds. */
export interface RowExcess {
  /** So many there are at least. */
  readonly rows: number;
  readonly maxRows: number;
}

/** Why there is no file. No file is left behind, and one that was there before is untouched. */
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
  /** More rows than the format holds; the failure says how many. */
  | 'too-many-rows'
  /** Debit and credit differ, or a code has no ledger account; the message says which. */
  | 'not-bookable'
  /** More than can be held at once: another format, or fewer rows. */
  | 'out-of-memory'
  /** Nothing came of it for so long that it was ended. */
  | 'timed-out'
  /** The rows of the export are not stored any more, or were read with other rights. */
  | 'not-comparable'
  /** A filter or column that the dataset cannot take. */
  | 'invalid-request';
