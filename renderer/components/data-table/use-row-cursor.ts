import { type KeyboardEvent, useState } from 'react';
import { placeAt, placeNow, type RowPlace } from './row-place.ts';
import type { RowSource } from './row-source.ts';

interface RowCursorOptions<Row> {
  readonly rows: RowSource<Row>;
  /** Another list begins at its first row. */
  readonly listKey: string;
  /** Rows that fit into the window, for page up and page down. */
  readonly rowsPerPage: () => number;
  readonly openIndex: number | null;
  readonly onOpen: ((index: number) => void) | undefined;
  readonly scrollTo: (index: number) => void;
  /** The keys have moved the cursor; `extends`: with Shift, so that the rows passed are selected. */
  readonly onMoved: (from: number, to: number, options: { readonly extends: boolean }) => void;
}

export interface RowCursor {
  readonly index: number;
  readonly moveTo: (index: number) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** No row until the cursor has moved: rows that come in do not take it along from the top. */
const AT_THE_TOP: RowPlace = { id: undefined, index: 0 };

/**
 * The row that the keyboard stands on, wherever rows that come in move it. While a row is open the cursor is that
 * row, so that moving it shows the next one in the drawer.
 */
export function useRowCursor<Row>(options: RowCursorOptions<Row>): RowCursor {
  const { rows, listKey, rowsPerPage, openIndex, onOpen, scrollTo, onMoved } = options;
  const { rowCount } = rows;
  const [own, setOwn] = useState({ listKey, place: AT_THE_TOP });
  const place = own.listKey === listKey ? own.place : AT_THE_TOP;
  const index = Math.min(openIndex ?? placeNow(rows, place) ?? place.index, Math.max(rowCount - 1, 0));

  const within = (target: number) => Math.max(0, Math.min(target, rowCount - 1));

  const moveTo = (target: number) => {
    const next = within(target);
    setOwn({ listKey, place: placeAt(rows, next) });
    if (openIndex !== null && next !== openIndex) onOpen?.(next);
    scrollTo(next);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    if (rowCount === 0) return;
    if (event.key === 'Enter') onOpen?.(index);
    else {
      const target = targetOf(event.key, index, rowsPerPage(), rowCount);
      if (target === null) return;
      onMoved(index, within(target), { extends: event.shiftKey });
      moveTo(target);
    }
    event.preventDefault();
  };

  return { index, moveTo, onKeyDown };
}

function targetOf(key: string, index: number, rowsPerPage: number, rowCount: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return index + 1;
    case 'ArrowUp':
      return index - 1;
    case 'PageDown':
      return index + rowsPerPage;
    case 'PageUp':
      return index - rowsPerPage;
    case 'Home':
      return 0;
    case 'End':
      return rowCount - 1;
    default:
      return null;
  }
}
