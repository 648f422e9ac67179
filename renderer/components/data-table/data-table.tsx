import { type ReactNode, type TableHTMLAttributes, useMemo } from 'react';
import styles from './data-table.module.css';
import { LoadingRows } from './loading-rows.tsx';
import { rowClickHandler } from './row-click-handler.ts';
import type { RowSource } from './row-source.ts';
import type { TableColumn } from './table-column.ts';
import { TableColumns, tableWidth } from './table-columns.tsx';
import { TableHeader } from './table-header.tsx';
import { rowElementId, TableRows } from './table-rows.tsx';
import { TotalsRow } from './totals-row.tsx';
import { useColumnTable } from './use-column-table.ts';
import { useRowCursor } from './use-row-cursor.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

interface DataTableProps<Row> {
  /** Key under which the columns shown and their widths are remembered. */
  readonly tableId: string;
  /** Names the table for assistive technology. */
  readonly label: string;
  /** Memoised: a new array draws every row again. */
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: RowSource<Row>;
  /** Names what is listed, such as its filters: another list is shown from its first row. */
  readonly listKey?: string;
  /** Nothing has been read yet: the header stands over skeleton rows. */
  readonly isLoading?: boolean;
  /** What stands below the header when there are no rows: an `EmptyPanel` or a `FailurePanel`. */
  readonly placeholder?: ReactNode;
  /** The sort asked of the API, such as `-title`; undefined for the order of the list itself. */
  readonly sort?: string | undefined;
  readonly onSort?: (sort: string | undefined) => void;
  /** The row whose drawer is open, see `useOpenRow`. */
  readonly openIndex?: number | null;
  readonly onOpen?: (index: number) => void;
  /** False where opening leaves the program: then a click only moves the cursor, and Enter opens. */
  readonly opensOnClick?: boolean;
  /** Cells of the totals row by column id; absent: no totals row. */
  readonly totals?: Readonly<Record<string, ReactNode>> | undefined;
}

/**
 * The table of every list page: virtual rows, sticky header and totals, columns that can be resized and
 * hidden, a keyboard cursor, and rows that open. It fills its parent and scrolls in itself.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { tableId, columns, rows, listKey = '', isLoading = false, totals, openIndex = null, onOpen } = props;
  const table = useColumnTable(tableId, columns);
  const visibility = table.state.columnVisibility;
  const shown = useMemo(() => columns.filter(({ id }) => visibility[id] !== false), [columns, visibility]);
  const virtual = useVirtualRows({ rows, hasTotals: totals !== undefined, listKey, openIndex });
  const { scrollTo, rowsPerPage } = virtual;
  const { rowCount } = rows;
  const cursor = useRowCursor({ rowCount, listKey, rowsPerPage, openIndex, onOpen, scrollTo });
  const hasRows = !isLoading && rowCount > 0;
  const isCursorDrawn = hasRows && virtual.items.some(({ index }) => index === cursor.index);

  const grid: TableHTMLAttributes<HTMLTableElement> = {
    role: 'grid',
    tabIndex: 0,
    'aria-label': props.label,
    'aria-busy': isLoading,
    'aria-rowcount': rowCount + (totals ? 2 : 1),
    'aria-activedescendant': isCursorDrawn ? rowElementId(tableId, cursor.index) : undefined,
    onKeyDown: cursor.onKeyDown,
    onClick: rowClickHandler(cursor.moveTo, props.opensOnClick === false ? undefined : onOpen),
  };

  return (
    <div className={styles.scroller} data-loading={isLoading || undefined} ref={virtual.scrollerRef}>
      {/* A real table, so that what is selected in it is pasted as a table. */}
      <table {...grid} className={styles.table} style={tableWidth(table, shown)}>
        <TableColumns table={table} columns={shown} />
        <TableHeader table={table} columns={shown} sort={props.sort} onSort={props.onSort} />
        {isLoading ? (
          <LoadingRows columns={shown} />
        ) : (
          <TableRows
            tableId={tableId}
            columns={shown}
            rows={rows}
            items={virtual.items}
            totalHeightPx={virtual.totalHeightPx}
            cursorIndex={cursor.index}
            openIndex={openIndex}
          />
        )}
        {hasRows && totals && <TotalsRow columns={shown} totals={totals} rowIndex={rowCount + 2} />}
      </table>
      {!hasRows && !isLoading && props.placeholder}
    </div>
  );
}
