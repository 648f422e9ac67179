import { VisuallyHidden } from '@mantine/core';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type TableHTMLAttributes,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useCellMenu } from './cell-menu.tsx';
import { useRoom, widenColumns } from './column-widths.ts';
import { useCopyRows } from './copy-rows.tsx';
import styles from './data-table.module.css';
import { type ListTable, useListTable } from './list-table.ts';
import type { ScrollPosition } from './open-row.ts';
import { PrintedRows } from './printed-rows.tsx';
import { createRowMouse, createSelectionKeys, useRowCursor } from './row-cursor.ts';
import { SelectionBar, useRowSelection } from './row-selection.tsx';
import type { GetEmphasis, RowSource } from './row-source.ts';
import { useSelectionFigures } from './selection-sums.tsx';
import { moveTo, type TableColumn } from './table-column.ts';
import { TableHeader } from './table-header.tsx';
import { getCellElementId, LoadingRows, TableRows, TotalsRow } from './table-rows.tsx';
import { type RowLines, useVirtualRows, type VirtualRows } from './virtual-rows.ts';

interface DataTableProps<Row> {
  /** The key for storing the visible columns, their order and widths. */
  readonly tableId: string;
  /** Names the table for assistive technology. */
  readonly label: string;
  /** Must be memoised, as a new array redraws every row. */
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: RowSource<Row>;
  /** Identifies the list, for example by its filters. Another list starts at its first row. */
  readonly listKey?: string;
  /** Default 1. */
  readonly rowLines?: RowLines;
  /** Nothing has been read yet. Skeleton rows are shown below the header. */
  readonly isLoading?: boolean;
  /** Shown below the header if there are no rows: an `EmptyPanel` or a `FailurePanel`. */
  readonly placeholder?: ReactNode;
  /** The `sort` parameter of the API, such as `-title`; `undefined` for the default order. */
  readonly sort?: string | undefined;
  readonly onSort?: (sort: string | undefined) => void;
  /** The row whose drawer is open. See `useOpenRow`. */
  readonly openIndex?: number | null;
  /** Where the list was left, from `useOpenRow`. The list starts there and gets the focus. */
  readonly scrollPosition?: ScrollPosition;
  readonly onOpen?: (index: number) => void;
  /** Cells of the totals row by column id. If absent, there is no totals row. */
  readonly totals?: Readonly<Record<string, ReactNode>> | undefined;
  /** A line below the totals that explains them. */
  readonly totalsNote?: ReactNode;
  /** Identifies the headings and sums of groups. Must be a function of the module or memoised. */
  readonly rowEmphasis?: GetEmphasis<Row>;
}

/**
 * The table of every list page. It has virtual rows, a sticky header and totals, a menu for each column and a keyboard
 * cursor. Rows can be opened, selected and copied. It fills its parent and scrolls inside itself.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { tableId, rows, listKey = '', rowLines = 1, isLoading = false, totals, totalsNote } = props;
  const { openIndex = null, scrollPosition, sort, onSort } = props;
  const { rowCount } = rows;
  const footRows = totals ? (totalsNote === undefined ? 1 : 2) : 0;
  const virtual = useVirtualRows({ rows, listKey, rowLines, openIndex, scrollPosition });
  const { scrollerRef, items, lines } = virtual;
  const isNarrowed = openIndex !== null;
  const { roomPx, letterSpacingPx } = useRoom(scrollerRef, isNarrowed);
  const columns = useMemo(() => widenColumns(props.columns, letterSpacingPx), [props.columns, letterSpacingPx]);
  const frame = { roomPx, isNarrowed, sort };
  const { table, chosen, drawn } = useListTable({ ...frame, tableId, columns, lines, onSort });
  const controls = useRowControls({ ...props, columns: chosen, drawn, listKey, openIndex }, virtual);
  const { cursor, selection, gridRef } = controls;
  const menu = useColumnMenus(table, gridRef, cursor.columnId);
  const wasLeft = scrollPosition !== undefined && scrollPosition.leftAtPx !== null;
  // A layout effect, as the title of the page would otherwise get the focus.
  useLayoutEffect(() => {
    if (wasLeft) gridRef.current?.focus({ preventScroll: true });
  }, [wasLeft, gridRef]);
  const hasRows = !isLoading && rowCount > 0;
  useEffect(() => {
    const cell = gridRef.current?.querySelector(`tr[data-cursor] [data-column="${cursor.columnId}"]`);
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [cursor.columnId, gridRef]);
  const cursorId = getCellElementId(tableId, cursor.index, cursor.columnId ?? '');
  const isCursorDrawn = hasRows && items.some(({ index }) => index === cursor.index);

  const grid: TableHTMLAttributes<HTMLTableElement> = {
    role: 'grid',
    tabIndex: 0,
    'aria-label': props.label,
    ...{ 'data-lines': rowLines, 'data-pins': table.getIsSomeColumnsPinned('start') || undefined },
    'aria-busy': isLoading,
    'aria-multiselectable': true,
    'aria-readonly': true,
    'aria-rowcount': rowCount + 1 + footRows,
    'aria-colcount': chosen.length,
    'aria-activedescendant': isCursorDrawn ? cursorId : undefined,
    ...controls.gridProps,
    onKeyDown(event) {
      // The menu of a heading is rendered elsewhere in the page.
      if (!event.currentTarget.contains(event.target as Node)) return;
      menu.onKeyDown(event);
      if (!event.defaultPrevented) controls.gridProps.onKeyDown(event);
    },
  };

  return (
    <>
      <div
        className={styles.scroller}
        data-loading={isLoading || undefined}
        ref={scrollerRef}
        style={{ scrollPaddingInlineStart: table.getStartTotalSize() }}
      >
        {/* A real table, so that a selection in it is pasted as a table. */}
        <table {...grid} ref={gridRef} className={styles.table} style={{ width: table.getTotalSize() }}>
          <colgroup>
            {table.getVisibleLeafColumns().map((column) => (
              <col key={column.id} style={{ width: column.getSize() }} />
            ))}
          </colgroup>
          <TableHeader table={table} {...menu.headerProps} />
          {isLoading ? (
            <LoadingRows table={table} />
          ) : (
            <TableRows
              tableId={tableId}
              table={table}
              items={items}
              totalHeightPx={virtual.totalHeightPx}
              cursor={cursor}
              openIndex={openIndex}
              canOpen={props.onOpen !== undefined}
              isSelected={selection.isSelected}
              getEmphasis={props.rowEmphasis}
            />
          )}
          {hasRows && totals && <TotalsRow table={table} totals={totals} note={totalsNote} rowIndex={rowCount + 2} />}
        </table>
        {!hasRows && !isLoading && props.placeholder}
      </div>
      {hasRows && (
        <PrintedRows
          rows={rows}
          columns={chosen}
          totals={totals}
          totalsNote={totalsNote}
          getEmphasis={props.rowEmphasis}
        />
      )}
      <SelectionBar {...controls.bar} />
      {controls.menu}
      <VisuallyHidden aria-live="polite">{menu.announcement}</VisuallyHidden>
    </>
  );
}

/** The menus of the columns. Alt and the down arrow open the menu of the cursor's column. */
function useColumnMenus<Row>(
  table: ListTable<Row>,
  gridRef: RefObject<HTMLTableElement | null>,
  cursorColumn: string | undefined,
) {
  const { t } = useTranslation();
  const [openMenuId, setOpenMenuId] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState('');

  const onMenu = (columnId: string | null) => {
    setOpenMenuId(columnId);
    if (columnId === null) gridRef.current?.focus({ preventScroll: true });
  };
  const onMove = (columnId: string, target: string) => {
    const order = table.getAllLeafColumns().map(({ id }) => id);
    const visible = table.getVisibleLeafColumns();
    table.setColumnOrder([...moveTo(order, columnId, target)]);
    setAnnouncement(
      t('copying.movedTo', {
        column: table.getColumn(columnId)?.columnDef.meta?.header,
        position: visible.findIndex(({ id }) => id === target) + 1,
        count: visible.length,
      }),
    );
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isMenuKey = event.altKey && event.key === 'ArrowDown' && event.target === event.currentTarget;
    if (!isMenuKey || cursorColumn === undefined) return;
    event.preventDefault();
    onMenu(cursorColumn);
  };
  return { onKeyDown, announcement, headerProps: { openMenuId, onMenu, onMove } };
}

type RowControlsOptions<Row> = DataTableProps<Row> & {
  /** The chosen columns that fit into the frame. */
  readonly drawn: readonly TableColumn<Row>[];
  readonly listKey: string;
  readonly openIndex: number | null;
};

/** Handles keys and mouse on the rows: the cursor, the selection, opening and copying. */
function useRowControls<Row>(props: RowControlsOptions<Row>, virtual: VirtualRows<Row>) {
  const { rows, columns, drawn, listKey, openIndex, onOpen, rowEmphasis } = props;
  const { rowCount } = rows;
  const { scrollTo, getRowsPerPage } = virtual;
  const gridRef = useRef<HTMLTableElement>(null);
  const selection = useRowSelection({ rows, listKey, getEmphasis: rowEmphasis });
  const cursor = useRowCursor({
    rows,
    listKey,
    getRowsPerPage,
    openIndex,
    getEmphasis: rowEmphasis,
    columnIds: drawn.map(({ id }) => id),
    onOpen,
    scrollTo,
    onMoved: (from, to, { extends: isExtended }) => (isExtended ? selection.extend(from, to) : selection.settle()),
  });
  const copying = useCopyRows({ rows, columns, getEmphasis: rowEmphasis });
  const { count, isLost, ranges } = selection;
  const cellMenu = useCellMenu({ rows, columns, cursorIndex: cursor.index, onOpen, getEmphasis: rowEmphasis });
  const figures = useSelectionFigures({ rows, ranges, columns, getEmphasis: rowEmphasis });

  const copy = () => {
    // Without a selection the row at the cursor is copied.
    if (rowCount > 0) void copying.copy(count > 0 ? ranges : [[cursor.index, cursor.index]]);
  };
  const onSelectionKey = createSelectionKeys({ selection, cursorIndex: cursor.index, onCopy: copy });

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
      ...createRowMouse({ cursor, selection, onOpen }),
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
