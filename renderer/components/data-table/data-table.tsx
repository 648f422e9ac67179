import { type ReactNode, type TableHTMLAttributes, useMemo } from 'react';
import { movedTo } from './column-layout.ts';
import styles from './data-table.module.css';
import { LoadingRows } from './loading-rows.tsx';
import type { EmphasisOf } from './row-emphasis.ts';
import type { RowSource } from './row-source.ts';
import { SelectionBar } from './selection-bar.tsx';
import type { TableColumn } from './table-column.ts';
import { TableColumns, tableWidth } from './table-columns.tsx';
import { TableHeader } from './table-header.tsx';
import { rowElementId, TableRows } from './table-rows.tsx';
import { TotalsRow } from './totals-row.tsx';
import { useColumnLayout } from './use-column-layout.ts';
import { useColumnTable } from './use-column-table.ts';
import { useRowControls } from './use-row-controls.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

export interface DataTableProps<Row> {
  /** Key under which the columns shown, their order and their widths are remembered. */
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
  /** Marks the headings and sums of groups among the rows; a function of the module, or memoised. */
  readonly rowEmphasis?: EmphasisOf<Row>;
}

/**
 * The table of every list page: virtual rows, sticky header and totals, columns that can be moved, resized and
 * hidden, a keyboard cursor, and rows that open or are selected and copied. It fills its parent and scrolls in itself.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { tableId, columns, rows, listKey = '', isLoading = false, totals, openIndex = null } = props;
  const { rowCount } = rows;
  const table = useColumnTable(tableId, columns);
  const { layout, reorder } = useColumnLayout(tableId, columns);
  const shown = useMemo(
    () => layout.shown.flatMap((id) => columns.find((column) => column.id === id) ?? []),
    [columns, layout],
  );
  const virtual = useVirtualRows({ rows, hasTotals: totals !== undefined, listKey, openIndex });
  const controls = useRowControls({ ...props, columns: shown, listKey, openIndex }, virtual);
  const { cursor, selection } = controls;
  const hasRows = !isLoading && rowCount > 0;
  const isCursorDrawn = hasRows && virtual.items.some(({ index }) => index === cursor.index);

  const grid: TableHTMLAttributes<HTMLTableElement> = {
    role: 'grid',
    tabIndex: 0,
    'aria-label': props.label,
    'aria-busy': isLoading,
    'aria-multiselectable': true,
    'aria-rowcount': rowCount + (totals ? 2 : 1),
    'aria-activedescendant': isCursorDrawn ? rowElementId(tableId, cursor.index) : undefined,
    ...controls.gridProps,
  };

  return (
    <>
      <div className={styles.scroller} data-loading={isLoading || undefined} ref={virtual.scrollerRef}>
        {/* A real table, so that what is selected in it is pasted as a table. */}
        <table {...grid} ref={controls.gridRef} className={styles.table} style={tableWidth(table, shown)}>
          <TableColumns table={table} columns={shown} />
          <TableHeader
            table={table}
            columns={shown}
            sort={props.sort}
            onSort={props.onSort}
            onMove={(id, target) => reorder(movedTo(layout.order, id, target))}
          />
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
              isSelected={selection.isSelected}
              emphasisOf={props.rowEmphasis}
            />
          )}
          {hasRows && totals && <TotalsRow columns={shown} totals={totals} rowIndex={rowCount + 2} />}
        </table>
        {!hasRows && !isLoading && props.placeholder}
      </div>
      <SelectionBar {...controls.bar} />
    </>
  );
}
