import type { Cell } from '@tanstack/react-table';
import type { VirtualItem } from '@tanstack/react-virtual';
import { memo, type ReactNode } from 'react';
import { Delayed } from '../states/loading.tsx';
import styles from './data-table.module.css';
import type { Line, ListFeatures, ListTable } from './list-table.ts';
import type { GetEmphasis, RowEmphasis } from './row-source.ts';

interface TableRowsProps<Row> {
  readonly tableId: string;
  readonly table: ListTable<Row>;
  readonly items: readonly VirtualItem[];
  readonly totalHeightPx: number;
  readonly cursor: { readonly index: number; readonly columnId: string | undefined };
  readonly openIndex: number | null;
  readonly canOpen: boolean;
  readonly isSelected: (index: number) => boolean;
  readonly getEmphasis: GetEmphasis<Row> | undefined;
}

/** The rows in view between two spacers, which give the scroll bar the height of all rows. */
export function TableRows<Row>(props: TableRowsProps<Row>) {
  const { tableId, table, items, totalHeightPx, cursor } = props;
  const { rowsById } = table.getRowModel();
  const columns = table.getVisibleLeafColumns();
  const above = items[0]?.start ?? 0;
  const below = totalHeightPx - (items.at(-1)?.end ?? 0);
  return (
    <tbody>
      <Spacer heightPx={above} columns={columns.length} />
      {items.map(({ index }) => {
        const line = rowsById[String(index)];
        const row = line?.original.row;
        return (
          line && (
            <TableRow
              key={index}
              tableId={tableId}
              index={index}
              row={row}
              cells={line.getVisibleCells()}
              columns={columns}
              cursorColumn={index === cursor.index ? cursor.columnId : undefined}
              isSelected={props.isSelected(index)}
              isOpen={props.canOpen ? index === props.openIndex : undefined}
              emphasis={row && props.getEmphasis?.(row)}
            />
          )
        );
      })}
      <Spacer heightPx={below} columns={columns.length} />
    </tbody>
  );
}

export function getCellElementId(tableId: string, index: number, columnId: string): string {
  return `${tableId}-${index}-${columnId}`;
}

function Spacer({ heightPx, columns }: { readonly heightPx: number; readonly columns: number }) {
  if (heightPx <= 0) return null;
  return (
    <tr aria-hidden className={styles.spacer}>
      <td colSpan={columns} style={{ height: heightPx }} />
    </tr>
  );
}

type ListCell<Row> = Cell<ListFeatures, Line<Row>>;

interface TableRowProps<Row> {
  readonly tableId: string;
  readonly index: number;
  /** `undefined` while the row is being read. */
  readonly row: Row | undefined;
  readonly cells: readonly ListCell<Row>[];
  readonly columns: ReturnType<ListTable<Row>['getVisibleLeafColumns']>;
  /** The column of the cursor, if it is in this row. */
  readonly cursorColumn: string | undefined;
  readonly isSelected: boolean;
  /** `undefined` if rows cannot be opened. */
  readonly isOpen: boolean | undefined;
  readonly emphasis: RowEmphasis | undefined;
}

/** `index` counts from 0; for assistive technology the header is row 1. */
function TableRowBase<Row>(props: TableRowProps<Row>) {
  const { tableId, index, row, cells, cursorColumn, emphasis } = props;
  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={emphasis ? undefined : props.isSelected}
      data-index={index}
      data-cursor={cursorColumn !== undefined || undefined}
      data-open={props.isOpen || undefined}
      data-emphasis={emphasis}
      className={styles.row}
    >
      {cells.map((cell) => (
        <TableCell
          key={cell.column.id}
          id={getCellElementId(tableId, index, cell.column.id)}
          cell={cell}
          isRead={row !== undefined}
          isExpanded={emphasis ? undefined : props.isOpen}
          isCursor={cell.column.id === cursorColumn}
        />
      ))}
    </tr>
  );
}

/** Ignores `cells`, which the table creates on every render, so that scrolling does not redraw unchanged rows. */
const TableRow = memo(TableRowBase, (before, after) => {
  const { cells: _before, ...known } = before;
  return Object.entries(known).every(([name, value]) => after[name as keyof typeof known] === value);
}) as typeof TableRowBase;

interface TableCellProps<Row> {
  readonly id: string;
  readonly cell: ListCell<Row>;
  readonly isRead: boolean;
  readonly isExpanded: boolean | undefined;
  readonly isCursor: boolean;
}

function TableCell<Row>({ id, cell, isRead, isExpanded, isCursor }: TableCellProps<Row>) {
  const { meta: shownAs, cell: draw } = cell.column.columnDef;
  const drawn: ReactNode = typeof draw === 'function' && draw(cell.getContext());
  const content = isRead ? drawn : <span className={styles.bar} />;
  const props = {
    id,
    'aria-colindex': shownAs?.position,
    title: getTitle(content),
    'data-kind': shownAs?.kind,
    'data-column': cell.column.id,
    'data-cursor': isCursor || undefined,
  };
  if (!shownAs?.isRowHeading) return <td {...props}>{content}</td>;
  return (
    <th scope="row" aria-label={cell.getValue<string | undefined>()} aria-expanded={isExpanded} {...props}>
      {content}
    </th>
  );
}

interface TotalsRowProps<Row> {
  readonly table: ListTable<Row>;
  /** By column id. A column without an entry stays blank. */
  readonly totals: Readonly<Record<string, ReactNode>>;
  /** An explanation of the totals, in a row below them. */
  readonly note: ReactNode;
  readonly rowIndex: number;
}

export function TotalsRow<Row>({ table, totals, note, rowIndex }: TotalsRowProps<Row>) {
  const columns = table.getVisibleLeafColumns();
  return (
    <tfoot className={styles.foot}>
      <tr aria-rowindex={rowIndex}>
        {columns.map(({ id, columnDef: { meta } }) => (
          <td
            key={id}
            aria-colindex={meta?.position}
            data-kind={meta?.kind}
            data-column={id}
            title={getTitle(totals[id])}
          >
            {totals[id]}
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

/** The full text of a label that may be cut off. */
function getTitle(content: ReactNode): string | undefined {
  return typeof content === 'string' ? content : undefined;
}

/** Enough for a tall window. Rows that do not fit are cut off. */
const ROWS = 40;

const KEYS = Array.from({ length: ROWS }, (_, row) => `loading-${row}`);

/** Skeleton rows in the real columns, after 150 ms. */
export function LoadingRows<Row>({ table }: { readonly table: ListTable<Row> }) {
  return (
    <tbody aria-hidden>
      <Delayed>
        {KEYS.map((key) => (
          <tr key={key}>
            {table.getVisibleLeafColumns().map(({ id, columnDef: { meta } }) => (
              <td key={id} data-kind={meta?.kind}>
                <span className={styles.bar} />
              </td>
            ))}
          </tr>
        ))}
      </Delayed>
    </tbody>
  );
}
