import type { DatasetName } from '../contract/exports.ts';
import type { UnknownFigure } from '../contract/financial-report.ts';
import type { LocalizedText } from '../contract/language.ts';

/** A dataset as in window, files and command line. */
export interface DatasetDeclaration<Id extends string = string> {
  readonly name: DatasetName;
  readonly title: LocalizedText;
  /** Label for the number of rows in documents. Absent if rows are not counted. */
  readonly counted?: LocalizedText;
  /** First part of file names. */
  readonly fileName: LocalizedText;
  readonly columns: readonly DatasetColumn<Id>[];
  /** Consecutive rows with the same value form a sheet or a section of a document. */
  readonly sectionColumn: Id | null;
  /** Whether other programs import its files, which must not have a row of totals. */
  readonly isForImport: boolean;
  /** Columns by which people name a row. */
  readonly labelColumns: readonly Id[];
  /** Columns to match rows of two files. Default: `labelColumns`. */
  readonly keyColumns?: readonly Id[];
}

type Optional = 'sectionColumn' | 'isForImport';

type Declared<Id extends string> = Omit<DatasetDeclaration<Id>, Optional> &
  Partial<Pick<DatasetDeclaration<Id>, Optional>>;

export function declareDataset<const Id extends string>(declared: Declared<Id>): DatasetDeclaration<Id> {
  return { sectionColumn: null, isForImport: false, ...declared };
}

export type ColumnsOf<D> = D extends DatasetDeclaration<infer Id> ? Id : never;

/**
 * The kind of a cell. `euros` has 2 decimals and `unit-price` up to 4, as numbers. `number` is a quantity with up to 3
 * decimals. `timestamp` is RFC 3339 and `date` a date, as text. `choice` is one of a set of API values and `flag` a
 * boolean, both with labels. `text` can be anything.
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

/** A figure that a platform may not know in a list: one of the report, or one that older deployments lack. */
export type UnknownColumn = UnknownFigure | 'discount_percentage' | 'open_invoices';

/** `null` is an empty cell. */
export type CellValue = string | number | boolean | null;

export interface DatasetColumn<Id extends string = string> {
  readonly id: Id;
  readonly heading: LocalizedText;
  readonly kind: ColumnKind;
  /** Whether the column is in the file by default. */
  readonly isShown: boolean;
  /** Personal data: only in files if the column is shown or requested. */
  readonly isPersonal: boolean;
  /** Whether a total makes sense. */
  readonly isSummed: boolean;
  /** The figure that is unknown if a cell is empty. The total is then unknown too. */
  readonly unknownFigure?: UnknownColumn;
  /** The row field with a label that readers see instead of a number, such as for an exempt rate. */
  readonly labelFrom?: string;
  /** Text for readers if there is no value. Programs get an empty cell, even in spreadsheets. */
  readonly emptyAs?: LocalizedText;
  /** For `choice`: the label of each API value. Other values are shown as they are. */
  readonly choices: Readonly<Record<string, LocalizedText>>;
  /** For differences: positive ones have a plus sign, meaningless ones are a dash. */
  readonly isSigned?: true;
  /** Heading for readers, if programs need another one. */
  readonly readAs?: LocalizedText;
  /** For `text`: full name of a shop. */
  readonly isShopName?: true;
  /** For `text`: a short number or code, such as that of a product, an order or a country. */
  readonly isCode?: true;
  /** For `text`: a web address. */
  readonly isLink?: true;
  /** For `text`: the value of nearly every row. Paper leaves out a column with no other value. */
  readonly defaultText?: string;
  /** For `text`: RFC 3339 timestamps and dates are formatted for readers. */
  readonly hasTimestamps?: true;
}

export function createColumn<Id extends string>(id: Id, kind: ColumnKind, nl: string, en: string): DatasetColumn<Id> {
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

export function createChoice<Id extends string>(
  id: Id,
  nl: string,
  en: string,
  choices: Readonly<Record<string, LocalizedText>>,
): DatasetColumn<Id> {
  return { ...createColumn(id, 'choice', nl, en), choices };
}

export function markSummed<Id extends string>(declared: DatasetColumn<Id>): DatasetColumn<Id> {
  return { ...declared, isSummed: true };
}

/** Marks a column as summed. Empty cells mean that the platform does not know the figure. */
export function markKnownSum<Id extends string>(declared: DatasetColumn<Id>, figure: UnknownColumn): DatasetColumn<Id> {
  return { ...markSummed(declared), unknownFigure: figure };
}

/** Marks a column whose texts can be timestamps or dates. */
export function markTimestamps<Id extends string>(declared: DatasetColumn<Id>): DatasetColumn<Id> {
  return { ...declared, hasTimestamps: true };
}

/** Marks a column with full names of shops. The common beginning of all names may be left out. */
export function markShopName<Id extends string>(declared: DatasetColumn<Id>): DatasetColumn<Id> {
  return { ...declared, isShopName: true };
}

/** Creates a column of short codes. */
export function createCode<Id extends string>(id: Id, nl: string, en: string): DatasetColumn<Id> {
  return { ...createColumn(id, 'text', nl, en), isCode: true };
}

/** Creates a column of web addresses, which is in the file only on request. */
export function markHiddenLink<Id extends string>(declared: DatasetColumn<Id>): DatasetColumn<Id> {
  return { ...markHidden(declared), isLink: true };
}

/** Marks a column that is in the file only on request. */
export function markHidden<Id extends string>(declared: DatasetColumn<Id>): DatasetColumn<Id> {
  return { ...declared, isShown: false };
}

export function markPersonal<Id extends string>(declared: DatasetColumn<Id>): DatasetColumn<Id> {
  return { ...markHidden(declared), isPersonal: true };
}

/** Marks a difference with a neighbouring column. */
export function markSigned<Id extends string>(declared: DatasetColumn<Id>): DatasetColumn<Id> {
  return { ...declared, isSigned: true };
}

/** Creates a column whose id is the heading in every language because programs import it. Paper uses words. */
export function createFixedColumn<Id extends string>(
  id: Id,
  kind: ColumnKind,
  nl: string,
  en: string,
): DatasetColumn<Id> {
  return { ...createColumn(id, kind, id, id), readAs: { nl, en } };
}
