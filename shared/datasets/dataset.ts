import type { DatasetName } from '../contract/exports.ts';
import type { UnknownFigure } from '../contract/financial-report.ts';
import type { LocalizedText } from '../contract/language.ts';

/** A dataset as screen, files and command line show it. */
export interface DatasetDeclaration<Id extends string = string> {
  readonly name: DatasetName;
  readonly title: LocalizedText;
  /** What documents call the number of its rows; absent where nobody counts them. */
  readonly counted?: LocalizedText;
  /** First part of the names of its files. */
  readonly fileName: LocalizedText;
  readonly columns: readonly DatasetColumn<Id>[];
  /** Rows with the same value here follow one another and form a sheet, or a section of a document. */
  readonly sectionColumn: Id | null;
  /** Other programs import its files, and would take a row of totals for one more of its rows. */
  readonly isForImport: boolean;
  /** Columns by which people name a row. */
  readonly labelColumns: readonly Id[];
  /** Columns by which rows of two files are matched. Absent: those by which people name a row. */
  readonly keyColumns?: readonly Id[];
}

type Optional = 'sectionColumn' | 'isForImport';

type Declared<Id extends string> = Omit<DatasetDeclaration<Id>, Optional> &
  Partial<Pick<DatasetDeclaration<Id>, Optional>>;

export function declareDataset<const Id extends string>(declared: Declared<Id>): DatasetDeclaration<Id> {
  return { sectionColumn: null, isForImport: false, ...declared };
}

/** The ids of the columns of a declaration. */
export type ColumnsOf<D> = D extends DatasetDeclaration<infer Id> ? Id : never;

/**
 * What a cell holds. `euros` have 2 decimals and `unit-price` up to 4, both as numbers; `number` is a quantity of up
 * to 3 decimals; `timestamp` is RFC 3339 and `date` a calendar date, both as text; `choice` is one of a set of values
 * of the API and `flag` true or false, each with a label; `text` may be anything.
 */
export type ColumnKind =
  | 'text'
  | 'choice'
  | 'flag'
  | 'euros'
  | 'unit-price'
  | 'percentage'
  | 'number'
  | 'integer'
  | 'timestamp'
  | 'date';

/** What a platform may not know of a list: a figure of the report, or one of an older deployment that lacks it. */
export type UnknownColumn = UnknownFigure | 'discount_percentage' | 'open_invoices';

/** Null is an empty cell. */
export type CellValue = string | number | boolean | null;

export interface DatasetColumn<Id extends string = string> {
  readonly id: Id;
  readonly heading: LocalizedText;
  readonly kind: ColumnKind;
  /** Part of the file when the request names no columns. */
  readonly isShown: boolean;
  /** Personal data: in a file only when its column is shown or asked for by name. */
  readonly isPersonal: boolean;
  /** Has a total that means something. */
  readonly isSummed: boolean;
  /** What the platform does not know where a cell is empty: then nobody knows the total either. */
  readonly mayBeUnknown?: UnknownColumn;
  /** Of a number: the field of a row with the label that readers have in its place, such as of a rate that is exempt. */
  readonly labelFrom?: string;
  /** What a reader is told where there is no value; an empty cell for programs, also where they are spreadsheets. */
  readonly emptyAs?: LocalizedText;
  /** Of a `choice`: the label of each value of the API. A value without one is shown as it is. */
  readonly choices: Readonly<Record<string, LocalizedText>>;
  /** Of a difference: those above 0 have a plus, and one that means nothing is a dash. */
  readonly isSigned?: true;
  /** Of a heading that a program needs: the words for readers. */
  readonly readAs?: LocalizedText;
  /** Of a `text`: the full name of a shop. */
  readonly isShopName?: true;
  /** Of a `text`: a number or code of few letters, such as that of an article, an order or a country. */
  readonly isCode?: true;
  /** Of a `text`: a web address. */
  readonly isLink?: true;
  /** Of a `text`: what nearly every row has; paper leaves out a column with nothing else. */
  readonly usual?: string;
  /** Of a `text`: one that is wholly an RFC 3339 timestamp or a calendar date is shown to staff as such. */
  readonly holdsMoments?: true;
}

export function column<Id extends string>(id: Id, kind: ColumnKind, nl: string, en: string): DatasetColumn<Id> {
  return {
    id,
    kind,
    heading: { nl, en },
    isShown: true,
    isPersonal: false,
    isSummed: false,
    choices: {},
  };
}

export function choice<Id extends string>(
  id: Id,
  nl: string,
  en: string,
  choices: Readonly<Record<string, LocalizedText>>,
): DatasetColumn<Id> {
  return { ...column(id, 'choice', nl, en), choices };
}

export function summed<Id extends string>(declared: DatasetColumn<Id>): DatasetColumn<Id> {
  return { ...declared, isSummed: true };
}

/** Summed, and empty where the platform does not know it. */
export function knownSum<Id extends string>(declared: DatasetColumn<Id>, figure: UnknownColumn): DatasetColumn<Id> {
  return { ...summed(declared), mayBeUnknown: figure };
}

/** The texts are of several kinds, moments and days among them. */
export function withMoments<Id extends string>(declared: DatasetColumn<Id>): DatasetColumn<Id> {
  return { ...declared, holdsMoments: true };
}

/** The full name of a shop: what all of them begin with may be left out where the sheet says it. */
export function shopName<Id extends string>(declared: DatasetColumn<Id>): DatasetColumn<Id> {
  return { ...declared, isShopName: true };
}

/** A text of few letters by which something is known. */
export function code<Id extends string>(id: Id, nl: string, en: string): DatasetColumn<Id> {
  return { ...column(id, 'text', nl, en), isCode: true };
}

/** A web address, in the file only when it is asked for. */
export function hiddenLink<Id extends string>(declared: DatasetColumn<Id>): DatasetColumn<Id> {
  return { ...hidden(declared), isLink: true };
}

/** In the file only when it is asked for. */
export function hidden<Id extends string>(declared: DatasetColumn<Id>): DatasetColumn<Id> {
  return { ...declared, isShown: false };
}

export function personal<Id extends string>(declared: DatasetColumn<Id>): DatasetColumn<Id> {
  return { ...hidden(declared), isPersonal: true };
}

/** A difference with what stands beside it. */
export function signed<Id extends string>(declared: DatasetColumn<Id>): DatasetColumn<Id> {
  return { ...declared, isSigned: true };
}

/** Other programs import by its id, so that is its heading in every language; on paper it has words. */
export function fixedColumn<Id extends string>(id: Id, kind: ColumnKind, nl: string, en: string): DatasetColumn<Id> {
  return { ...column(id, kind, id, id), readAs: { nl, en } };
}
