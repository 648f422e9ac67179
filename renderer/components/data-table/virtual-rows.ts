import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Line } from './list-table.ts';
import type { ScrollPosition } from './open-row.ts';
import { getPosition, type RowPosition, type RowSource } from './row-source.ts';

/**
 * The same as `--row-height` in theme.css, which is also the height of the header. Totals and their note may be higher.
 */
const ROW_HEIGHT_PX = 32;

/** By the number of lines of a row, as in data-table.module.css. */
const ROW_HEIGHTS_PX = { 1: ROW_HEIGHT_PX, 2: 46 };

export type RowLines = keyof typeof ROW_HEIGHTS_PX;

const OVERSCAN_ROWS = 12;

interface VirtualRowsOptions<Row> {
  readonly rows: RowSource<Row>;
  /** Another list starts at the top. */
  readonly listKey: string;
  readonly rowLines: RowLines;
  /** Scrolled into view when it changes, but not when new rows move it. */
  readonly openIndex: number | null;
  readonly scrollPosition: ScrollPosition | undefined;
}

export interface VirtualRows<Row> {
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  readonly items: ReturnType<ReturnType<typeof useVirtualizer>['getVirtualItems']>;
  /** The rows around the window, in blocks, so that scrolling seldom changes them. */
  readonly lines: readonly Line<Row>[];
  readonly totalHeightPx: number;
  readonly scrollTo: (index: number) => void;
  readonly getRowsPerPage: () => number;
}

export function useVirtualRows<Row>(options: VirtualRowsOptions<Row>): VirtualRows<Row> {
  const { rows, listKey, openIndex, scrollPosition } = options;
  const rowHeightPx = ROW_HEIGHTS_PX[options.rowLines];
  const scrollerRef = useRef<HTMLDivElement>(null);
  const stickyPx = ROW_HEIGHT_PX + useFootHeight(scrollerRef);
  const virtualizer = useVirtualizer({
    count: rows.rowCount,
    getScrollElement: () => scrollerRef.current,
    estimateSize: () => rowHeightPx,
    overscan: OVERSCAN_ROWS,
    initialOffset: scrollPosition?.leftAtPx ?? 0,
    // The header is in the flow above the first row, so only the lower end needs padding for both sticky parts.
    scrollPaddingEnd: stickyPx,
  });
  const items = virtualizer.getVirtualItems();
  const scrollTo = useCallback((index: number) => virtualizer.scrollToIndex(index), [virtualizer]);

  useEffect(() => {
    if (scrollPosition) scrollPosition.getOffsetPx = () => scrollerRef.current?.scrollTop ?? 0;
  }, [scrollPosition]);

  const first = items[0]?.index;
  const last = items.at(-1)?.index;
  const { onRangeNeeded } = rows;
  useEffect(() => {
    if (first !== undefined && last !== undefined) onRangeNeeded?.(first, last);
  }, [first, last, onRangeNeeded]);

  const previousList = useRef(listKey);
  useEffect(() => {
    // Skipped at the top, as scrolling would make the browser lay out the new rows twice.
    if (previousList.current !== listKey && virtualizer.scrollOffset !== 0) scrollTo(0);
    previousList.current = listKey;
  }, [listKey, scrollTo, virtualizer]);

  useOpenRowInView(rows, openIndex, stickyPx, scrollTo);

  return {
    scrollerRef,
    items,
    lines: useLines(rows, first ?? 0, last ?? -1),
    totalHeightPx: virtualizer.getTotalSize(),
    scrollTo,
    getRowsPerPage: () => {
      const heightPx = scrollerRef.current?.clientHeight ?? 0;
      return Math.max(1, Math.floor((heightPx - stickyPx) / rowHeightPx));
    },
  };
}

const BLOCK_ROWS = 50;

function useLines<Row>(rows: RowSource<Row>, first: number, last: number): readonly Line<Row>[] {
  const from = Math.floor(first / BLOCK_ROWS) * BLOCK_ROWS;
  const to = Math.min(Math.ceil((last + 1) / BLOCK_ROWS) * BLOCK_ROWS, rows.rowCount);
  return useMemo(
    () =>
      Array.from({ length: Math.max(0, to - from) }, (_, place) => ({
        index: from + place,
        row: rows.getRow(from + place),
      })),
    [rows, from, to],
  );
}

/** The height of the totals and their note, which stick below the rows. */
function useFootHeight(scrollerRef: RefObject<HTMLDivElement | null>): number {
  const [heightPx, setHeightPx] = useState(0);
  useLayoutEffect(() => setHeightPx(scrollerRef.current?.querySelector('tfoot')?.offsetHeight ?? 0));
  return heightPx;
}

/**
 * Scrolls a row into view when it is opened, and again when the totals need more lines because details make the table
 * narrower. If new rows move the open row, the view does not follow.
 */
function useOpenRowInView<Row>(
  rows: RowSource<Row>,
  openIndex: number | null,
  stickyPx: number,
  scrollTo: (index: number) => void,
): void {
  const previous = useRef<(RowPosition & { readonly stickyPx: number }) | null>(null);
  const id = openIndex === null ? undefined : getPosition(rows, openIndex).id;
  useEffect(() => {
    const before = previous.current;
    previous.current = openIndex === null ? null : { index: openIndex, id, stickyPx };
    if (openIndex === null) return;
    if (before?.index === openIndex && before.stickyPx >= stickyPx) return;
    if (id === undefined || before?.id !== id || before.stickyPx < stickyPx) scrollTo(openIndex);
  }, [openIndex, id, stickyPx, scrollTo]);
}
