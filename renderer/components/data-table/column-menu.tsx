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
import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { measureContent } from './column-widths.ts';
import type { ListColumn, ListTable } from './list-table.ts';

interface ColumnMenuProps<Row> {
  readonly table: ListTable<Row>;
  readonly column: ListColumn<Row>;
  /** Opens the menu of another column; `null` closes it. */
  readonly onMenu: (columnId: string | null) => void;
  /** Moves a column to the position of another one. */
  readonly onMove: (columnId: string, target: string) => void;
  /** The button that opened the menu and names it. */
  readonly children: ReactElement;
}

const CLOSING_EVENTS = ['mousedown', 'touchstart'];

const NEIGHBOURS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

const WIDTH_STEP_PX = 24;

const SORT_ICONS = { asc: IconArrowUp, desc: IconArrowDown };

/** The actions on a column. The left and right arrow keys go to the menus of the neighbouring columns. */
export function ColumnMenu<Row>({ table, column, onMenu, onMove, children }: ColumnMenuProps<Row>) {
  const { t } = useTranslation();
  const columns = table.getVisibleLeafColumns();
  const index = column.getIndex();
  const [before, after] = [columns[index - 1], columns[index + 1]];
  const goToNeighbour = (event: KeyboardEvent) => {
    const step = NEIGHBOURS[event.key];
    const next = step === undefined ? undefined : columns[index + step];
    if (next) onMenu(next.id);
  };
  const resize = (widthPx: number) => table.setColumnSizing((sizes) => ({ ...sizes, [column.id]: widthPx }));
  const fit = () => {
    const heading = document.querySelector<HTMLTableCellElement>(`th[data-column="${column.id}"]`);
    if (heading) resize(measureContent(heading));
  };
  const firstSort = column.getFirstSortDir();
  return (
    <Menu
      opened
      onClose={() => onMenu(null)}
      // Without keys: the key that opens the menu would close it as a key from outside.
      clickOutsideEvents={CLOSING_EVENTS}
      position="bottom-start"
      offset={0}
      width={220}
      returnFocus={false}
      withinPortal
    >
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown onKeyDown={goToNeighbour}>
        {column.getCanSort() &&
          (['asc', 'desc'] as const)
            .toSorted((one) => (one === firstSort ? -1 : 1))
            .map((direction) => (
              <ColumnItem
                key={direction}
                icon={SORT_ICONS[direction]}
                onClick={() => column.toggleSorting(direction === 'desc')}
              >
                {t(direction === 'desc' ? 'copying.sortDescending' : 'copying.sortAscending')}
              </ColumnItem>
            ))}
        {column.getIsSorted() !== false && (
          <ColumnItem icon={IconArrowsSort} onClick={() => column.clearSorting()}>
            {t('copying.unsort')}
          </ColumnItem>
        )}
        {before && (
          <ColumnItem icon={IconArrowLeft} isStep onClick={() => onMove(column.id, before.id)}>
            {t('copying.moveLeft')}
          </ColumnItem>
        )}
        {after && (
          <ColumnItem icon={IconArrowRight} isStep onClick={() => onMove(column.id, after.id)}>
            {t('copying.moveRight')}
          </ColumnItem>
        )}
        <ColumnItem icon={IconViewportNarrow} isStep onClick={() => resize(column.getSize() - WIDTH_STEP_PX)}>
          {t('copying.narrower')}
        </ColumnItem>
        <ColumnItem icon={IconViewportWide} isStep onClick={() => resize(column.getSize() + WIDTH_STEP_PX)}>
          {t('copying.wider')}
        </ColumnItem>
        <ColumnItem icon={IconArrowAutofitWidth} onClick={fit}>
          {t('copying.fit')}
        </ColumnItem>
        {column.getCanHide() && (
          <ColumnItem icon={IconEyeOff} onClick={() => column.toggleVisibility(false)}>
            {t('copying.hide')}
          </ColumnItem>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ColumnItemProps {
  readonly icon: Icon;
  /** Can be chosen several times, so the menu stays open. */
  readonly isStep?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function ColumnItem({ icon: ItemIcon, isStep = false, onClick, children }: ColumnItemProps) {
  return (
    <Menu.Item closeMenuOnClick={!isStep} leftSection={<ItemIcon size={14} aria-hidden />} onClick={onClick}>
      {children}
    </Menu.Item>
  );
}
