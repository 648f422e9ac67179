import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { ListPlace } from './open-row.ts';
import { positionAt, type RowPosition, type RowSource } from './row-source.ts';

/** As `--row-height` in theme.css; header, rows and totals row alike. */
const ROW_HEIGHT_PX = 32;

const OVERSCAN_ROWS = 12;

interface VirtualRowsOptions<Row> {
  readonly rows: RowSource<Row>;
  /** Rows that stick below the others: the totals, and a note on them. */
  readonly footRows: number;
  /** Another list is shown from its top. */
  readonly listKey: string;
  /** Comes into view when another row is opened, but does not take the window along when it moves. */
  readonly openIndex: number | null;
  readonly place: ListPlace | undefined;
}

export interface VirtualRows {
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  readonly items: ReturnType<ReturnType<typeof useVirtualizer>['getVirtualItems']>;
  readonly totalHeightPx: number;
  readonly scrollTo: (index: number) => void;
  readonly rowsPerPage: () => number;
}

export function useVirtualRows<Row>(options: VirtualRowsOptions<Row>): VirtualRows {
  const { rows, footRows, listKey, openIndex, place } = options;
  const scrollerRef = useRef<HTMLDivElement>(null);
  const stickyRows = 1 + footRows;
  const virtualizer = useVirtualizer({
    count: rows.rowCount,
    getScrollElement: () => scrollerRef.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: OVERSCAN_ROWS,
    initialOffset: place?.leftAtPx ?? 0,
    // The header lies in the flow above the first row, so both sticky rows take from the lower end.
    scrollPaddingEnd: stickyRows * ROW_HEIGHT_PX,
  });
  const items = virtualizer.getVirtualItems();
  const scrollTo = useCallback((index: number) => virtualizer.scrollToIndex(index), [virtualizer]);

  useEffect(() => {
    if (place) place.nowPx = () => scrollerRef.current?.scrollTop ?? 0;
  }, [place]);

  const first = items[0]?.index;
  const last = items.at(-1)?.index;
  const { onRangeNeeded } = rows;
  useEffect(() => {
    if (first !== undefined && last !== undefined) onRangeNeeded?.(first, last);
  }, [first, last, onRangeNeeded]);

  const previousList = useRef(listKey);
  useEffect(() => {
    // At the top already, and scrolling would make the browser lay the new rows out an extra time.
    if (previousList.current !== listKey && virtualizer.scrollOffset !== 0) scrollTo(0);
    previousList.current = listKey;
  }, [listKey, scrollTo, virtualizer]);

  useOpenRowInView(rows, openIndex, scrollTo);

  return {
    scrollerRef,
    items,
    totalHeightPx: virtualizer.getTotalSize(),
    scrollTo,
    rowsPerPage: () => {
      const heightPx = scrollerRef.current?.clientHeight ?? 0;
      return Math.max(1, Math.floor(heightPx / ROW_HEIGHT_PX) - stickyRows);
    },
  };
}

/** Brings a row into view when it is opened. One that rows coming in move does not take the window along. */
function useOpenRowInView<Row>(
  rows: RowSource<Row>,
  openIndex: number | null,
  scrollTo: (index: number) => void,
): void {
  const previous = useRef<RowPosition | null>(null);
  const id = openIndex === null ? undefined : positionAt(rows, openIndex).id;
  useEffect(() => {
    const before = previous.current;
    previous.current = openIndex === null ? null : { index: openIndex, id };
    if (openIndex === null || before?.index === openIndex) return;
    if (id === undefined || before?.id !== id) scrollTo(openIndex);
  }, [openIndex, id, scrollTo]);
}
