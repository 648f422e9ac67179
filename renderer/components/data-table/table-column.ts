import type { ReactNode } from 'react';

/** What a column contains. Figures are right-aligned and never cut off. */
export type ColumnKind = 'text' | 'amount' | 'percentage' | 'quantity' | 'moment';

/** One column of a list page. `id` is also the column id in exports of the list. */
export interface TableColumn<Row> {
  readonly id: string;
  readonly header: string;
  /** Shown after the header, such as `€`, but not in the column chooser. */
  readonly unit?: string;
  readonly kind: ColumnKind;
  readonly widthPx: number;
  /** The minimum width; default that of the kind. */
  readonly minWidthPx?: number;
  /** Left out if the frame has no room for all columns, the lowest number first. */
  readonly yields?: number;
  /** Stays longer than other figures if details leave too little room. */
  readonly stays?: boolean;
  /** Takes the remaining width. At most one column of a table. */
  readonly grows?: boolean;
  /** Default `true`. */
  readonly hideable?: boolean;
  /** Hidden until the user shows it. */
  readonly hiddenAtFirst?: boolean;
  /** The API's name for sorting by this column; absent if the API cannot. */
  readonly sortId?: string;
  /** The formatted value; `null` leaves the cell blank. */
  readonly cell: (row: Row) => ReactNode;
  /** The name of the row, if this is the first column and its cells also have buttons. */
  readonly rowName?: (row: Row) => string | undefined;
  /** The value in a copy of the rows, if `cell` draws more than text. A number is formatted in the language. */
  readonly copied?: (row: Row) => string | number | null;
  /**
   * The value for the sum of a selection, with at most 4 decimals. If it is `null` because it is not known, the sum is
   * `null` too.
   */
  readonly figure?: (row: Row) => number | null;
  /** Filters the list by the value of the row's cell. */
  readonly onFilter?: (row: Row) => void;
  /** The API parameter that `onFilter` sets, if a platform may not support it. */
  readonly filterId?: string;
  /**
   * The value that `onFilter` filters by, if it is not the text of the cell; blank if the row has nothing to filter by.
   */
  readonly filterText?: (row: Row) => string;
}

export function isFigure(kind: ColumnKind): boolean {
  return kind !== 'text' && kind !== 'moment';
}

/** Whether the list is sorted by a column. `sort` is as in the API: `title`, or `-title` for descending. */
export function isSortedBy<Row>({ sortId }: TableColumn<Row>, sort: string | undefined): boolean {
  return sortId !== undefined && (sort === sortId || sort === `-${sortId}`);
}

/** What the column chooser needs to know about a column. */
export type LaidOutColumn = Pick<TableColumn<never>, 'id' | 'hideable' | 'hiddenAtFirst'>;

/** Moves `id` to the position of `target`. */
export function moveTo(order: readonly string[], id: string, target: string): readonly string[] {
  const index = order.indexOf(target);
  if (index === -1 || !order.includes(id)) return order;
  return order.filter((other) => other !== id).toSpliced(index, 0, id);
}
