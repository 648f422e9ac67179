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
  columnHabitOf,
  useColumnChoice,
  useColumnHabit,
  useReportDrawnColumns,
  visibleIds,
} from './column-state.ts';
import { columnsWithRoom, leastWidth, type TableFrame, widthsInFrame } from './column-widths.ts';
import { isFigure, isSortedBy, type TableColumn } from './table-column.ts';

/** The table keeps no selection: that is one of positions, also of rows that were never read. */
const FEATURES = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: {} as ShownAs,
});

/** What the head and the cells of a column are drawn from. */
type ShownAs = Pick<TableColumn<never>, 'header' | 'unit' | 'kind'> & {
  /** Counted from 1 among the chosen columns, of which some may have no room. */
  readonly place: number;
  /** Its cells are the headings of their rows. */
  readonly isRowHeading: boolean;
};

export type ListFeatures = typeof FEATURES;

/** A row at its position in the list; undefined while it is not read yet. */
export interface Line<Row> {
  readonly index: number;
  readonly row: Row | undefined;
}

export type ListTable<Row> = ReactTable<ListFeatures, Line<Row>>;
export type ListColumn<Row> = Column<ListFeatures, Line<Row>>;

/** In a window of less than 600 pixels, beside its folded bar, the first column would leave the others too little room. */
const PINS_FROM_PX = 540;

interface ListTableOptions<Row> extends TableFrame {
  readonly tableId: string;
  readonly columns: readonly TableColumn<Row>[];
  /** Those around the window: models of all rows of a long list would take longer than drawing it. */
  readonly lines: readonly Line<Row>[];
  readonly onSort: ((sort: string | undefined) => void) | undefined;
}

/** The table of a list: its columns with their order, widths and sort, and the rows around the window. */
export function useListTable<Row>(options: ListTableOptions<Row>) {
  const { tableId, columns, lines, roomPx, isNarrowed, sort, onSort } = options;
  const choice = useColumnChoice(tableId, columns);
  const { widths } = useColumnHabit(tableId);
  const chosen = useMemo(
    () => visibleIds(choice).flatMap((id) => columns.find((column) => column.id === id) ?? []),
    [columns, choice],
  );
  const drawn = useMemo(
    () => (roomPx > 0 ? columnsWithRoom(chosen, { roomPx, isNarrowed, sort }) : chosen),
    [chosen, roomPx, isNarrowed, sort],
  );
  useReportDrawnColumns(tableId, drawn);
  const state = useMemo(
    () => ({
      columnOrder: [...choice.columnOrder],
      columnVisibility: Object.fromEntries(columns.map((column) => [column.id, drawn.includes(column)])),
      columnSizing: { ...widthsInFrame(drawn, widths, { roomPx, isNarrowed }) },
      columnPinning: { start: roomPx < PINS_FROM_PX ? [] : drawn.slice(0, 1).map(({ id }) => id), end: [] },
      sorting: sortingOf(columns, sort),
    }),
    [choice, columns, drawn, widths, roomPx, isNarrowed, sort],
  );
  const table: ListTable<Row> = useTable({
    features: FEATURES,
    columns: useMemo(() => definitionsOf(columns, chosen), [columns, chosen]),
    data: lines,
    state,
    getRowId: ({ index }) => String(index),
    manualSorting: true,
    enableMultiSort: false,
    enableSorting: onSort !== undefined,
    columnResizeMode: 'onChange',
    onColumnOrderChange: (next) => choice.reorder(functionalUpdate(next, state.columnOrder)),
    onColumnVisibilityChange(next) {
      for (const [id, isVisible] of changedEntries(next, state.columnVisibility)) choice.show(id, isVisible);
    },
    onColumnSizingChange(next) {
      const changed = Object.fromEntries(changedEntries(next, state.columnSizing));
      changeColumnHabit(tableId, { widths: { ...columnHabitOf(tableId).widths, ...changed } });
    },
    onSortingChange: (next) => onSort?.(sortOf(columns, functionalUpdate(next, state.sorting))),
  });
  return { table, chosen, drawn };
}

function definitionsOf<Row>(
  columns: readonly TableColumn<Row>[],
  chosen: readonly TableColumn<Row>[],
): ColumnDef<ListFeatures, Line<Row>>[] {
  return columns.map((column, index) => ({
    id: column.id,
    // It does not draw the cell: the table would keep what it drew, also when names come in that cells are drawn with.
    // Only columns with an accessor can be sorted by.
    accessorFn: ({ row }) => row && column.rowName?.(row),
    cell: ({ row: { original } }) => original.row && column.cell(original.row),
    size: column.widthPx,
    minSize: leastWidth(column),
    maxSize: MAX_COLUMN_WIDTH_PX,
    enableHiding: column.hideable !== false,
    enableSorting: column.sortId !== undefined,
    sortDescFirst: isFigure(column.kind),
    meta: { ...column, place: chosen.indexOf(column) + 1, isRowHeading: index === 0 },
  }));
}

/** Only what the user changed is kept: the rest is what the frame has room for. */
function changedEntries<Value>(
  next: Updater<Record<string, Value>>,
  before: Record<string, Value>,
): readonly (readonly [id: string, value: Value])[] {
  return Object.entries(functionalUpdate(next, before)).filter(([id, value]) => before[id] !== value);
}

function sortingOf<Row>(columns: readonly TableColumn<Row>[], sort: string | undefined): SortingState {
  const column = columns.find((one) => isSortedBy(one, sort));
  return column ? [{ id: column.id, desc: sort !== column.sortId }] : [];
}

function sortOf<Row>(columns: readonly TableColumn<Row>[], [sorting]: SortingState): string | undefined {
  const sortId = columns.find(({ id }) => id === sorting?.id)?.sortId;
  return sorting?.desc ? `-${sortId}` : sortId;
}
