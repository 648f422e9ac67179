import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { type DragEvent, type HTMLAttributes, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { COLUMN_WIDTH_MAX_PX } from '../../../shared/contract/preference-limits.ts';
import { type ColumnWidths, MIN_WIDTH_PX } from './column-state.ts';
import { neededWidth } from './columns-in-view.ts';
import styles from './data-table.module.css';
import { type SortDirection, sortDirection, type TableColumn } from './table-column.ts';

interface TableHeaderProps<Row> {
  readonly widths: ColumnWidths;
  readonly columns: readonly TableColumn<Row>[];
  readonly sort: string | undefined;
  readonly onSort: ((sort: string | undefined) => void) | undefined;
  /** Moves a column to the position of another one. */
  readonly onMove: (columnId: string, target: string) => void;
}

/** The header cells: a button to sort where the API sorts, draggable, and with an edge that resizes. */
export function TableHeader<Row>({ widths, columns, sort, onSort, onMove }: TableHeaderProps<Row>) {
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
            data-column={column.id}
            {...drag.targetProps(column.id)}
          >
            <HeaderLabel column={column} sort={sort} onSort={onSort} dragProps={drag.sourceProps(column.id)} />
            <ColumnResizer widths={widths} column={column} />
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface HeaderLabelProps<Row> extends Pick<TableHeaderProps<Row>, 'sort' | 'onSort'> {
  readonly column: TableColumn<Row>;
  readonly dragProps: HTMLAttributes<HTMLElement>;
}

/** The name of a column with its unit, as a button where the API sorts on it. */
function HeaderLabel<Row>({ column, sort, onSort, dragProps }: HeaderLabelProps<Row>) {
  const { sortId, kind, header, unit } = column;
  const isSortable = sortId !== undefined && onSort !== undefined;
  const arrow = isSortable && <SortArrow direction={sortDirection(sortId, sort)} />;
  const isFigure = kind !== 'text' && kind !== 'moment';
  const label = (
    <span className={styles.headName} title={header} {...dragProps}>
      {/* The label stays over the figures: the arrow is before its first word, also where it has two lines. */}
      <span className={styles.headLabel} data-label>
        {isFigure && arrow}
        {header}
      </span>
      {unit && <span className={styles.unit}>{unit}</span>}
      {!isFigure && arrow}
    </span>
  );
  if (!isSortable) return label;
  return (
    <button type="button" className={styles.sort} onClick={() => onSort(nextSort(column, sort))}>
      {label}
    </button>
  );
}

function SortArrow({ direction }: { readonly direction: SortDirection }) {
  if (direction === undefined) return <IconArrowsSort size={12} className={styles.offer} aria-hidden />;
  const Arrow = direction === 'ascending' ? IconArrowUp : IconArrowDown;
  return <Arrow size={13} aria-hidden />;
}

/** What a press asks for next: ascending, or of figures the highest first; the other way; the order of the list itself. */
function nextSort<Row>({ sortId, kind }: TableColumn<Row>, sort: string | undefined): string | undefined {
  const steps = kind === 'text' || kind === 'moment' ? [sortId, `-${sortId}`] : [`-${sortId}`, sortId];
  return steps[steps.indexOf(sort) + 1];
}

interface ColumnResizerProps {
  readonly widths: ColumnWidths;
  readonly column: Pick<TableColumn<never>, 'id' | 'header' | 'widthPx'>;
}

const STEP_PX = 8;

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -STEP_PX, ArrowRight: STEP_PX };

/**
 * The right edge of a header: dragging it or the arrow keys set the width, two clicks or Enter fit it to what the column
 * has in view. With the mouse but without dragging the chooser of columns does the same.
 */
function ColumnResizer({ widths, column }: ColumnResizerProps) {
  const { t } = useTranslation();
  const drag = useRef<{ readonly fromX: number; readonly fromWidthPx: number } | null>(null);
  const fitTo = (edge: HTMLElement) => widths.resize(column, contentWidth(edge));

  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { fromX: event.clientX, fromWidthPx: drawnWidth(event.currentTarget) };
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (drag.current) widths.resize(column, drag.current.fromWidthPx + event.clientX - drag.current.fromX);
  };
  const end = () => {
    drag.current = null;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key];
    if (step !== undefined) widths.resize(column, drawnWidth(event.currentTarget) + step);
    else if (event.key === 'Enter') fitTo(event.currentTarget);
    else return;
    event.preventDefault();
  };

  return (
    <hr
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('copying.widthOf', { column: column.header })}
      aria-valuenow={widths.widthOf(column)}
      aria-valuemin={MIN_WIDTH_PX}
      aria-valuemax={COLUMN_WIDTH_MAX_PX}
      className={styles.resizer}
      onKeyDown={onKeyDown}
      onPointerDown={begin}
      onPointerMove={move}
      onLostPointerCapture={end}
      onDoubleClick={(event) => fitTo(event.currentTarget)}
    />
  );
}

/** What the widest cell in view needs, with the heading. Cells are as wide as their column, but what is in them is not. */
function contentWidth(edge: HTMLElement): number {
  const heading = edge.closest('th');
  const body = heading?.closest('table')?.tBodies[0];
  if (!heading || !body) return MIN_WIDTH_PX;
  const cells = [...body.rows].flatMap((row) => row.cells[heading.cellIndex] ?? []);
  return Math.ceil(Math.max(...[heading, ...cells].map(neededWidth)));
}

/** A column that grows is wider than its own width. */
function drawnWidth(edge: HTMLElement): number {
  return edge.parentElement?.offsetWidth ?? MIN_WIDTH_PX;
}

const COLUMN = 'application/x-tilldesk-column';

interface ColumnDrag {
  /** For what is dragged. */
  readonly sourceProps: (columnId: string) => HTMLAttributes<HTMLElement>;
  /** For what it is dropped on. */
  readonly targetProps: (columnId: string) => HTMLAttributes<HTMLElement> & { readonly 'data-drop'?: true };
}

/** Headers that are dragged over one another. The chooser of columns does the same with buttons. */
function useColumnDrag(onMove: (columnId: string, target: string) => void): ColumnDrag {
  const [over, setOver] = useState<string | null>(null);
  return {
    sourceProps: (columnId) => ({
      draggable: true,
      onDragStart(event) {
        event.dataTransfer.setData(COLUMN, columnId);
        event.dataTransfer.effectAllowed = 'move';
      },
    }),
    targetProps: (columnId) => ({
      ...(over === columnId && { 'data-drop': true }),
      onDragOver(event) {
        if (!isColumn(event)) return;
        event.preventDefault();
        setOver(columnId);
      },
      onDragLeave: () => setOver(null),
      onDrop(event) {
        if (!isColumn(event)) return;
        event.preventDefault();
        setOver(null);
        onMove(event.dataTransfer.getData(COLUMN), columnId);
      },
    }),
  };
}

function isColumn({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes(COLUMN);
}
