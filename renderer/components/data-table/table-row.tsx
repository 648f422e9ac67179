import { memo } from 'react';
import styles from './data-table.module.css';
import type { RowEmphasis } from './row-emphasis.ts';
import type { TableColumn } from './table-column.ts';

interface TableRowProps<Row> {
  readonly id: string;
  readonly index: number;
  /** Undefined while the row is being read. */
  readonly row: Row | undefined;
  readonly columns: readonly TableColumn<Row>[];
  readonly isCursor: boolean;
  readonly isSelected: boolean;
  readonly isOpen: boolean;
  readonly emphasis: RowEmphasis | undefined;
}

/** `index` counts from 0; for assistive technology the header is row 1. */
function TableRowBase<Row>(props: TableRowProps<Row>) {
  const { id, index, row, columns, emphasis } = props;
  return (
    <tr
      id={id}
      aria-rowindex={index + 2}
      aria-selected={emphasis ? undefined : props.isSelected}
      data-index={index}
      data-cursor={props.isCursor || undefined}
      data-open={props.isOpen || undefined}
      data-emphasis={emphasis}
      className={styles.row}
    >
      {columns.map((column) => (
        <TableCell key={column.id} column={column} row={row} />
      ))}
    </tr>
  );
}

/** Scrolling draws a row once; only what changed about it draws it again. */
export const TableRow = memo(TableRowBase) as typeof TableRowBase;

function TableCell<Row>({ column, row }: { column: TableColumn<Row>; row: Row | undefined }) {
  if (row === undefined) {
    return (
      <td data-kind={column.kind}>
        <span className={styles.bar} />
      </td>
    );
  }
  const content = column.cell(row);
  return (
    <td data-kind={column.kind} title={typeof content === 'string' ? content : undefined}>
      {content}
    </td>
  );
}
