import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import { create } from 'zustand';
import { COLUMN_WIDTH_MAX_PX } from '../../../shared/contract/preference-limits.ts';
import type { ColumnHabit } from '../../../shared/contract/preferences.ts';
import type { Field } from '../../lib/address/fields.ts';
import { usePageState } from '../../lib/address/navigation.ts';
import { useHabits } from '../../lib/preferences.ts';
import {
  type ColumnLayout,
  type LaidOutColumn,
  layoutOfAddress,
  layoutOfHabit,
  type TableColumn,
} from './table-column.ts';

export interface ColumnChoice {
  readonly layout: ColumnLayout;
  readonly show: (id: string, isVisible: boolean) => void;
  readonly reorder: (order: readonly string[]) => void;
  /** Restores the declared columns. Returns a function that undoes this. */
  readonly reset: () => () => void;
}

/**
 * The columns of a table in their order. Where the address names columns, it decides, and
 * a change is one of the address; otherwise they are the habit of the user.
 */
export function useColumnLayout(tableId: string, columns: readonly LaidOutColumn[]): ColumnChoice {
  const { named, name } = useColumnsAddress();
  const { shown, order } = useColumnHabit(tableId);
  return useMemo(() => {
    const addressed = named && layoutOfAddress(columns, named);
    return addressed
      ? choiceInAddress(columns, addressed, name)
      : choiceOfHabit(tableId, layoutOfHabit(columns, { shown, order }));
  }, [tableId, columns, named, name, shown, order]);
}

function choiceInAddress(
  columns: readonly LaidOutColumn[],
  layout: ColumnLayout,
  name: (ids: readonly string[]) => void,
): ColumnChoice {
  const nameVisible = (order: readonly string[], isVisible: (id: string) => boolean) => name(order.filter(isVisible));
  const wasVisible = (id: string) => layout.visible.includes(id);
  return {
    layout,
    show: (id, isVisible) => nameVisible(layout.order, (other) => (other === id ? isVisible : wasVisible(other))),
    reorder: (order) => nameVisible(order, wasVisible),
    reset() {
      name(layoutOfHabit(columns, NO_HABIT).visible);
      return () => name(layout.visible);
    },
  };
}

function choiceOfHabit(tableId: string, layout: ColumnLayout): ColumnChoice {
  return {
    layout,
    show(id, isVisible) {
      const shown = layout.order.map((other) => [other, layout.visible.includes(other)]);
      changeColumnHabit(tableId, { shown: { ...Object.fromEntries(shown), [id]: isVisible } });
    },
    reorder: (order) => changeColumnHabit(tableId, { order: [...order] }),
    reset() {
      const before = columnHabitOf(tableId);
      changeColumnHabit(tableId, NO_HABIT);
      return () => changeColumnHabit(tableId, before);
    },
  };
}

/** Ids of the visible columns, in their order: what an export of the list is given. */
export function useVisibleColumns(tableId: string, columns: readonly LaidOutColumn[]): readonly string[] {
  return useColumnLayout(tableId, columns).layout.visible;
}

/** By table: the ids of the columns that its frame has room for. */
const useDrawnColumns = create<Readonly<Record<string, readonly string[]>>>()(() => ({}));

export function useReportDrawnColumns(tableId: string, columns: readonly LaidOutColumn[]): void {
  const text = columns.map(({ id }) => id).join();
  useEffect(() => useDrawnColumns.setState({ [tableId]: text.split(',') }), [tableId, text]);
}

/** Whether a column that is chosen is drawn, too. */
export function useHasRoom(tableId: string): (column: LaidOutColumn) => boolean {
  const drawn = useDrawnColumns((tables) => tables[tableId]);
  return ({ id }) => drawn === undefined || drawn.includes(id);
}

/** `sku,title,ppu_wt`: the visible columns, from left to right. */
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

/** Which columns of a table the user sees, in which order and how wide. */

const NO_HABIT: ColumnHabit = { shown: {}, order: [], widths: {} };

function useColumnHabit(tableId: string): ColumnHabit {
  return useHabits(({ columns }) => columns[tableId] ?? NO_HABIT);
}

export function columnHabitOf(tableId: string): ColumnHabit {
  return useHabits.getState().columns[tableId] ?? NO_HABIT;
}

export function changeColumnHabit(tableId: string, changes: Partial<ColumnHabit>): void {
  useHabits.setState(({ columns }) => ({
    columns: { ...columns, [tableId]: { ...columnHabitOf(tableId), ...changes } },
  }));
}

export const MIN_WIDTH_PX = 56;

type SizedColumn = Pick<TableColumn<never>, 'id' | 'widthPx'>;

export interface ColumnWidths {
  /** In pixels, as the user set it, or as declared. */
  readonly widthOf: (column: SizedColumn) => number;
  /** Whether the user set the width of a column. */
  readonly isSet: (column: SizedColumn) => boolean;
  /** Returns the new width, which is within the limits. */
  readonly resize: (column: SizedColumn, widthPx: number) => number;
  /** Restores the declared width. */
  readonly reset: (column: SizedColumn) => void;
}

export function useColumnWidths(tableId: string): ColumnWidths {
  const { widths } = useColumnHabit(tableId);
  return {
    widthOf: ({ id, widthPx }) => withinLimits(widths[id] ?? widthPx),
    isSet: ({ id }) => widths[id] !== undefined,
    resize({ id }, widthPx) {
      const width = withinLimits(widthPx);
      changeColumnHabit(tableId, { widths: { ...columnHabitOf(tableId).widths, [id]: width } });
      return width;
    },
    reset({ id }) {
      const { [id]: _removed, ...others } = columnHabitOf(tableId).widths;
      changeColumnHabit(tableId, { widths: others });
    },
  };
}

function withinLimits(widthPx: number): number {
  return Math.min(COLUMN_WIDTH_MAX_PX, Math.max(MIN_WIDTH_PX, widthPx));
}
