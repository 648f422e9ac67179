import { columnSizingFeature, type ReactTable, tableFeatures, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import { COLUMN_WIDTH_MAX_PX } from '../../../shared/contract/preference-limits.ts';
import { resizeColumns, useColumnHabit } from './column-habits.ts';
import type { TableColumn } from './table-column.ts';

const features = tableFeatures({ columnSizingFeature });
export const MIN_WIDTH_PX = 56;
export const MAX_WIDTH_PX = COLUMN_WIDTH_MAX_PX;
/** The table model keeps the columns only: rows come page by page and are drawn straight from their source. */
const NO_ROWS: Record<string, never>[] = [];

export type ColumnTable = ReactTable<typeof features, Record<string, never>>;

export function useColumnTable<Row>(tableId: string, columns: readonly TableColumn<Row>[]): ColumnTable {
  const columnSizing = useColumnHabit(tableId).widths;
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        header: column.header,
        size: column.widthPx,
        minSize: MIN_WIDTH_PX,
        maxSize: MAX_WIDTH_PX,
      })),
    [columns],
  );
  return useTable({
    features,
    columns: definitions,
    data: NO_ROWS,
    state: { columnSizing },
    onColumnSizingChange: (updater) =>
      resizeColumns(tableId, typeof updater === 'function' ? updater(columnSizing) : updater),
  });
}
