import { ColumnResizer } from './column-resizer.tsx';
import styles from './data-table.module.css';
import { SortButton } from './sort-button.tsx';
import { nextSort, sortDirection } from './sort-order.ts';
import type { TableColumn } from './table-column.ts';
import type { ColumnTable } from './use-column-table.ts';

interface TableHeaderProps<Row> {
  readonly table: ColumnTable;
  readonly columns: readonly TableColumn<Row>[];
  readonly sort: string | undefined;
  readonly onSort: ((sort: string | undefined) => void) | undefined;
}

/** The header cells of the columns that are shown, with sorting where the API sorts, and their right edge to drag. */
export function TableHeader<Row>({ table, columns, sort, onSort }: TableHeaderProps<Row>) {
  return (
    <thead className={styles.head}>
      <tr aria-rowindex={1}>
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            aria-sort={sortDirection(column.sortId, sort)}
            data-kind={column.kind}
          >
            <HeaderLabel column={column} sort={sort} onSort={onSort} />
            <ColumnResizer table={table} columnId={column.id} />
          </th>
        ))}
      </tr>
    </thead>
  );
}

type HeaderLabelProps<Row> = Pick<TableHeaderProps<Row>, 'sort' | 'onSort'> & {
  readonly column: TableColumn<Row>;
};

function HeaderLabel<Row>({ column, sort, onSort }: HeaderLabelProps<Row>) {
  const { sortId, header, unit } = column;
  const label = (
    <span className={styles.headName} title={header}>
      <span className={styles.headLabel}>{header}</span>
      {unit && <span className={styles.unit}>{unit}</span>}
    </span>
  );
  if (sortId === undefined || onSort === undefined) return label;
  return (
    <SortButton direction={sortDirection(sortId, sort)} onClick={() => onSort(nextSort(sortId, sort))}>
      {label}
    </SortButton>
  );
}
