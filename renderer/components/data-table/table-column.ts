import type { ReactNode } from 'react';
import type { ColumnHabit } from '../../../shared/contract/preferences.ts';

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
  /** In a narrow window it is never narrower by itself. */
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

export type SortDirection = 'ascending' | 'descending' | undefined;

/** How a column is sorted, by the API's form of `sort`: `title`, or `-title` for descending. */
export function sortDirection(sortId: string | undefined, sort: string | undefined): SortDirection {
  if (sortId === undefined || sort === undefined) return undefined;
  if (sort === sortId) return 'ascending';
  return sort === `-${sortId}` ? 'descending' : undefined;
}

/** What the layout needs to know of a column. */
export type LaidOutColumn = Pick<TableColumn<never>, 'id' | 'hideable' | 'hiddenAtFirst'>;

/** Ids of columns from left to right. */
export interface ColumnLayout {
  /** All of them, hidden ones included. */
  readonly order: readonly string[];
  readonly visible: readonly string[];
}

/** The columns as the user is used to see them. */
export function layoutOfHabit(
  columns: readonly LaidOutColumn[],
  { order, shown }: Pick<ColumnHabit, 'order' | 'shown'>,
): ColumnLayout {
  return layoutOf(columns, inOrder(columns, order), (column) => shown[column.id] ?? !column.hiddenAtFirst);
}

/** The columns that an address names; undefined where it names none of this table. */
export function layoutOfAddress(columns: readonly LaidOutColumn[], named: readonly string[]): ColumnLayout | undefined {
  if (!columns.some(({ id }) => named.includes(id))) return undefined;
  return layoutOf(columns, inOrder(columns, named), ({ id }) => named.includes(id));
}

/** Moves `id` to the position of `target`. */
export function movedTo(order: readonly string[], id: string, target: string): readonly string[] {
  const index = order.indexOf(target);
  if (index === -1 || !order.includes(id)) return order;
  return order.filter((other) => other !== id).toSpliced(index, 0, id);
}

function layoutOf(
  columns: readonly LaidOutColumn[],
  order: readonly string[],
  isVisible: (column: LaidOutColumn) => boolean,
): ColumnLayout {
  const visible = new Set(columns.filter((column) => column.hideable === false || isVisible(column)).map(idOf));
  return { order, visible: order.filter((id) => visible.has(id)) };
}

/** Known columns in the chosen order; a new column follows its declared neighbour. */
function inOrder(columns: readonly LaidOutColumn[], chosen: readonly string[]): readonly string[] {
  const declared = columns.map(idOf);
  let order: readonly string[] = [...new Set(chosen)].filter((id) => declared.includes(id));
  for (const [index, id] of declared.entries()) {
    if (order.includes(id)) continue;
    const neighbour = declared[index - 1];
    order = order.toSpliced(neighbour === undefined ? 0 : order.indexOf(neighbour) + 1, 0, id);
  }
  return order;
}

function idOf({ id }: LaidOutColumn): string {
  return id;
}
