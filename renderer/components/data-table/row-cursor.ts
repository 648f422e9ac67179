import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import type { RowSelection } from './row-selection.tsx';
import { findPosition, type GetEmphasis, getPosition, type RowPosition, type RowSource } from './row-source.ts';

interface RowCursorOptions<Row> {
  readonly rows: RowSource<Row>;
  /** Another list starts at its first row. */
  readonly listKey: string;
  /** The number of rows that fit into the window, for page up and page down. */
  readonly getRowsPerPage: () => number;
  readonly openIndex: number | null;
  /** While a row is open, the keys skip headings and sums of groups. */
  readonly getEmphasis: GetEmphasis<Row> | undefined;
  readonly onOpen: ((index: number) => void) | undefined;
  readonly scrollTo: (index: number) => void;
  /** Ids of the drawn columns, from left to right. */
  readonly columnIds: readonly string[];
  /** The keys moved the cursor. `extends`: Shift was pressed, so the rows passed are selected. */
  readonly onMoved: (from: number, to: number, options: { readonly extends: boolean }) => void;
}

interface RowCursor {
  readonly index: number;
  /** The cell of the row; `undefined` if no column is drawn. */
  readonly columnId: string | undefined;
  readonly moveTo: (index: number) => void;
  /** Moves the cursor to the end of a selection without opening the row. */
  readonly placeAt: (index: number) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** No row until the cursor moves, so that new rows do not carry it away from the top. */
const TOP_POSITION: RowPosition = { id: undefined, index: 0 };

/**
 * The cell at the keyboard cursor. It stays in its row when new rows move that. While a row is open, the cursor is on
 * it, so that moving the cursor shows the next row in the drawer.
 */
export function useRowCursor<Row>(options: RowCursorOptions<Row>): RowCursor {
  const { rows, listKey, getRowsPerPage, openIndex, getEmphasis, columnIds, onOpen, scrollTo, onMoved } = options;
  const [ownColumn, setOwnColumn] = useState<string>();
  const { rowCount } = rows;
  const [own, setOwn] = useState({ listKey, position: TOP_POSITION });
  const position = own.listKey === listKey ? own.position : TOP_POSITION;
  const index = Math.min(openIndex ?? findPosition(rows, position) ?? position.index, Math.max(rowCount - 1, 0));

  const columnIndex = Math.max(0, columnIds.indexOf(ownColumn ?? ''));

  const clamp = (target: number) => Math.max(0, Math.min(target, rowCount - 1));
  const isData = (at: number) => {
    const row = rows.getRow(at);
    return row === undefined || getEmphasis?.(row) === undefined;
  };

  /** The data row at `target` or beyond it; the current row if there is none. */
  const findDataRow = (target: number) => {
    const delta = target < index ? -1 : 1;
    let next = target;
    while (next >= 0 && next < rowCount && !isData(next)) next += delta;
    return next >= 0 && next < rowCount ? next : index;
  };

  const moveTo = (target: number) => {
    const next = clamp(target);
    setOwn({ listKey, position: getPosition(rows, next) });
    if (openIndex !== null && next !== openIndex && isData(next)) onOpen?.(next);
    scrollTo(next);
  };

  const placeAt = (target: number) => {
    setOwn({ listKey, position: getPosition(rows, clamp(target)) });
    scrollTo(clamp(target));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    if (rowCount === 0) return;
    const step = COLUMN_STEPS[event.key];
    if (event.key === 'Enter' && index === openIndex && openDrawerPage()) event.stopPropagation();
    else if (event.key === 'Enter') onOpen?.(index);
    else if (step !== undefined) setOwnColumn(columnIds[columnIndex + step] ?? columnIds[columnIndex]);
    else {
      const target = findTarget(event.key, index, getRowsPerPage(), rowCount);
      if (target === null) return;
      const next = openIndex === null ? clamp(target) : findDataRow(clamp(target));
      onMoved(index, next, { extends: event.shiftKey });
      moveTo(next);
    }
    event.preventDefault();
  };

  return { index, columnId: columnIds[columnIndex], moveTo, placeAt, onKeyDown };
}

/** Opens the page of the row whose drawer is open. Returns `false` if the row has no page. */
function openDrawerPage(): boolean {
  const link = document.querySelector<HTMLAnchorElement>('[data-opens-page]');
  link?.click();
  return link !== null;
}

const COLUMN_STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

function findTarget(key: string, index: number, rowsPerPage: number, rowCount: number): number | null {
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return index + 1;
    case 'ArrowUp':
    case 'k':
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

interface RowSelectionKeysOptions {
  readonly selection: RowSelection;
  readonly cursorIndex: number;
  readonly onCopy: () => void;
}

/** The keys that select and copy rows, except Shift with the keys that move the cursor. */
export function createSelectionKeys({ selection, cursorIndex, onCopy }: RowSelectionKeysOptions) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const act = findAction(event);
    if (!act) return;
    act();
    event.preventDefault();
  };

  function findAction(event: KeyboardEvent<HTMLElement>): (() => void) | undefined {
    if (event.altKey || event.shiftKey) return undefined;
    if (event.ctrlKey || event.metaKey) return findControlAction(event.key.toLowerCase());
    if (event.key === 'Escape' && (selection.count > 0 || selection.isLost)) return selection.clear;
    // In a header, Space presses the button.
    if (event.key === ' ' && event.target === event.currentTarget) {
      return () => selection.toggle(cursorIndex);
    }
    return undefined;
  }

  function findControlAction(key: string): (() => void) | undefined {
    if (key === 'a') return selection.selectAll;
    // The browser copies text that was selected with the mouse.
    if (key === 'c' && document.getSelection()?.isCollapsed !== false) return onCopy;
    return undefined;
  }
}

interface RowMouseOptions {
  readonly cursor: RowCursor;
  readonly selection: RowSelection;
  readonly onOpen: ((index: number) => void) | undefined;
}

/**
 * Handles the mouse on rows. A click moves the cursor there and opens the row. With Ctrl it selects the row instead,
 * and with Shift all rows from the last one. Clicks on a link or button in the row do nothing here, nor does a click
 * that has just selected text.
 */
export function createRowMouse({ cursor, selection, onOpen }: RowMouseOptions) {
  return {
    onMouseDown(event: MouseEvent<HTMLElement>) {
      if (!event.shiftKey || getRowIndex(event) === null) return;
      // Otherwise the browser would select the text between the two clicks.
      event.preventDefault();
      document.getSelection()?.removeAllRanges();
      event.currentTarget.focus({ preventScroll: true });
    },
    onClick(event: MouseEvent<HTMLElement>) {
      const index = getRowIndex(event);
      if (index === null || document.getSelection()?.isCollapsed === false) return;
      if (event.shiftKey) {
        selection.extend(cursor.index, index);
        return cursor.placeAt(index);
      }
      if (event.ctrlKey || event.metaKey) {
        selection.toggle(index);
        return cursor.placeAt(index);
      }
      selection.clear();
      cursor.moveTo(index);
      onOpen?.(index);
    },
  };
}

function getRowIndex({ target }: MouseEvent<HTMLElement>): number | null {
  if (!(target instanceof Element) || target.closest('a, button')) return null;
  const index = target.closest('tr[data-index]')?.getAttribute('data-index');
  return index === null || index === undefined ? null : Number(index);
}
