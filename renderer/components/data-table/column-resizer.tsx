import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './data-table.module.css';
import type { TableColumn } from './table-column.ts';
import { type ColumnTable, MAX_WIDTH_PX, MIN_WIDTH_PX } from './use-column-table.ts';

interface ColumnResizerProps {
  readonly table: ColumnTable;
  readonly column: Pick<TableColumn<never>, 'id' | 'header' | 'widthPx'>;
}

const STEP_PX = 8;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -STEP_PX, ArrowRight: STEP_PX };

/**
 * The right edge of a header: dragging it or the arrow keys set the width, two clicks or Enter give it back to the
 * table. With the mouse but without dragging the chooser of columns does the same.
 */
export function ColumnResizer({ table, column }: ColumnResizerProps) {
  const { t } = useTranslation();
  const drag = useRef<{ readonly fromX: number; readonly fromWidthPx: number } | null>(null);
  const widthPx = table.getColumn(column.id)?.getSize() ?? column.widthPx;

  const resize = (width: number) => {
    const next = Math.min(MAX_WIDTH_PX, Math.max(MIN_WIDTH_PX, width));
    table.setColumnSizing((widths) => ({ ...widths, [column.id]: next }));
  };
  const reset = () => table.getColumn(column.id)?.resetSize();

  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { fromX: event.clientX, fromWidthPx: drawnWidth(event.currentTarget) };
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (drag.current) resize(drag.current.fromWidthPx + event.clientX - drag.current.fromX);
  };
  const end = () => {
    drag.current = null;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key];
    if (step !== undefined) resize(drawnWidth(event.currentTarget) + step);
    else if (event.key === 'Enter') reset();
    else return;
    event.preventDefault();
  };

  return (
    <hr
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('copying.widthOf', { column: column.header })}
      aria-valuenow={widthPx}
      aria-valuemin={MIN_WIDTH_PX}
      aria-valuemax={MAX_WIDTH_PX}
      className={styles.resizer}
      onKeyDown={onKeyDown}
      onPointerDown={begin}
      onPointerMove={move}
      onLostPointerCapture={end}
      onDoubleClick={reset}
    />
  );
}

/** A column that grows is wider than its own width. */
function drawnWidth(edge: HTMLElement): number {
  return edge.parentElement?.offsetWidth ?? MIN_WIDTH_PX;
}
