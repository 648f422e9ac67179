import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import type { RowSelection } from './row-selection.tsx';
import { type EmphasisOf, positionAt, positionNow, type RowPosition, type RowSource } from './row-source.ts';

interface RowCursorOptions<Row> {
  readonly rows: RowSource<Row>;
  /** Another list begins at its first row. */
  readonly listKey: string;
  /** Rows that fit into the window, for page up and page down. */
  readonly rowsPerPage: () => number;
  readonly openIndex: number | null;
  /** While a row is open the keys pass over headings and sums of groups. */
  readonly emphasisOf: EmphasisOf<Row> | undefined;
  readonly onOpen: ((index: number) => void) | undefined;
  readonly scrollTo: (index: number) => void;
  /** Ids of the columns that are drawn, from left to right. */
  readonly columnIds: readonly string[];
  /** The keys have moved the cursor; `extends`: with Shift, so that the rows passed are selected. */
  readonly onMoved: (from: number, to: number, options: { readonly extends: boolean }) => void;
}

interface RowCursor {
  readonly index: number;
  /** The cell of the row; undefined where no column is drawn. */
  readonly columnId: string | undefined;
  readonly moveTo: (index: number) => void;
  /** Moves it where a selection goes, without opening the row. */
  readonly standAt: (index: number) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** No row until the cursor has moved: rows that come in do not take it along from the top. */
const AT_THE_TOP: RowPosition = { id: undefined, index: 0 };

/**
 * The cell that the keyboard stands on, wherever rows that come in move its row. While a row is open the cursor is that
 * row, so that moving it shows the next one in the drawer.
 */
export function useRowCursor<Row>(options: RowCursorOptions<Row>): RowCursor {
  const { rows, listKey, rowsPerPage, openIndex, emphasisOf, columnIds, onOpen, scrollTo, onMoved } = options;
  const [ownColumn, setOwnColumn] = useState<string>();
  const { rowCount } = rows;
  const [own, setOwn] = useState({ listKey, position: AT_THE_TOP });
  const position = own.listKey === listKey ? own.position : AT_THE_TOP;
  const index = Math.min(openIndex ?? positionNow(rows, position) ?? position.index, Math.max(rowCount - 1, 0));

  const columnIndex = Math.max(0, columnIds.indexOf(ownColumn ?? ''));

  const within = (target: number) => Math.max(0, Math.min(target, rowCount - 1));
  const isData = (at: number) => {
    const row = rows.rowAt(at);
    return row === undefined || emphasisOf?.(row) === undefined;
  };

  /** The row of data at the target or behind it; the present one where there is none. */
  const dataFrom = (target: number) => {
    const delta = target < index ? -1 : 1;
    let next = target;
    while (next >= 0 && next < rowCount && !isData(next)) next += delta;
    return next >= 0 && next < rowCount ? next : index;
  };

  const moveTo = (target: number) => {
    const next = within(target);
    setOwn({ listKey, position: positionAt(rows, next) });
    if (openIndex !== null && next !== openIndex && isData(next)) onOpen?.(next);
    scrollTo(next);
  };

  const standAt = (target: number) => {
    setOwn({ listKey, position: positionAt(rows, within(target)) });
    scrollTo(within(target));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    if (rowCount === 0) return;
    const step = COLUMN_STEPS[event.key];
    if (event.key === 'Enter' && index === openIndex && openPageOfDrawer()) event.stopPropagation();
    else if (event.key === 'Enter') onOpen?.(index);
    else if (step !== undefined) setOwnColumn(columnIds[columnIndex + step] ?? columnIds[columnIndex]);
    else {
      const target = targetOf(event.key, index, rowsPerPage(), rowCount);
      if (target === null) return;
      const next = openIndex === null ? within(target) : dataFrom(within(target));
      onMoved(index, next, { extends: event.shiftKey });
      moveTo(next);
    }
    event.preventDefault();
  };

  return { index, columnId: columnIds[columnIndex], moveTo, standAt, onKeyDown };
}

/** Opens the page of the row whose drawer is open; false where the row has none. */
function openPageOfDrawer(): boolean {
  const link = document.querySelector<HTMLAnchorElement>('[data-opens-page]');
  link?.click();
  return link !== null;
}

const COLUMN_STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

function targetOf(key: string, index: number, rowsPerPage: number, rowCount: number): number | null {
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

/** The keys that select rows and copy them, but for Shift with those that move the cursor. */
export function rowSelectionKeys({ selection, cursorIndex, onCopy }: RowSelectionKeysOptions) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const act = actOf(event);
    if (!act) return;
    act();
    event.preventDefault();
  };

  function actOf(event: KeyboardEvent<HTMLElement>): (() => void) | undefined {
    if (event.altKey || event.shiftKey) return undefined;
    if (event.ctrlKey || event.metaKey) return actWithControl(event.key.toLowerCase());
    if (event.key === 'Escape' && (selection.count > 0 || selection.isLost)) return selection.clear;
    // In a header, space presses the button.
    if (event.key === ' ' && event.target === event.currentTarget) {
      return () => selection.toggle(cursorIndex);
    }
    return undefined;
  }

  function actWithControl(key: string): (() => void) | undefined {
    if (key === 'a') return selection.selectAll;
    // Text that the mouse has selected is copied by the browser.
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
 * What the mouse does to rows: a click puts the cursor there and opens the row. With Ctrl it is selected instead, and with
 * Shift all rows from the last one are: neither opens one. Not on a link or button inside the row, and not where the mouse has
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
        return cursor.standAt(index);
      }
      if (event.ctrlKey || event.metaKey) {
        selection.toggle(index);
        return cursor.standAt(index);
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
