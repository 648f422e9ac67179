import { useMemo } from 'react';
import { changeColumnHabit, columnHabitOf, NO_HABIT, useColumnHabit } from './column-habits.ts';
import { type ColumnLayout, type LaidOutColumn, layoutOfAddress, layoutOfHabit } from './column-layout.ts';
import { useColumnsAddress } from './use-columns-address.ts';

export interface ColumnChoice {
  readonly layout: ColumnLayout;
  readonly show: (id: string, isShown: boolean) => void;
  readonly reorder: (order: readonly string[]) => void;
  /** Back to the columns as they are by themselves. Answers what takes that back. */
  readonly reset: () => () => void;
}

/**
 * The columns of a table, in the order in which they stand. Where the address names them, they are what it says and
 * a change is one of the address; else they are the habit of the user.
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
  const nameShown = (order: readonly string[], isShown: (id: string) => boolean) =>
    name(order.filter(isShown));
  const wasShown = (id: string) => layout.shown.includes(id);
  return {
    layout,
    show: (id, isShown) => nameShown(layout.order, (other) => (other === id ? isShown : wasShown(other))),
    reorder: (order) => nameShown(order, wasShown),
    reset() {
      name(layoutOfHabit(columns, NO_HABIT).shown);
      return () => name(layout.shown);
    },
  };
}

function choiceOfHabit(tableId: string, layout: ColumnLayout): ColumnChoice {
  return {
    layout,
    show(id, isShown) {
      const shown = layout.order.map((other) => [other, layout.shown.includes(other)]);
      changeColumnHabit(tableId, { shown: { ...Object.fromEntries(shown), [id]: isShown } });
    },
    reorder: (order) => changeColumnHabit(tableId, { order: [...order] }),
    reset() {
      const before = columnHabitOf(tableId);
      changeColumnHabit(tableId, NO_HABIT);
      return () => changeColumnHabit(tableId, before);
    },
  };
}
