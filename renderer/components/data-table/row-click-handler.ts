import type { MouseEvent } from 'react';

/**
 * A click on a row puts the cursor there and opens it; not on a link or button inside the row, and not where
 * the mouse has just selected text to copy.
 */
export function rowClickHandler(
  moveTo: (index: number) => void,
  onOpen: ((index: number) => void) | undefined,
) {
  return (event: MouseEvent<HTMLElement>) => {
    if (!(event.target instanceof Element) || event.target.closest('a, button')) return;
    const index = event.target.closest('tr[data-index]')?.getAttribute('data-index');
    if (index === null || index === undefined || hasSelection()) return;
    moveTo(Number(index));
    onOpen?.(Number(index));
  };
}

function hasSelection(): boolean {
  return document.getSelection()?.isCollapsed === false;
}
