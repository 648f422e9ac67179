import type { MouseEvent } from 'react';
import type { RowCursor } from './use-row-cursor.ts';
import type { RowSelection } from './use-row-selection.ts';

interface RowMouseOptions {
  readonly cursor: RowCursor;
  readonly selection: RowSelection;
  readonly onOpen: ((index: number) => void) | undefined;
}

/**
 * What the mouse does to rows: a click puts the cursor there and opens the row, with Ctrl it is selected as well,
 * with Shift all rows from the last one are. Not on a link or button inside the row, and not where the mouse has
 * just selected text to copy.
 */
export function rowMouse({ cursor, selection, onOpen }: RowMouseOptions) {
  return {
    onMouseDown(event: MouseEvent<HTMLElement>) {
      if (!event.shiftKey || rowOf(event) === null) return;
      // The browser would select the text of all rows between the two clicks.
      event.preventDefault();
      document.getSelection()?.removeAllRanges();
      event.currentTarget.focus({ preventScroll: true });
    },
    onClick(event: MouseEvent<HTMLElement>) {
      const index = rowOf(event);
      if (index === null || document.getSelection()?.isCollapsed === false) return;
      if (event.shiftKey) {
        selection.extend(cursor.index, index);
        return cursor.moveTo(index);
      }
      if (event.ctrlKey || event.metaKey) {
        selection.toggle(index);
        return cursor.moveTo(index);
      }
      selection.clear();
      cursor.moveTo(index);
      onOpen?.(index);
    },
  };
}

function rowOf({ target }: MouseEvent<HTMLElement>): number | null {
  if (!(target instanceof Element) || target.closest('a, button')) return null;
  const index = target.closest('tr[data-index]')?.getAttribute('data-index');
  return index === null || index === undefined ? null : Number(index);
}
