import { Menu } from '@mantine/core';
import {
  type Icon,
  IconArrowAutofitWidth,
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowsSort,
  IconArrowUp,
  IconEyeOff,
  IconViewportNarrow,
  IconViewportWide,
} from '@tabler/icons-react';
import type { KeyboardEvent, ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { contentWidth } from './column-widths.ts';
import type { ListColumn, ListTable } from './list-table.ts';

interface ColumnMenuProps<Row> {
  readonly table: ListTable<Row>;
  readonly column: ListColumn<Row>;
  /** Opens the menu of another column, or of none. */
  readonly onMenu: (columnId: string | null) => void;
  /** Moves a column to the position of another one. */
  readonly onMove: (columnId: string, target: string) => void;
  /** The button that has opened it and names it. */
  readonly children: ReactElement;
}

interface ColumnAct {
  readonly id: string;
  readonly label: string;
  readonly icon: Icon;
  readonly act: () => void;
  /** For a step that is taken several times. */
  readonly staysOpen?: boolean;
}

const CLOSES_ON = ['mousedown', 'touchstart'];

const NEIGHBOURS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** What can be done with a column. Left and right go to the menus of the columns beside it. */
export function ColumnMenu<Row>({ table, column, onMenu, onMove, children }: ColumnMenuProps<Row>) {
  const acts = useColumnActs({ table, column, onMove });
  const goToNeighbour = (event: KeyboardEvent) => {
    const step = NEIGHBOURS[event.key];
    const next = step === undefined ? undefined : table.getVisibleLeafColumns()[column.getIndex() + step];
    if (next) onMenu(next.id);
  };
  return (
    <Menu
      opened
      onClose={() => onMenu(null)}
      // Not keys: the one that opens it would close it as one from outside.
      clickOutsideEvents={CLOSES_ON}
      position="bottom-start"
      offset={0}
      width={220}
      returnFocus={false}
      withinPortal
    >
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown onKeyDown={goToNeighbour}>
        {acts.map(({ id, label, icon: ActIcon, act, staysOpen = false }, index) => (
          <Menu.Item
            key={id}
            data-autofocus={index === 0 || undefined}
            closeMenuOnClick={!staysOpen}
            leftSection={<ActIcon size={14} aria-hidden />}
            onClick={act}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const WIDTH_STEP_PX = 24;

function useColumnActs<Row>({
  table,
  column,
  onMove,
}: Omit<ColumnMenuProps<Row>, 'onMenu' | 'children'>): readonly ColumnAct[] {
  const { t } = useTranslation();
  const columns = table.getVisibleLeafColumns();
  const index = column.getIndex();
  const [before, after] = [columns[index - 1], columns[index + 1]];
  const resize = (widthPx: number) => table.setColumnSizing((sizes) => ({ ...sizes, [column.id]: widthPx }));
  const fit = () => {
    const heading = document.querySelector<HTMLTableCellElement>(`th[data-column="${column.id}"]`);
    if (heading) resize(contentWidth(heading));
  };
  const sorted = column.getIsSorted();
  const ascending: ColumnAct = {
    id: 'ascending',
    label: t('copying.sortAscending'),
    icon: IconArrowUp,
    act: () => column.toggleSorting(false),
  };
  const descending: ColumnAct = {
    id: 'descending',
    label: t('copying.sortDescending'),
    icon: IconArrowDown,
    act: () => column.toggleSorting(true),
  };
  const sorts = column.getFirstSortDir() === 'desc' ? [descending, ascending] : [ascending, descending];
  const acts: readonly (ColumnAct | false | undefined)[] = [
    ...(column.getCanSort() ? sorts : []),
    sorted !== false && {
      id: 'unsorted',
      label: t('copying.unsort'),
      icon: IconArrowsSort,
      act: () => column.clearSorting(),
    },
    before && {
      id: 'left',
      label: t('copying.moveLeft'),
      icon: IconArrowLeft,
      act: () => onMove(column.id, before.id),
      staysOpen: true,
    },
    after && {
      id: 'right',
      label: t('copying.moveRight'),
      icon: IconArrowRight,
      act: () => onMove(column.id, after.id),
      staysOpen: true,
    },
    {
      id: 'narrower',
      label: t('copying.narrower'),
      icon: IconViewportNarrow,
      act: () => resize(column.getSize() - WIDTH_STEP_PX),
      staysOpen: true,
    },
    {
      id: 'wider',
      label: t('copying.wider'),
      icon: IconViewportWide,
      act: () => resize(column.getSize() + WIDTH_STEP_PX),
      staysOpen: true,
    },
    { id: 'fit', label: t('copying.fit'), icon: IconArrowAutofitWidth, act: fit },
    column.getCanHide() && {
      id: 'hide',
      label: t('copying.hide'),
      icon: IconEyeOff,
      act: () => column.toggleVisibility(false),
    },
  ];
  return acts.filter((act) => act !== false && act !== undefined);
}
