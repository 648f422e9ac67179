import { type KeyboardEvent, useState } from 'react';

interface RowCursorOptions {
  readonly rowCount: number;
  /** Another list begins at its first row. */
  readonly listKey: string;
  /** Rows that fit into the window, for page up and page down. */
  readonly rowsPerPage: () => number;
  readonly openIndex: number | null;
  readonly onOpen: ((index: number) => void) | undefined;
  readonly scrollTo: (index: number) => void;
}

export interface RowCursor {
  readonly index: number;
  readonly moveTo: (index: number) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/**
 * The row that the keyboard stands on. While a row is open the cursor is that row, so that moving it shows the
 * next one in the drawer.
 */
export function useRowCursor(options: RowCursorOptions): RowCursor {
  const { rowCount, listKey, rowsPerPage, openIndex, onOpen, scrollTo } = options;
  const [own, setOwn] = useState({ listKey, index: 0 });
  const ownIndex = own.listKey === listKey ? own.index : 0;
  const index = Math.min(openIndex ?? ownIndex, Math.max(rowCount - 1, 0));

  const moveTo = (target: number) => {
    const next = Math.max(0, Math.min(target, rowCount - 1));
    setOwn({ listKey, index: next });
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
