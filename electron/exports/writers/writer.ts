import { type CalendarDate, isCalendarDate } from '../../../shared/calendar.ts';
import type { CsvProfile, ExportFormat, NamedFilter, Shortfall } from '../../../shared/contract/exports.ts';
import type { Language } from '../../../shared/contract/language.ts';
import type { CellValue, ColumnKind, DatasetColumn } from '../../../shared/datasets/dataset.ts';
import type { Period } from '../../../shared/periods.ts';
import type { ExportRow, FurtherTotals, PaperTable } from '../dataset.ts';

export interface ExportDocument {
  readonly title: string;
  readonly language: Language;
  readonly profile: CsvProfile;
  readonly columns: readonly DatasetColumn[];
  /** The request names them, so each is printed whatever it contains. */
  readonly hasChosenColumns: boolean;
  /** Ids of the columns with one value in all rows, which place or filters show. */
  readonly fixed: readonly string[];
  /** Id of the column that divides the rows into sections; `null` if they are one table. It may not be in the file. */
  readonly sectionColumn: string | null;
  /** A program reads the table: nothing below it may look like another row. */
  readonly isForImport: boolean;
  /** The label for the number of its rows; `null` if it is not shown. */
  readonly counted: string | null;
  /** As its shops name it. */
  readonly company: string;
  /** The names of all shops of the account. Short names must differ among all of them. */
  readonly shops: readonly string[];
  /** The figures are those of a demo shop. */
  readonly isDemo: boolean;
  /** Columns about persons are left out because nobody chose them. */
  readonly hidesPeople: boolean;
  readonly place: string | null;
  readonly period: Period | null;
  /** For rows that show a state instead of a period. */
  readonly day?: CalendarDate | undefined;
  readonly filters: readonly NamedFilter[];
  /** RFC 3339, when the reading began. */
  readonly asOf: string;
}

export interface DocumentEnd {
  readonly rows: number;
  /** RFC 3339, the time of the figures. */
  readonly asOf: string;
  /** By id of a summed column, as a decimal number. */
  readonly sums: Readonly<Record<string, number | null>>;
  readonly shortfall: Shortfall | null;
  /** Names of what the platform does not know, as in a report. It is missing in the file. */
  readonly unknown: readonly string[];
  /** What paper has instead of the rows; `null` for the rows. */
  readonly paper: readonly PaperTable[] | null;
  /** What a workbook has instead of the rows; `null` for the rows. */
  readonly sheets: readonly PaperTable[] | null;
  /** Tables that add up the rows: below them on paper, and sheets of a workbook. */
  readonly summaries: readonly PaperTable[];
  /** For a list whose totals are more than sums. */
  readonly totals: FurtherTotals | null;
}

/** Writes a table as the bytes of a file. It knows no dataset. */
export interface Writer {
  readonly extension: ExportFormat;
  /** Maximum number of data rows for the format or its readers; `null` for any number. */
  readonly maxRows: number | null;
  /** `end` may be called after the end of `batches`. */
  write(
    document: ExportDocument,
    batches: AsyncIterable<readonly ExportRow[]>,
    end: () => DocumentEnd,
  ): AsyncIterable<string | Uint8Array>;
}

/** Large enough to be cheap, and small enough to hold in memory. */
const CHUNK_BYTES = 65_536;

/** UTF-8 needs at most this many bytes for a UTF-16 code unit. */
const MAX_UNIT_BYTES = 3;

/**
 * The texts of all rows as chunks of bytes. Each is encoded at once: one long text of many parts costs much garbage
 * collection.
 */
export async function* joinRows(
  batches: AsyncIterable<readonly ExportRow[]> | Iterable<readonly ExportRow[]>,
  toText: (row: ExportRow) => string,
): AsyncGenerator<Uint8Array> {
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let used = 0;
  for await (const rows of batches) {
    for (const row of rows) {
      const text = toText(row);
      const needed = text.length * MAX_UNIT_BYTES;
      if (used + needed > chunk.length) {
        if (used > 0) yield chunk.subarray(0, used);
        chunk = Buffer.allocUnsafe(Math.max(CHUNK_BYTES, needed));
        used = 0;
      }
      used += chunk.write(text, used);
    }
  }
  if (used > 0) yield chunk.subarray(0, used);
}

export type FormattedColumn = Pick<DatasetColumn, 'kind' | 'choices' | 'hasTimestamps' | 'isSigned'>;

/** The text shown instead of the number of a column; `null` for the number. */
export function getLabel(row: ExportRow, { labelFrom }: Pick<DatasetColumn, 'labelFrom'>): string | null {
  const label = labelFrom === undefined ? null : (row[labelFrom] ?? null);
  return label === null ? null : String(label);
}

const YES_NO = { nl: ['Ja', 'Nee'], en: ['Yes', 'No'] } as const;

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2})$/;

/** What staff read in a cell without a number: the words of a choice, the local time of a timestamp. */
export function formatText(column: FormattedColumn, value: CellValue, language: Language): string {
  if (value === null) return '';
  switch (getFormattedKind(column, value)) {
    case 'choice':
      return column.choices[String(value)]?.[language] ?? String(value);
    case 'flag':
      return YES_NO[language][value === true ? 0 : 1];
    case 'timestamp':
      return toLocalTime(String(value));
    default:
      return String(value);
  }
}

function toLocalTime(text: string): string {
  return TIMESTAMP.test(text) ? `${text.slice(0, 10)} ${text.slice(11, 19)}` : text;
}

/** The kind that formats a value: that of its column, except for a time or day among texts. */
export function getFormattedKind(
  { kind, hasTimestamps }: Pick<FormattedColumn, 'kind' | 'hasTimestamps'>,
  value: CellValue,
): ColumnKind {
  if (hasTimestamps === undefined || typeof value !== 'string') return kind;
  if (TIMESTAMP.test(value)) return 'timestamp';
  return isCalendarDate(value) ? 'date' : kind;
}

const MAX_DECIMALS = 4;

const UNITS_PER_ONE = 10 ** MAX_DECIMALS;

const MAX_MAGNITUDE = 1e15;

export type DecimalMark = ',' | '.';

/** Plain digits, without exponent or grouping. Throws for a number with more than 4 decimals, rather than round it. */
export function formatDecimal(value: number, minDecimals: 0 | 2, mark: DecimalMark): string {
  const units = Math.round(value * UNITS_PER_ONE);
  // Up to here, no two counts of units are the same number: a count that gives the number back is the one to show.
  const isExact = Math.abs(units) < MAX_MAGNITUDE && units / UNITS_PER_ONE === value;
  return isExact ? formatUnits(units, minDecimals, mark) : formatLarge(value, minDecimals, mark);
}

/** Uses only whole numbers, in a tenth of the time that `toFixed` and parsing its text take. */
function formatUnits(units: number, minDecimals: 0 | 2, mark: DecimalMark): string {
  const size = Math.abs(units);
  const rest = size % UNITS_PER_ONE;
  const whole = `${units < 0 ? '-' : ''}${(size - rest) / UNITS_PER_ONE}`;
  const decimals = Math.max(minDecimals, countDecimals(rest));
  return decimals === 0 ? whole : `${whole}${mark}${String(UNITS_PER_ONE + rest).slice(1, 1 + decimals)}`;
}

function countDecimals(rest: number): number {
  if (rest === 0) return 0;
  if (rest % 100 === 0) return rest % 1_000 === 0 ? 1 : 2;
  return rest % 10 === 0 ? 3 : 4;
}

function formatLarge(value: number, minDecimals: 0 | 2, mark: DecimalMark): string {
  const text = value.toFixed(MAX_DECIMALS);
  if (!(Math.abs(value) < MAX_MAGNITUDE) || Number(text) !== value) {
    throw new RangeError(`not a number with at most ${MAX_DECIMALS} decimals: ${value}`);
  }
  const [whole = '', decimals = ''] = text.split('.');
  const trimmed = decimals.replace(/0+$/, '').padEnd(minDecimals, '0');
  return trimmed === '' ? whole : `${whole}${mark}${trimmed}`;
}

const SHORTFALL_MESSAGES: Readonly<Record<Language, Readonly<Record<Shortfall['kind'], string>>>> = {
  nl: {
    moved: 'De gegevens bleven veranderen tijdens het lezen. Exporteer later opnieuw.',
    failed: 'Het kassaplatform viel tijdens het exporteren uit. Exporteer later opnieuw.',
  },
  en: {
    moved: 'The data kept changing while it was read. Export again later.',
    failed: 'The retail platform failed during the export. Export again later.',
  },
};

/** Why a file lacks rows, in the language of the file. The message of the shortfall itself is always English. */
export function getShortfallMessage({ kind }: Shortfall, language: Language): string {
  return SHORTFALL_MESSAGES[language][kind];
}
