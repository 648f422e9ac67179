import { type KeyboardEvent, useRef } from 'react';
import type { DataTableProps } from './data-table.tsx';
import { rowMouse } from './row-mouse.ts';
import { rowSelectionKeys } from './row-selection-keys.ts';
import { useCopyRows } from './use-copy-rows.ts';
import { useRowCursor } from './use-row-cursor.ts';
import { useRowSelection } from './use-row-selection.ts';
import type { VirtualRows } from './use-virtual-rows.ts';

type RowControlsOptions<Row> = DataTableProps<Row> & {
  readonly listKey: string;
  readonly openIndex: number | null;
};

/** What keys and mouse do to the rows of a table: the cursor, the selection, opening and copying. */
export function useRowControls<Row>(props: RowControlsOptions<Row>, virtual: VirtualRows) {
  const { rows, columns, listKey, openIndex, onOpen, opensOnClick = true, rowEmphasis } = props;
  const { rowCount } = rows;
  const { scrollTo, rowsPerPage } = virtual;
  const gridRef = useRef<HTMLTableElement>(null);
  const selection = useRowSelection({ rows, listKey, openIndex, emphasisOf: rowEmphasis });
  const cursor = useRowCursor({
    rows,
    listKey,
    rowsPerPage,
    openIndex,
    onOpen,
    scrollTo,
    onMoved: (from, to, { extends: isExtended }) =>
      isExtended ? selection.extend(from, to) : selection.settle(),
  });
  const copying = useCopyRows({ rows, columns, emphasisOf: rowEmphasis });
  const { count, isLost, ranges } = selection;

  const copy = () => {
    // Without a selection it is the row at the cursor that is meant.
    if (rowCount > 0) void copying.copy(count > 0 ? ranges : [[cursor.index, cursor.index]]);
  };
  const onSelectionKey = rowSelectionKeys({ selection, cursorIndex: cursor.index, onCopy: copy });

  return {
    cursor,
    selection,
    gridRef,
    gridProps: {
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        onSelectionKey(event);
        if (!event.defaultPrevented) cursor.onKeyDown(event);
      },
      ...rowMouse({ cursor, selection, onOpen: opensOnClick ? onOpen : undefined }),
    },
    bar: {
      count,
      isLost,
      isCopying: copying.isCopying,
      onCopy: copy,
      onClear() {
        selection.clear();
        gridRef.current?.focus({ preventScroll: true });
      },
    },
  };
}
