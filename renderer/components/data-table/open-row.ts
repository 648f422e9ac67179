import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { positionAt, positionNow, type RowPosition, type RowSource } from './row-source.ts';

export interface OpenRow<Row> {
  /** Null while no row is open, and when the open row is no longer in the list. */
  readonly index: number | null;
  /** The open row, as it was last read; undefined while it is not read yet or none is open. */
  readonly row: Row | undefined;
  readonly open: (index: number) => void;
  readonly close: () => void;
  /** Opens the row that lies `delta` further, if there is one. */
  readonly step: (delta: number) => void;
  /** To be called before navigating to a page about the row, which is open again after a step back. */
  readonly leave: () => void;
  /** For the table, which begins where it was left. */
  readonly place: ListPlace;
}

/** How far a list is scrolled. */
export interface ListPlace {
  /** Where it was left, in pixels; null where one did not come back to it. */
  readonly leftAtPx: number | null;
  /** The table sets it: where the list is now. */
  nowPx: () => number;
}

interface Opened<Row> extends RowPosition {
  readonly listKey: string;
  readonly row: Row | undefined;
}

/**
 * The row whose drawer is open: the same one wherever rows that come in move it, and until it is closed. `listKey`
 * names the list that is shown, such as its filters: another list closes the drawer. Steps pass over rows that are not
 * openable, such as headings of groups.
 */
export function useOpenRow<Row>(
  rows: RowSource<Row>,
  listKey: string,
  isOpenable: (row: Row) => boolean = everyRow,
): OpenRow<Row> {
  const left = useLeftRow();
  const [state, setState] = useState<Opened<Row> | null>(left.row && { ...left.row, listKey, row: undefined });
  const [place] = useState<ListPlace>(() => ({ leftAtPx: left.row?.offsetPx ?? null, nowPx: () => 0 }));
  const opened = state?.listKey === listKey ? state : null;
  const index = opened && positionNow(rows, opened);
  const fresh = index === null ? undefined : rows.rowAt(index);
  const open = (next: number) => setState({ listKey, ...positionAt(rows, next), row: rows.rowAt(next) });

  // As it was last seen: it may leave the list that it was opened from.
  if (index !== null && fresh && (fresh !== opened?.row || index !== opened.index)) open(index);
  // It left the list before it was read: there is nothing to show, now or later.
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
      for (let row = rows.rowAt(next); row !== undefined && !isOpenable(row); row = rows.rowAt(next)) next += delta;
      if (next >= 0 && next < rows.rowCount) open(next);
    },
    leave: () => left.leave(opened && { id: opened.id, index: opened.index, offsetPx: place.nowPx() }),
    place,
  };
}

function everyRow(): boolean {
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

/** After a step back a list opens the same row again. The row is in the history state, not in the address. */
function useLeftRow() {
  const { history } = useRouter();
  const openRow = () => history.location.state.openRow ?? null;
  const [row] = useState(openRow);
  /** To be called before navigating to a page about a row. */
  const leave = (next: LeftRow | null) => {
    history.replace(history.location.href, { ...history.location.state, openRow: next });
    // Written now: the navigation that follows would otherwise replace it.
    history.flush();
  };
  const forget = () => {
    if (openRow() !== null) leave(null);
  };
  return { row, leave, forget };
}
