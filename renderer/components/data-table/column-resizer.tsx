import { type PointerEvent, useRef } from 'react';
import styles from './data-table.module.css';
import { type ColumnTable, MIN_WIDTH_PX } from './use-column-table.ts';

interface ColumnResizerProps {
  readonly table: ColumnTable;
  readonly columnId: string;
}

/** The right edge of a header: dragging sets the width, two clicks give it back to the table. */
export function ColumnResizer({ table, columnId }: ColumnResizerProps) {
  const drag = useRef<{ readonly fromX: number; readonly fromWidthPx: number } | null>(null);

  const begin = (event: PointerEvent<HTMLElement>) => {
    const header = event.currentTarget.parentElement;
    if (!header || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    // The drawn width: a column that grows is wider than its own.
    drag.current = { fromX: event.clientX, fromWidthPx: header.offsetWidth };
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (!drag.current) return;
    const widthPx = Math.max(MIN_WIDTH_PX, drag.current.fromWidthPx + event.clientX - drag.current.fromX);
    table.setColumnSizing((widths) => ({ ...widths, [columnId]: widthPx }));
  };
  const end = () => {
    drag.current = null;
  };

  return (
    <span
      aria-hidden
      className={styles.resizer}
      onPointerDown={begin}
      onPointerMove={move}
      onLostPointerCapture={end}
      onDoubleClick={() => table.getColumn(columnId)?.resetSize()}
    />
  );
}
