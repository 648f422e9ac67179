import type { ColumnHabit } from '../../../shared/contract/preferences.ts';
import { useHabits } from '../../lib/habits.ts';

/** Which columns of a table the user sees, in which order and how wide. */

export const NO_HABIT: ColumnHabit = { shown: {}, order: [], widths: {} };

export function useColumnHabit(tableId: string): ColumnHabit {
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

export function resizeColumns(tableId: string, widths: ColumnHabit['widths']): void {
  changeColumnHabit(tableId, { widths });
}
