import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type TableHTMLAttributes,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { useCellMenu } from './cell-menu.tsx';
import { useColumnLayout, useColumnWidths, useReportDrawnColumns } from './column-state.ts';
import { useColumnsInView } from './columns-in-view.ts';
import { useCopyRows } from './copy-rows.tsx';
import styles from './data-table.module.css';
import type { ListPlace } from './open-row.ts';
import { PrintedRows } from './printed-rows.tsx';
import { rowMouse, rowSelectionKeys, useRowCursor } from './row-cursor.ts';
import { SelectionBar, useRowSelection } from './row-selection.tsx';
import type { EmphasisOf, RowSource } from './row-source.ts';
import { useSelectionFigures } from './selection-sums.tsx';
import { movedTo, type TableColumn } from './table-column.ts';
import { TableHeader } from './table-header.tsx';
import { LoadingRows, rowElementId, TableRows, TotalsRow } from './table-rows.tsx';
import { type RowLines, useVirtualRows, type VirtualRows } from './virtual-rows.ts';

interface DataTableProps<Row> {
  /** Key under which the columns shown, their order and their widths are remembered. */
  readonly tableId: string;
  /** Names the table for assistive technology. */
  readonly label: string;
  /** Memoised: a new array draws every row again. */
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: RowSource<Row>;
  /** Identifies the list, such as by its filters: another list begins at its first row. */
  readonly listKey?: string;
  /** Of a row; default 1. */
  readonly rowLines?: RowLines;
  /** Nothing has been read yet: the header stands over skeleton rows. */
  readonly isLoading?: boolean;
  /** Below the header when there are no rows: an `EmptyPanel` or a `FailurePanel`. */
  readonly placeholder?: ReactNode;
  /** The sort asked of the API, such as `-title`; undefined for the order of the list itself. */
  readonly sort?: string | undefined;
  readonly onSort?: (sort: string | undefined) => void;
  /** The row whose drawer is open, see `useOpenRow`. */
  readonly openIndex?: number | null;
  /** Where the list was left, of `useOpenRow`: it begins there, with the focus. */
  readonly place?: ListPlace;
  readonly onOpen?: (index: number) => void;
  /** Cells of the totals row by column id; absent: no totals row. */
  readonly totals?: Readonly<Record<string, ReactNode>> | undefined;
  /** A line below the totals on what they hold. */
  readonly totalsNote?: string | undefined;
  /** Identifies the headings and sums of groups among the rows; a function of the module, or memoised. */
  readonly rowEmphasis?: EmphasisOf<Row>;
}

/**
 * The table of every list page: virtual rows, sticky header and totals, columns that can be moved, resized and
 * hidden, a keyboard cursor, and rows that open or are selected and copied. It fills its parent and scrolls in itself.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    tableId,
    columns,
    rows,
    listKey = '',
    rowLines = 1,
    isLoading = false,
    totals,
    totalsNote,
    openIndex = null,
    place,
  } = props;
  const { rowCount } = rows;
  const widths = useColumnWidths(tableId);
  const { layout, reorder } = useColumnLayout(tableId, columns);
  const chosen = useMemo(
    () => layout.visible.flatMap((id) => columns.find((column) => column.id === id) ?? []),
    [columns, layout],
  );
  const footRows = totals ? (totalsNote === undefined ? 1 : 2) : 0;
  const virtual = useVirtualRows({ rows, listKey, rowLines, openIndex, place });
  const isNarrowed = openIndex !== null;
  const { scrollerRef } = virtual;
  const inView = useColumnsInView({ scrollerRef, columns: chosen, widths, isNarrowed, sort: props.sort });
  const visible = inView.columns;
  useReportDrawnColumns(tableId, visible);
  const growing = growingColumn(visible, widths.isSet, isNarrowed);
  const controls = useRowControls({ ...props, columns: chosen, listKey, openIndex }, virtual);
  const { cursor, selection, gridRef } = controls;
  const wasLeft = place !== undefined && place.leftAtPx !== null;
  // Before the title of the page would get the focus.
  useLayoutEffect(() => {
    if (wasLeft) gridRef.current?.focus({ preventScroll: true });
  }, [wasLeft, gridRef]);
  const hasRows = !isLoading && rowCount > 0;
  const isCursorDrawn = hasRows && virtual.items.some(({ index }) => index === cursor.index);

  const grid: TableHTMLAttributes<HTMLTableElement> = {
    role: 'grid',
    tabIndex: 0,
    'aria-label': props.label,
    ...{ 'data-lines': rowLines },
    'aria-busy': isLoading,
    'aria-multiselectable': true,
    'aria-rowcount': rowCount + 1 + footRows,
    'aria-activedescendant': isCursorDrawn ? rowElementId(tableId, cursor.index) : undefined,
    ...controls.gridProps,
  };

  return (
    <>
      <div className={styles.scroller} data-loading={isLoading || undefined} ref={scrollerRef}>
        {/* A real table, so that what is selected in it is pasted as a table. */}
        <table {...grid} ref={controls.gridRef} className={styles.table} style={tableWidth(inView, growing)}>
          <TableColumns inView={inView} growing={growing} />
          <TableHeader
            widths={widths}
            columns={visible}
            sort={props.sort}
            onSort={props.onSort}
            onMove={(id, target) => reorder(movedTo(layout.order, id, target))}
          />
          {isLoading ? (
            <LoadingRows columns={visible} />
          ) : (
            <TableRows
              tableId={tableId}
              columns={visible}
              rows={rows}
              items={virtual.items}
              totalHeightPx={virtual.totalHeightPx}
              cursorIndex={cursor.index}
              openIndex={openIndex}
              isSelected={selection.isSelected}
              emphasisOf={props.rowEmphasis}
            />
          )}
          {hasRows && totals && (
            <TotalsRow columns={visible} totals={totals} note={totalsNote} rowIndex={rowCount + 2} />
          )}
        </table>
        {!hasRows && !isLoading && props.placeholder}
      </div>
      {hasRows && (
        <PrintedRows
          rows={rows}
          columns={chosen}
          totals={totals}
          totalsNote={totalsNote}
          emphasisOf={props.rowEmphasis}
        />
      )}
      <SelectionBar {...controls.bar} />
      {controls.menu}
    </>
  );
}

type RowControlsOptions<Row> = DataTableProps<Row> & {
  readonly listKey: string;
  readonly openIndex: number | null;
};

/** What keys and mouse do to the rows of a table: the cursor, the selection, opening and copying. */
function useRowControls<Row>(props: RowControlsOptions<Row>, virtual: VirtualRows) {
  const { rows, columns, listKey, openIndex, onOpen, rowEmphasis } = props;
  const { rowCount } = rows;
  const { scrollTo, rowsPerPage } = virtual;
  const gridRef = useRef<HTMLTableElement>(null);
  const selection = useRowSelection({ rows, listKey, openIndex, emphasisOf: rowEmphasis });
  const cursor = useRowCursor({
    rows,
    listKey,
    rowsPerPage,
    openIndex,
    emphasisOf: rowEmphasis,
    onOpen,
    scrollTo,
    onMoved: (from, to, { extends: isExtended }) => (isExtended ? selection.extend(from, to) : selection.settle()),
  });
  const copying = useCopyRows({ rows, columns, emphasisOf: rowEmphasis });
  const { count, isLost, ranges } = selection;
  const cellMenu = useCellMenu({ rows, columns, cursorIndex: cursor.index, onOpen, emphasisOf: rowEmphasis });
  const figures = useSelectionFigures({ rows, ranges, columns, emphasisOf: rowEmphasis });

  const copy = () => {
    // Without a selection it is the row at the cursor that is meant.
    if (rowCount > 0) void copying.copy(count > 0 ? ranges : [[cursor.index, cursor.index]]);
  };
  const onSelectionKey = rowSelectionKeys({ selection, cursorIndex: cursor.index, onCopy: copy });

  return {
    cursor,
    selection,
    gridRef,
    menu: cellMenu.menu,
    gridProps: {
      onContextMenu: cellMenu.onContextMenu,
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        onSelectionKey(event);
        if (!event.defaultPrevented) cursor.onKeyDown(event);
      },
      ...rowMouse({ cursor, selection, onOpen }),
    },
    bar: {
      count,
      figures,
      isLost,
      isCopying: copying.isCopying,
      onCopy: copy,
      onClear() {
        selection.clear();
        gridRef.current?.focus({ preventScroll: true });
      },
    },
  };
}

type ColumnsInView<Row> = ReturnType<typeof useColumnsInView<Row>>;

interface TableColumnsProps<Row> {
  readonly inView: ColumnsInView<Row>;
  readonly growing: TableColumn<Row> | undefined;
}

/** The widths: each as declared, dragged or fitted; the growing column takes what is left until it is dragged itself. */
function TableColumns<Row>({ inView: { columns, widthOf }, growing }: TableColumnsProps<Row>) {
  return (
    <colgroup>
      {columns.map((column) => (
        <col key={column.id} style={column === growing ? undefined : { width: widthOf(column) }} />
      ))}
    </colgroup>
  );
}

/** The table fills the window while a column grows; else it is as wide as its columns. */
function tableWidth<Row>(
  { columns, widthOf }: ColumnsInView<Row>,
  growing: TableColumn<Row> | undefined,
): CSSProperties {
  const total = columns.reduce((sum, column) => sum + widthOf(column), 0);
  return { width: growing ? '100%' : total, minWidth: total };
}

/**
 * The column that takes the rest of the width: the one that is declared to, or an only column. Beside details, which leave
 * out columns, it is the first text, so that the rows end where the details begin.
 */
function growingColumn<Row>(
  columns: readonly TableColumn<Row>[],
  isSet: (column: TableColumn<Row>) => boolean,
  isNarrowed: boolean,
): TableColumn<Row> | undefined {
  const free = columns.filter((column) => !isSet(column));
  const declared = free.find(({ grows }) => grows);
  if (declared || (!isNarrowed && columns.length > 1)) return declared;
  return free.find(({ kind }) => kind === 'text') ?? free[0];
}
