import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { ColumnWidths } from './column-state.ts';
import type { TableColumn } from './table-column.ts';

interface ColumnsInViewOptions<Row> {
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  readonly columns: readonly TableColumn<Row>[];
  readonly widths: ColumnWidths;
  /** Details stand beside the table and take from its width. */
  readonly isNarrowed: boolean;
}

/**
 * The columns that are drawn: all of them, or, while details leave no room for all, the first one and those that are never
 * hidden, as many figures as fit, and then what else fits. The amounts of the list stay in view without scrolling.
 */
export function useColumnsInView<Row>(options: ColumnsInViewOptions<Row>): readonly TableColumn<Row>[] {
  const { scrollerRef, columns, widths, isNarrowed } = options;
  const widthPx = useWidth(scrollerRef, isNarrowed);
  const widthsText = columns.map((column) => widths.widthOf(column)).join();
  return useMemo(() => {
    if (widthPx === 0) return columns;
    const widthAt = widthsText.split(',').map(Number);
    return columnsThatFit(
      columns.map((column, index) => ({ column, widthPx: widthAt[index] ?? 0 })),
      widthPx,
    );
  }, [columns, widthsText, widthPx]);
}

interface Sized<Row> {
  readonly column: TableColumn<Row>;
  readonly widthPx: number;
}

export function columnsThatFit<Row>(sized: readonly Sized<Row>[], roomPx: number): readonly TableColumn<Row>[] {
  const [first, ...others] = sized;
  if (first === undefined) return [];
  const rankOf = ({ column: { kind, hideable } }: Sized<Row>) => {
    if (hideable === false) return 0;
    return kind === 'text' || kind === 'moment' ? 2 : 1;
  };
  const drawn = new Set([first.column]);
  let leftPx = roomPx - first.widthPx;
  const byRank = others.toSorted((one, other) => rankOf(one) - rankOf(other));
  for (const { column, widthPx } of byRank) {
    if (widthPx > leftPx) continue;
    drawn.add(column);
    leftPx -= widthPx;
  }
  return sized.map(({ column }) => column).filter((column) => drawn.has(column));
}

/** Of the frame of the table while it is narrowed, else 0. */
function useWidth(ref: RefObject<HTMLDivElement | null>, isNarrowed: boolean): number {
  const [widthPx, setWidthPx] = useState(0);
  // Before the details are painted, so that the columns do not jump a moment later.
  useLayoutEffect(() => {
    setWidthPx(isNarrowed ? (ref.current?.clientWidth ?? 0) : 0);
  }, [isNarrowed, ref]);
  useEffect(() => {
    const { current } = ref;
    if (!isNarrowed || !current) return;
    const observer = new ResizeObserver(() => setWidthPx(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, [isNarrowed, ref]);
  return isNarrowed ? widthPx : 0;
}
