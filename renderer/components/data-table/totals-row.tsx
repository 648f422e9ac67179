import type { ReactNode } from 'react';
import styles from './data-table.module.css';
import type { TableColumn } from './table-column.ts';

interface TotalsRowProps<Row> {
  readonly columns: readonly TableColumn<Row>[];
  /** By column id; a column without an entry stays blank. */
  readonly totals: Readonly<Record<string, ReactNode>>;
  readonly rowIndex: number;
}

export function TotalsRow<Row>({ columns, totals, rowIndex }: TotalsRowProps<Row>) {
  return (
    <tfoot className={styles.foot}>
      <tr aria-rowindex={rowIndex}>
        {columns.map((column) => (
          <td key={column.id} data-kind={column.kind}>
            {totals[column.id]}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
