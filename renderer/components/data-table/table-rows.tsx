import type { VirtualItem } from '@tanstack/react-virtual';
import styles from './data-table.module.css';
import type { EmphasisOf } from './row-emphasis.ts';
import type { RowSource } from './row-source.ts';
import type { TableColumn } from './table-column.ts';
import { TableRow } from './table-row.tsx';

interface TableRowsProps<Row> {
  readonly tableId: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: RowSource<Row>;
  readonly items: readonly VirtualItem[];
  readonly totalHeightPx: number;
  readonly cursorIndex: number;
  readonly openIndex: number | null;
  readonly isSelected: (index: number) => boolean;
  readonly emphasisOf: EmphasisOf<Row> | undefined;
}

/** The rows in view between two spacers, so that the scroll bar stands for all of them. */
export function TableRows<Row>(props: TableRowsProps<Row>) {
  const { tableId, columns, rows, items, totalHeightPx } = props;
  const above = items[0]?.start ?? 0;
  const below = totalHeightPx - (items.at(-1)?.end ?? 0);
  return (
    <tbody>
      <Spacer heightPx={above} columns={columns.length} />
      {items.map(({ index }) => {
        const row = rows.rowAt(index);
        return (
          <TableRow
            key={index}
            id={rowElementId(tableId, index)}
            index={index}
            row={row}
            columns={columns}
            isCursor={index === props.cursorIndex}
            isSelected={props.isSelected(index)}
            isOpen={index === props.openIndex}
            emphasis={row && props.emphasisOf?.(row)}
          />
        );
      })}
      <Spacer heightPx={below} columns={columns.length} />
    </tbody>
  );
}

export function rowElementId(tableId: string, index: number): string {
  return `${tableId}-row-${index}`;
}

function Spacer({ heightPx, columns }: { readonly heightPx: number; readonly columns: number }) {
  if (heightPx <= 0) return null;
  return (
    <tr aria-hidden className={styles.spacer}>
      <td colSpan={columns} style={{ height: heightPx }} />
    </tr>
  );
}
