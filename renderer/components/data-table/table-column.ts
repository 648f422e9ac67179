import type { ReactNode } from 'react';

/** What a column holds; figures are right-aligned and take no part in cutting text off. */
export type ColumnKind = 'text' | 'amount' | 'percentage' | 'quantity' | 'moment';

/** One column of a list page. `id` is the one that an export takes, where the list can be exported. */
export interface TableColumn<Row> {
  readonly id: string;
  readonly header: string;
  /** Stands behind the header, such as `€`; a chooser of columns does without. */
  readonly unit?: string;
  readonly kind: ColumnKind;
  readonly widthPx: number;
  /** Takes what is left of the window's width; one column of a table. */
  readonly grows?: boolean;
  /** Default true. */
  readonly hideable?: boolean;
  /** Hidden until the user shows it. */
  readonly hiddenAtFirst?: boolean;
  /** The name by which the API sorts on this column; absent where it cannot. */
  readonly sortId?: string;
  /** The formatted value; null leaves the cell blank. */
  readonly cell: (row: Row) => ReactNode;
  /** What a copy of the rows has, where `cell` draws more than text; a number is written as the language does. */
  readonly copied?: (row: Row) => string | number | null;
}
