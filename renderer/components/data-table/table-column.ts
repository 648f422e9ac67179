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
  /** It is never narrower; default that of its kind. */
  readonly minWidthPx?: number;
  /** Not drawn in a frame that has no room for all columns; of several, the lowest number goes first. */
  readonly yields?: number;
  /** Drawn before other figures where details leave no room for all. */
  readonly stays?: boolean;
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
  /** Names the row, if this is the first column and its cells have buttons as well. */
  readonly rowName?: (row: Row) => string | undefined;
  /** What a copy of the rows has, where `cell` draws more than text; a number is written as the language does. */
  readonly copied?: (row: Row) => string | number | null;
  /** What a selection of rows sums, with at most 4 decimals; null where it is not known, and then the sum neither. */
  readonly figure?: (row: Row) => number | null;
  /** Narrows the list to what the cell of the row has. */
  readonly onFilter?: (row: Row) => void;
  /** The parameter of the API that `onFilter` sets, if a platform may lack it. */
  readonly filterId?: string;
  /** What `onFilter` keeps, where that is not the text of the cell; blank where the row has nothing to filter by. */
  readonly filterText?: (row: Row) => string;
}

export function isFigure(kind: ColumnKind): boolean {
  return kind !== 'text' && kind !== 'moment';
}

/** Whether the list is sorted by a column, in the API's form of `sort`: `title`, or `-title` for descending. */
export function isSortedBy<Row>({ sortId }: TableColumn<Row>, sort: string | undefined): boolean {
  return sortId !== undefined && (sort === sortId || sort === `-${sortId}`);
}

/** What the choice of columns needs to know of one. */
export type LaidOutColumn = Pick<TableColumn<never>, 'id' | 'hideable' | 'hiddenAtFirst'>;

/** Moves `id` to the position of `target`. */
export function movedTo(order: readonly string[], id: string, target: string): readonly string[] {
  const index = order.indexOf(target);
  if (index === -1 || !order.includes(id)) return order;
  return order.filter((other) => other !== id).toSpliced(index, 0, id);
}
