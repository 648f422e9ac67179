import { useMemo } from 'react';
import { useColumnsStore } from './columns-store.ts';
import type { TableColumn } from './table-column.ts';

type Hideable = Pick<TableColumn<never>, 'id' | 'hideable' | 'hiddenAtFirst'>;
type Visibility = Readonly<Record<string, boolean>>;

const NOTHING_CHOSEN: Visibility = {};

/** Ids of the columns that are shown, in their order: what an export of the list is given. */
export function useVisibleColumns(tableId: string, columns: readonly Hideable[]): readonly string[] {
  const visibility = useColumnVisibility(tableId, columns);
  return useMemo(
    () => columns.map((column) => column.id).filter((id) => visibility[id] !== false),
    [columns, visibility],
  );
}

/** Every column of the table with whether it is shown. */
export function useColumnVisibility(tableId: string, columns: readonly Hideable[]): Visibility {
  const chosen = useColumnsStore((state) => state.shown[tableId] ?? NOTHING_CHOSEN);
  return useMemo(
    () => Object.fromEntries(columns.map((column) => [column.id, isShown(column, chosen)])),
    [columns, chosen],
  );
}

function isShown(column: Hideable, chosen: Visibility): boolean {
  if (column.hideable === false) return true;
  return chosen[column.id] ?? column.hiddenAtFirst !== true;
}
