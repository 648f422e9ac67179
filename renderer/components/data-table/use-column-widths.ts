import { columnHabitOf, resizeColumns } from './column-habits.ts';
import type { TableColumn } from './table-column.ts';
import { MAX_WIDTH_PX, MIN_WIDTH_PX } from './use-column-table.ts';

const STEP_PX = 24;

/** The widths of columns in steps, for those who do not drag. */
export function useColumnWidths(
  tableId: string,
  columns: readonly Pick<TableColumn<never>, 'id' | 'widthPx'>[],
) {
  /** Answers the new width. */
  function step(id: string, delta: 1 | -1): number {
    const { widths } = columnHabitOf(tableId);
    const before = widths[id] ?? columns.find((column) => column.id === id)?.widthPx ?? MIN_WIDTH_PX;
    const width = Math.min(MAX_WIDTH_PX, Math.max(MIN_WIDTH_PX, before + delta * STEP_PX));
    resizeColumns(tableId, { ...widths, [id]: width });
    return width;
  }

  return { step };
}
