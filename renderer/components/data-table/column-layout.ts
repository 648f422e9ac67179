import type { ColumnHabit } from '../../../shared/contract/preferences.ts';
import type { TableColumn } from './table-column.ts';

/** What the layout needs to know of a column. */
export type LaidOutColumn = Pick<TableColumn<never>, 'id' | 'hideable' | 'hiddenAtFirst'>;

/** Ids of columns from left to right. */
export interface ColumnLayout {
  /** All of them, hidden ones included. */
  readonly order: readonly string[];
  readonly shown: readonly string[];
}

/** The columns as the user is used to see them. */
export function layoutOfHabit(
  columns: readonly LaidOutColumn[],
  { order, shown }: Pick<ColumnHabit, 'order' | 'shown'>,
): ColumnLayout {
  return layoutOf(columns, inOrder(columns, order), (column) => shown[column.id] ?? !column.hiddenAtFirst);
}

/** The columns that an address names; undefined where it names none of this table. */
export function layoutOfAddress(
  columns: readonly LaidOutColumn[],
  named: readonly string[],
): ColumnLayout | undefined {
  if (!columns.some(({ id }) => named.includes(id))) return undefined;
  return layoutOf(columns, inOrder(columns, named), ({ id }) => named.includes(id));
}

/** `id` in the place of `target`; what stood between them moves up. */
export function movedTo(order: readonly string[], id: string, target: string): readonly string[] {
  const place = order.indexOf(target);
  if (place === -1 || !order.includes(id)) return order;
  return order.filter((other) => other !== id).toSpliced(place, 0, id);
}

function layoutOf(
  columns: readonly LaidOutColumn[],
  order: readonly string[],
  isShown: (column: LaidOutColumn) => boolean,
): ColumnLayout {
  const shown = new Set(columns.filter((column) => column.hideable === false || isShown(column)).map(idOf));
  return { order, shown: order.filter((id) => shown.has(id)) };
}

/** Known columns as chosen; one that was not there to be chosen from stands behind its neighbour. */
function inOrder(columns: readonly LaidOutColumn[], chosen: readonly string[]): readonly string[] {
  const declared = columns.map(idOf);
  let order: readonly string[] = [...new Set(chosen)].filter((id) => declared.includes(id));
  for (const [place, id] of declared.entries()) {
    if (order.includes(id)) continue;
    const neighbour = declared[place - 1];
    order = order.toSpliced(neighbour === undefined ? 0 : order.indexOf(neighbour) + 1, 0, id);
  }
  return order;
}

function idOf({ id }: LaidOutColumn): string {
  return id;
}
