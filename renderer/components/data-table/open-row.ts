import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { findPosition, getPosition, type RowPosition, type RowSource } from './row-source.ts';

export interface OpenRow<Row> {
  /** `null` if no row is open or the open row is no longer in the list. */
  readonly index: number | null;
  /** The open row as last read; `undefined` if none is open or it is not read yet. */
  readonly row: Row | undefined;
  readonly open: (index: number) => void;
  readonly close: () => void;
  /** Opens the row at distance `delta`, if there is one. */
  readonly step: (delta: number) => void;
  /** Call this before navigating to a page about the row. The row is open again after going back. */
  readonly leave: () => void;
  /** Pass this to the table, which starts where it was left. */
  readonly scrollPosition: ScrollPosition;
}

/** How far a list is scrolled. */
export interface ScrollPosition {
  /** Where the list was left, in pixels; `null` if the user did not come back to it. */
  readonly leftAtPx: number | null;
  /** The current scroll offset. Set by the table. */
  getOffsetPx: () => number;
}

interface Opened<Row> extends RowPosition {
  readonly listKey: string;
  readonly row: Row | undefined;
}

/**
 * The row whose drawer is open. It stays the same row when new rows move it. `listKey` identifies the list, for example
 * by its filters; another list closes the drawer. Steps skip rows that are not openable, such as headings of groups.
 */
export function useOpenRow<Row>(
  rows: RowSource<Row>,
  listKey: string,
  isOpenable: (row: Row) => boolean = acceptAll,
): OpenRow<Row> {
  const left = useLeftRow();
  const [state, setState] = useState<Opened<Row> | null>(left.row && { ...left.row, listKey, row: undefined });
  const [scrollPosition] = useState<ScrollPosition>(() => ({
    leftAtPx: left.row?.offsetPx ?? null,
    getOffsetPx: () => 0,
  }));
  const opened = state?.listKey === listKey ? state : null;
  const index = opened && findPosition(rows, opened);
  const fresh = index === null ? undefined : rows.getRow(index);
  const open = (next: number) => setState({ listKey, ...getPosition(rows, next), row: rows.getRow(next) });

  // Stores the row as last seen, because it may leave the list.
  if (index !== null && fresh && (fresh !== opened?.row || index !== opened.index)) open(index);
  // The row left the list before it was read, so there is nothing to show.
  if (opened && !opened.row && index === null && rows.rowCount > 0) setState(null);

  return {
    index,
    row: fresh ?? opened?.row,
    open,
    close() {
      setState(null);
      left.forget();
    },
    step(delta) {
      if (index === null) return;
      let next = index + delta;
      for (let row = rows.getRow(next); row !== undefined && !isOpenable(row); row = rows.getRow(next)) next += delta;
      if (next >= 0 && next < rows.rowCount) open(next);
    },
    leave: () => left.leave(opened && { id: opened.id, index: opened.index, offsetPx: scrollPosition.getOffsetPx() }),
    scrollPosition: scrollPosition,
  };
}

function acceptAll(): boolean {
  return true;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The row of a list whose drawer was open when the list was left. */
    readonly openRow?: LeftRow | null;
  }
}

interface LeftRow extends RowPosition {
  /** How far the list was scrolled. */
  readonly offsetPx: number;
}

/** After going back, a list opens the same row again. The row is stored in the history state, not in the address. */
function useLeftRow() {
  const { history } = useRouter();
  const openRow = () => history.location.state.openRow ?? null;
  const [row] = useState(openRow);
  /** Call this before navigating to a page about a row. */
  const leave = (next: LeftRow | null) => {
    history.replace(history.location.href, { ...history.location.state, openRow: next });
    // Flushed now, as the navigation that follows would replace it.
    history.flush();
  };
  const forget = () => {
    if (openRow() !== null) leave(null);
  };
  return { row, leave, forget };
}
