import { ColumnResizer } from './column-resizer.tsx';
import styles from './data-table.module.css';
import { HeaderLabel } from './header-label.tsx';
import { sortDirection } from './sort-order.ts';
import type { TableColumn } from './table-column.ts';
import { useColumnDrag } from './use-column-drag.ts';
import type { ColumnTable } from './use-column-table.ts';

interface TableHeaderProps<Row> {
  readonly table: ColumnTable;
  readonly columns: readonly TableColumn<Row>[];
  readonly sort: string | undefined;
  readonly onSort: ((sort: string | undefined) => void) | undefined;
  /** Puts a column in the place of another. */
  readonly onMove: (columnId: string, target: string) => void;
}

/** The header cells of the columns that are shown: to sort where the API sorts, to drag, and with an edge to drag. */
export function TableHeader<Row>({ table, columns, sort, onSort, onMove }: TableHeaderProps<Row>) {
  const drag = useColumnDrag(onMove);
  return (
    <thead className={styles.head}>
      <tr aria-rowindex={1}>
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            // The edge in it has a name of its own.
            aria-label={column.unit ? `${column.header} ${column.unit}` : column.header}
            aria-sort={sortDirection(column.sortId, sort)}
            data-kind={column.kind}
            {...drag.targetProps(column.id)}
          >
            <HeaderLabel
              column={column}
              sort={sort}
              onSort={onSort}
              dragProps={drag.sourceProps(column.id)}
            />
            <ColumnResizer table={table} column={column} />
          </th>
        ))}
      </tr>
    </thead>
  );
}
