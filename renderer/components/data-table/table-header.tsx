import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { Header } from '@tanstack/react-table';
import { type DragEvent, type HTMLAttributes, type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ColumnMenu } from './column-menu.tsx';
import { measureContent } from './column-widths.ts';
import styles from './data-table.module.css';
import type { Line, ListFeatures, ListTable } from './list-table.ts';
import { isFigure, type TableColumn } from './table-column.ts';

interface TableHeaderProps<Row> {
  readonly table: ListTable<Row>;
  /** The column whose menu is open. */
  readonly openMenuId: string | null;
  readonly onMenu: (columnId: string | null) => void;
  /** Moves a column to the position of another one. */
  readonly onMove: (columnId: string, target: string) => void;
}

/** The header cells. Each opens the menu of its column, can be dragged, and has an edge for resizing. */
export function TableHeader<Row>({ table, openMenuId, onMenu, onMove }: TableHeaderProps<Row>) {
  const drag = useColumnDrag(onMove);
  return (
    <thead className={styles.head}>
      <tr aria-rowindex={1}>
        {table.getLeafHeaders().map((header) => (
          <HeaderCell
            key={header.id}
            table={table}
            header={header}
            isMenuOpen={openMenuId === header.column.id}
            onMenu={onMenu}
            onMove={onMove}
            drag={drag}
          />
        ))}
      </tr>
    </thead>
  );
}

interface HeaderCellProps<Row> extends Omit<TableHeaderProps<Row>, 'openMenuId'> {
  readonly header: Header<ListFeatures, Line<Row>>;
  readonly isMenuOpen: boolean;
  readonly drag: ColumnDrag;
}

const SORTS = { asc: 'ascending', desc: 'descending' } as const;

function HeaderCell<Row>({ table, header, isMenuOpen, onMenu, onMove, drag }: HeaderCellProps<Row>) {
  const { t } = useTranslation();
  const { column } = header;
  const { meta: shownAs } = column.columnDef;
  const sorted = column.getIsSorted();
  const openMenu = (event: MouseEvent) => {
    event.preventDefault();
    onMenu(column.id);
  };
  if (!shownAs) return null;
  const name = shownAs.unit ? `${shownAs.header} ${shownAs.unit}` : shownAs.header;
  const button = (
    <button
      type="button"
      // The keys reach it from the rows, so that Tab stops at the table only once.
      tabIndex={-1}
      className={styles.headButton}
      aria-haspopup="menu"
      aria-expanded={isMenuOpen}
      aria-label={t('copying.columnMenu', { column: shownAs.header })}
      onClick={isMenuOpen ? undefined : openMenu}
      {...drag.getSourceProps(column.id)}
    >
      <HeaderLabel {...shownAs} sorted={sorted} />
    </button>
  );
  return (
    <th
      scope="col"
      aria-label={name}
      aria-colindex={shownAs.position}
      aria-sort={sorted ? SORTS[sorted] : undefined}
      data-kind={shownAs.kind}
      data-column={column.id}
      onContextMenu={openMenu}
      {...drag.getTargetProps(column.id)}
    >
      {isMenuOpen ? (
        <ColumnMenu table={table} column={column} onMenu={onMenu} onMove={onMove}>
          {button}
        </ColumnMenu>
      ) : (
        button
      )}
      <span
        aria-hidden
        className={styles.resizer}
        data-resizer
        onMouseDown={header.getResizeHandler()}
        onTouchStart={header.getResizeHandler()}
        onDoubleClick={({ currentTarget }) => {
          const heading = currentTarget.closest('th');
          if (heading) table.setColumnSizing((sizes) => ({ ...sizes, [column.id]: measureContent(heading) }));
        }}
      />
    </th>
  );
}

interface HeaderLabelProps extends Pick<TableColumn<never>, 'header' | 'unit' | 'kind'> {
  readonly sorted: false | 'asc' | 'desc';
}

/** The name of a column with its unit and the arrow of its sort. */
function HeaderLabel({ header, unit, kind, sorted }: HeaderLabelProps) {
  const Arrow = sorted === 'asc' ? IconArrowUp : IconArrowDown;
  const arrow = sorted && <Arrow size={13} aria-hidden />;
  return (
    <span className={styles.headName} title={header}>
      {/* The label stays above the figures: the arrow is before its first word, even if it wraps. */}
      <span className={styles.headLabel} data-label>
        {isFigure(kind) && arrow}
        {header}
      </span>
      {unit && <span className={styles.unit}>{unit}</span>}
      {!isFigure(kind) && arrow}
    </span>
  );
}

const COLUMN_TYPE = 'application/x-tilldesk-column';

interface ColumnDrag {
  /** For the dragged element. */
  readonly getSourceProps: (columnId: string) => HTMLAttributes<HTMLElement>;
  /** For the drop target. */
  readonly getTargetProps: (columnId: string) => HTMLAttributes<HTMLElement> & { readonly 'data-drop'?: true };
}

/** Dragging headers to move columns. The menu of a column offers the same. */
function useColumnDrag(onMove: (columnId: string, target: string) => void): ColumnDrag {
  const [over, setOver] = useState<string | null>(null);
  return {
    getSourceProps: (columnId) => ({
      draggable: true,
      onDragStart(event) {
        event.dataTransfer.setData(COLUMN_TYPE, columnId);
        event.dataTransfer.effectAllowed = 'move';
      },
    }),
    getTargetProps: (columnId) => ({
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
        onMove(event.dataTransfer.getData(COLUMN_TYPE), columnId);
      },
    }),
  };
}

function isColumn({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes(COLUMN_TYPE);
}
