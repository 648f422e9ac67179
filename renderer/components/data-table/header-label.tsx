import type { HTMLAttributes } from 'react';
import styles from './data-table.module.css';
import { SortButton } from './sort-button.tsx';
import { nextSort, sortDirection } from './sort-order.ts';
import type { TableColumn } from './table-column.ts';

interface HeaderLabelProps<Row> {
  readonly column: TableColumn<Row>;
  readonly sort: string | undefined;
  readonly onSort: ((sort: string | undefined) => void) | undefined;
  readonly dragProps: HTMLAttributes<HTMLElement>;
}

/** The name of a column with its unit, as a button where the API sorts on it. */
export function HeaderLabel<Row>({ column, sort, onSort, dragProps }: HeaderLabelProps<Row>) {
  const { sortId, header, unit } = column;
  const label = (
    <span className={styles.headName} title={header} {...dragProps}>
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
