import {
  type Column,
  type ColumnDef,
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  type ReactTable,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { MAX_COLUMN_WIDTH_PX } from '../../../shared/contract/preference-limits.ts';
import {
  changeColumnHabit,
  getColumnHabit,
  listVisibleIds,
  useColumnChoice,
  useColumnHabit,
  useReportDrawnColumns,
} from './column-state.ts';
import { calculateWidths, chooseColumns, getMinWidth, type TableFrame } from './column-widths.ts';
import { isFigure, isSortedBy, type TableColumn } from './table-column.ts';

/** Without row selection: ours is one of positions, which may include rows that were never read. */
const FEATURES = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: {} as ColumnHead,
});

/** What the heading and the cells of a column are drawn from. */
type ColumnHead = Pick<TableColumn<never>, 'header' | 'unit' | 'kind'> & {
  /** The position among the chosen columns, counted from 1. Some of them may have no room. */
  readonly position: number;
  /** The cells of this column are the headings of their rows. */
  readonly isRowHeading: boolean;
};

export type ListFeatures = typeof FEATURES;

/** A row at its position in the list; `undefined` until it is read. */
export interface Line<Row> {
  readonly index: number;
  readonly row: Row | undefined;
}

export type ListTable<Row> = ReactTable<ListFeatures, Line<Row>>;
export type ListColumn<Row> = Column<ListFeatures, Line<Row>>;

/** In a narrower window the pinned first column would leave too little room for the others. */
const MIN_PINNED_WIDTH_PX = 540;

interface ListTableOptions<Row> extends TableFrame {
  readonly tableId: string;
  readonly columns: readonly TableColumn<Row>[];
  /** Only the lines around the window: models of all rows of a long list would take longer than drawing it. */
  readonly lines: readonly Line<Row>[];
  readonly onSort: ((sort: string | undefined) => void) | undefined;
}

/** The table of a list: its columns with their order, widths and sort, and the rows in and near the window. */
export function useListTable<Row>(options: ListTableOptions<Row>) {
  const { tableId, columns, lines, roomPx, isNarrowed, sort, onSort } = options;
  const choice = useColumnChoice(tableId, columns);
  const { widths } = useColumnHabit(tableId);
  const chosen = useMemo(
    () => listVisibleIds(choice).flatMap((id) => columns.find((column) => column.id === id) ?? []),
    [columns, choice],
  );
  const drawn = useMemo(
    () => (roomPx > 0 ? chooseColumns(chosen, { roomPx, isNarrowed, sort }) : chosen),
    [chosen, roomPx, isNarrowed, sort],
  );
  useReportDrawnColumns(tableId, drawn);
  const state = useMemo(
    () => ({
      columnOrder: [...choice.columnOrder],
      columnVisibility: Object.fromEntries(columns.map((column) => [column.id, drawn.includes(column)])),
      columnSizing: { ...calculateWidths(drawn, widths, { roomPx, isNarrowed }) },
      columnPinning: { start: roomPx < MIN_PINNED_WIDTH_PX ? [] : drawn.slice(0, 1).map(({ id }) => id), end: [] },
      sorting: toSortingState(columns, sort),
    }),
    [choice, columns, drawn, widths, roomPx, isNarrowed, sort],
  );
  const table: ListTable<Row> = useTable({
    features: FEATURES,
    columns: useMemo(() => createDefinitions(columns, chosen), [columns, chosen]),
    data: lines,
    state,
    getRowId: ({ index }) => String(index),
    manualSorting: true,
    enableMultiSort: false,
    enableSorting: onSort !== undefined,
    columnResizeMode: 'onChange',
    onColumnOrderChange: (next) => choice.reorder(functionalUpdate(next, state.columnOrder)),
    onColumnVisibilityChange(next) {
      for (const [id, isVisible] of listChanges(next, state.columnVisibility)) choice.show(id, isVisible);
    },
    onColumnSizingChange(next) {
      const changed = Object.fromEntries(listChanges(next, state.columnSizing));
      changeColumnHabit(tableId, { widths: { ...getColumnHabit(tableId).widths, ...changed } });
    },
    onSortingChange: (next) => onSort?.(toSort(columns, functionalUpdate(next, state.sorting))),
  });
  return { table, chosen, drawn };
}

function createDefinitions<Row>(
  columns: readonly TableColumn<Row>[],
  chosen: readonly TableColumn<Row>[],
): ColumnDef<ListFeatures, Line<Row>>[] {
  return columns.map((column, index) => ({
    id: column.id,
    // Does not draw the cell, because the table would cache it even if names that the cell shows arrive later. Only
    // columns with an accessor can be sorted.
    accessorFn: ({ row }) => row && column.rowName?.(row),
    cell: ({ row: { original } }) => original.row && column.cell(original.row),
    size: column.widthPx,
    minSize: getMinWidth(column),
    maxSize: MAX_COLUMN_WIDTH_PX,
    enableHiding: column.hideable !== false,
    enableSorting: column.sortId !== undefined,
    sortDescFirst: isFigure(column.kind),
    meta: { ...column, position: chosen.indexOf(column) + 1, isRowHeading: index === 0 },
  }));
}

/** Only the user's changes are stored. The rest depends on the room in the frame. */
function listChanges<Value>(
  next: Updater<Record<string, Value>>,
  before: Record<string, Value>,
): readonly (readonly [id: string, value: Value])[] {
  return Object.entries(functionalUpdate(next, before)).filter(([id, value]) => before[id] !== value);
}

function toSortingState<Row>(columns: readonly TableColumn<Row>[], sort: string | undefined): SortingState {
  const column = columns.find((one) => isSortedBy(one, sort));
  return column ? [{ id: column.id, desc: sort !== column.sortId }] : [];
}

function toSort<Row>(columns: readonly TableColumn<Row>[], [sorting]: SortingState): string | undefined {
  const sortId = columns.find(({ id }) => id === sorting?.id)?.sortId;
  return sorting?.desc ? `-${sortId}` : sortId;
}
