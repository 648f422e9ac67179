import type { VirtualItem } from '@tanstack/react-virtual';
import { memo, type ReactNode } from 'react';
import { Delayed } from '../states/loading.tsx';
import styles from './data-table.module.css';
import type { EmphasisOf, RowEmphasis, RowSource } from './row-source.ts';
import type { TableColumn } from './table-column.ts';

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

/** The rows in view between two spacers, so that the scroll bar has the size for all rows. */
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
const TableRow = memo(TableRowBase) as typeof TableRowBase;

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
    <td data-kind={column.kind} data-column={column.id} title={typeof content === 'string' ? content : undefined}>
      {content}
    </td>
  );
}

interface TotalsRowProps<Row> {
  readonly columns: readonly TableColumn<Row>[];
  /** By column id; a column without an entry stays blank. */
  readonly totals: Readonly<Record<string, ReactNode>>;
  /** What the totals hold, in a row of its own below them. */
  readonly note: string | undefined;
  readonly rowIndex: number;
}

export function TotalsRow<Row>({ columns, totals, note, rowIndex }: TotalsRowProps<Row>) {
  return (
    <tfoot className={styles.foot}>
      <tr aria-rowindex={rowIndex}>
        {columns.map((column) => (
          <td key={column.id} data-kind={column.kind} data-column={column.id} title={titleOf(totals[column.id])}>
            {totals[column.id]}
          </td>
        ))}
      </tr>
      {note !== undefined && (
        <tr aria-rowindex={rowIndex + 1} className={styles.totalsNote}>
          <td colSpan={columns.length}>
            <div>{note}</div>
          </td>
        </tr>
      )}
    </tfoot>
  );
}

/** A label that is cut off. */
function titleOf(content: ReactNode): string | undefined {
  return typeof content === 'string' ? content : undefined;
}

/** Enough for a high window; what does not fit is cut off. */
const ROWS = 40;

const KEYS = Array.from({ length: ROWS }, (_, row) => `loading-${row}`);

/** Skeleton rows in the real columns, after 150 ms. */
export function LoadingRows<Row>({ columns }: { readonly columns: readonly TableColumn<Row>[] }) {
  return (
    <tbody aria-hidden>
      <Delayed>
        {KEYS.map((key) => (
          <tr key={key}>
            {columns.map((column) => (
              <td key={column.id} data-kind={column.kind}>
                <span className={styles.bar} />
              </td>
            ))}
          </tr>
        ))}
      </Delayed>
    </tbody>
  );
}
