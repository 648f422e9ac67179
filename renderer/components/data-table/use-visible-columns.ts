import type { LaidOutColumn } from './column-layout.ts';
import { useColumnLayout } from './use-column-layout.ts';

/** Ids of the columns that are shown, in their order: what an export of the list is given. */
export function useVisibleColumns(tableId: string, columns: readonly LaidOutColumn[]): readonly string[] {
  return useColumnLayout(tableId, columns).layout.shown;
}
