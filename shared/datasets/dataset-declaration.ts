import type { DatasetName } from '../contract/exports.ts';
import type { Words } from '../contract/language.ts';
import type { DatasetColumn } from './column.ts';

/** What a dataset is to everybody who shows it: screen, files and command line. */
export interface DatasetDeclaration<Id extends string = string> {
  readonly name: DatasetName;
  readonly title: Words;
  /** First part of the names of its files. */
  readonly fileName: Words;
  readonly columns: readonly DatasetColumn<Id>[];
  /** The columns keep the order of their declaration, in whatever order they are asked for. */
  readonly hasFixedOrder: boolean;
  /** Rows with the same word here belong together and follow one another: a sheet, or a part of a document. */
  readonly sectionColumn: Id | null;
  /** Other programs import its files, and would take a row of totals for one more of its rows. */
  readonly isForImport: boolean;
  /** Columns by which people name a row. */
  readonly labelColumns: readonly Id[];
}

type Optional = 'hasFixedOrder' | 'sectionColumn' | 'isForImport';
type Declared<Id extends string> = Omit<DatasetDeclaration<Id>, Optional> &
  Partial<Pick<DatasetDeclaration<Id>, Optional>>;

export function declareDataset<const Id extends string>(declared: Declared<Id>): DatasetDeclaration<Id> {
  return { hasFixedOrder: false, sectionColumn: null, isForImport: false, ...declared };
}

/** The ids of the columns of a declaration. */
export type ColumnsOf<D> = D extends DatasetDeclaration<infer Id> ? Id : never;
