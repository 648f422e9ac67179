import { useState } from 'react';
import type { RowSource } from './row-source.ts';

export interface OpenRow<Row> {
  /** Null while no row is open. */
  readonly index: number | null;
  /** The open row; undefined while it is not read yet or none is open. */
  readonly row: Row | undefined;
  readonly open: (index: number) => void;
  readonly close: () => void;
  /** Opens the row that lies `delta` further, if there is one. */
  readonly step: (delta: number) => void;
}

/**
 * The row whose drawer is open. `listKey` names the list that is shown, such as its filters: another list
 * closes the drawer, because the same place holds another row there.
 */
export function useOpenRow<Row>(rows: RowSource<Row>, listKey: string): OpenRow<Row> {
  const [opened, setOpened] = useState<{ index: number; listKey: string } | null>(null);
  const index = opened?.listKey === listKey && opened.index < rows.rowCount ? opened.index : null;
  const open = (next: number) => setOpened({ index: next, listKey });
  return {
    index,
    row: index === null ? undefined : rows.rowAt(index),
    open,
    close: () => setOpened(null),
    step: (delta) => {
      if (index === null) return;
      const next = index + delta;
      if (next >= 0 && next < rows.rowCount) open(next);
    },
  };
}
