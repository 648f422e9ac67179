import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import { create } from 'zustand';
import type { ColumnHabit } from '../../../shared/contract/preferences.ts';
import type { Field } from '../../lib/address/fields.ts';
import { usePageState } from '../../lib/address/navigation.ts';
import { useHabits } from '../../lib/preferences.ts';
import type { LaidOutColumn } from './table-column.ts';

/** The visible columns of a table and their order, in the form of TanStack Table. */
export interface ColumnChoice {
  /** All ids, including hidden ones. A column that was added after the order was chosen goes last. */
  readonly columnOrder: readonly string[];
  readonly columnVisibility: Readonly<Record<string, boolean>>;
  readonly show: (id: string, isVisible: boolean) => void;
  readonly reorder: (order: readonly string[]) => void;
  /** Restores the declared columns. Returns a function that undoes this. */
  readonly reset: () => () => void;
}

/**
 * The columns come from the address if it names any, and a change then changes the address. Otherwise they are the
 * user's habit.
 */
export function useColumnChoice(tableId: string, columns: readonly LaidOutColumn[]): ColumnChoice {
  const { named, name } = useColumnsAddress();
  const { shown, order } = useColumnHabit(tableId);
  return useMemo(() => {
    const isNamed = named !== undefined && columns.some(({ id }) => named.includes(id));
    return isNamed ? createAddressChoice(columns, named, name) : createHabitChoice(tableId, columns, { shown, order });
  }, [tableId, columns, named, name, shown, order]);
}

function createAddressChoice(
  columns: readonly LaidOutColumn[],
  named: readonly string[],
  name: (ids: readonly string[]) => void,
): ColumnChoice {
  const columnOrder = appendMissing(columns, named);
  const columnVisibility = createVisibility(columns, ({ id }) => named.includes(id));
  return {
    columnOrder,
    columnVisibility,
    show: (id, isVisible) =>
      name(columnOrder.filter((other) => (other === id ? isVisible : columnVisibility[other] === true))),
    reorder: (order) => name(order.filter((id) => columnVisibility[id])),
    reset() {
      name(listVisibleIds(createHabitChoice('', columns, NO_HABIT)));
      return () => name(named);
    },
  };
}

function createHabitChoice(
  tableId: string,
  columns: readonly LaidOutColumn[],
  { shown, order }: Pick<ColumnHabit, 'shown' | 'order'>,
): ColumnChoice {
  const columnVisibility = createVisibility(columns, ({ id, hiddenAtFirst }) => shown[id] ?? !hiddenAtFirst);
  return {
    columnOrder: appendMissing(columns, order),
    columnVisibility,
    show: (id, isVisible) => changeColumnHabit(tableId, { shown: { ...columnVisibility, [id]: isVisible } }),
    reorder: (next) => changeColumnHabit(tableId, { order: [...next] }),
    reset() {
      const before = getColumnHabit(tableId);
      changeColumnHabit(tableId, NO_HABIT);
      return () => changeColumnHabit(tableId, before);
    },
  };
}

function appendMissing(columns: readonly LaidOutColumn[], chosen: readonly string[]): readonly string[] {
  const declared = columns.map(({ id }) => id);
  return [...new Set([...chosen.filter((id) => declared.includes(id)), ...declared])];
}

function createVisibility(columns: readonly LaidOutColumn[], isVisible: (column: LaidOutColumn) => boolean) {
  return Object.fromEntries(columns.map((column) => [column.id, column.hideable === false || isVisible(column)]));
}

export function listVisibleIds({ columnOrder, columnVisibility }: ColumnChoice): readonly string[] {
  return columnOrder.filter((id) => columnVisibility[id]);
}

/** Ids of the visible columns, in their order, for an export of the list. */
export function useVisibleColumns(tableId: string, columns: readonly LaidOutColumn[]): readonly string[] {
  const choice = useColumnChoice(tableId, columns);
  return useMemo(() => listVisibleIds(choice), [choice]);
}

/** The ids of the columns that fit into the frame, by table. */
const useDrawnColumns = create<Readonly<Record<string, readonly string[]>>>()(() => ({}));

export function useReportDrawnColumns(tableId: string, columns: readonly LaidOutColumn[]): void {
  const text = columns.map(({ id }) => id).join();
  useEffect(() => useDrawnColumns.setState({ [tableId]: text.split(',') }), [tableId, text]);
}

/** Whether there is room to draw a chosen column. */
export function useHasRoom(tableId: string): (column: LaidOutColumn) => boolean {
  const drawn = useDrawnColumns((tables) => tables[tableId]);
  return ({ id }) => drawn === undefined || drawn.includes(id);
}

/** The visible columns from left to right, such as `sku,title,ppu_wt`. */
const columnsField: Field<readonly string[]> = {
  read: (text) => (text === '' ? undefined : text.split(',')),
  write: (ids) => ids.join(','),
};

const FIELDS = { columns: columnsField };

/** The columns in the address of the page. A change replaces the history entry. */
function useColumnsAddress() {
  const [{ columns }, change] = usePageState(FIELDS);
  const router = useRouter();
  const { pathname } = router.state.location;
  const name = useCallback(
    (ids: readonly string[]) => {
      // A late undo must not change the address of another page.
      if (router.state.location.pathname === pathname) change({ columns: ids }, { replaces: true });
    },
    [router, pathname, change],
  );
  return { named: columns, name };
}

const NO_HABIT: ColumnHabit = { shown: {}, order: [], widths: {} };

/** The columns that the user sees in a table, their order and their widths. */
export function useColumnHabit(tableId: string): ColumnHabit {
  return useHabits(({ columns }) => columns[tableId] ?? NO_HABIT);
}

export function getColumnHabit(tableId: string): ColumnHabit {
  return useHabits.getState().columns[tableId] ?? NO_HABIT;
}

export function changeColumnHabit(tableId: string, changes: Partial<ColumnHabit>): void {
  useHabits.setState(({ columns }) => ({
    columns: { ...columns, [tableId]: { ...getColumnHabit(tableId), ...changes } },
  }));
}
