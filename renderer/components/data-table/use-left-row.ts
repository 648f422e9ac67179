import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { RowPlace } from './row-place.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The row of a list whose drawer was open when the list was left. */
    readonly openRow?: RowPlace | null;
  }
}

interface LeftRow {
  /** The row that was open when somebody left; null where none was. */
  readonly row: RowPlace | null;
  /** Told just before the list is left for a page about one of its rows. */
  readonly leave: (row: RowPlace | null) => void;
  /** Told when no row is open any more. */
  readonly forget: () => void;
}

/** A list that somebody steps back to shows the row from which they left. It is kept in the history, not in the address. */
export function useLeftRow(): LeftRow {
  const { history } = useRouter();
  const openRow = () => history.location.state.openRow ?? null;
  const [row] = useState(openRow);
  const leave = (next: RowPlace | null) => {
    history.replace(history.location.href, { ...history.location.state, openRow: next });
    // Written before the step that follows, which would else take its place.
    history.flush();
  };
  const forget = () => {
    if (openRow() !== null) leave(null);
  };
  return { row, leave, forget };
}
