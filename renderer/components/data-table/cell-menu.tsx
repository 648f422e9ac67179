import { Menu } from '@mantine/core';
import { IconArrowRight, IconCopy, IconFilter } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNotifyProblem } from '../../lib/failures.ts';
import { useFormat } from '../../lib/language.ts';
import { formatCell, writeText } from './copied-table.ts';
import type { GetEmphasis, RowSource } from './row-source.ts';
import type { TableColumn } from './table-column.ts';

interface CellMenuOptions<Row> {
  readonly rows: RowSource<Row>;
  readonly columns: readonly TableColumn<Row>[];
  /** The row whose menu the menu key opens. */
  readonly cursorIndex: number;
  readonly onOpen: ((index: number) => void) | undefined;
  readonly getEmphasis: GetEmphasis<Row> | undefined;
}

interface MenuTarget {
  readonly index: number;
  readonly columnId: string | undefined;
  readonly x: number;
  readonly y: number;
}

/** The menu of a cell: of the cell under the right mouse button, or of the row at the cursor with the menu key. */
export function useCellMenu<Row>(options: CellMenuOptions<Row>) {
  const { rows, columns, cursorIndex, onOpen, getEmphasis } = options;
  const [target, setTarget] = useState<MenuTarget | null>(null);
  const row = target === null ? undefined : rows.getRow(target.index);
  const column = columns.find(({ id }) => id === target?.columnId) ?? columns[0];

  function onContextMenu(event: MouseEvent<HTMLElement>) {
    const next = getTarget(event) ?? getCursorTarget(event, cursorIndex);
    const meant = next && rows.getRow(next.index);
    // Selected text and headers keep the menu of the browser.
    if (!meant || getEmphasis?.(meant) !== undefined || document.getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    setTarget(next);
  }

  const menu: ReactNode = target && row && column && (
    <CellMenu
      at={target}
      row={row}
      column={column}
      onOpen={onOpen && (() => onOpen(target.index))}
      onClose={() => setTarget(null)}
    />
  );
  return { onContextMenu, menu };
}

function getTarget({ target, clientX: x, clientY: y }: MouseEvent): MenuTarget | null {
  if (!(target instanceof Element)) return null;
  const cell = target.closest('td');
  const index = cell?.closest('tr[data-index]')?.getAttribute('data-index');
  if (!cell || index === null || index === undefined) return null;
  return { index: Number(index), columnId: cell.dataset.column, x, y };
}

/** With the menu key the table is the target, because it has the focus. */
function getCursorTarget({ target, currentTarget }: MouseEvent<HTMLElement>, index: number): MenuTarget | null {
  if (target !== currentTarget) return null;
  const cell = currentTarget.querySelector('tr[data-cursor] > td');
  if (!cell) return null;
  const { left, bottom } = cell.getBoundingClientRect();
  return { index, columnId: undefined, x: left + 24, y: bottom };
}

interface CellMenuProps<Row> {
  readonly at: MenuTarget;
  readonly row: Row;
  readonly column: TableColumn<Row>;
  readonly onOpen: (() => void) | undefined;
  readonly onClose: () => void;
}

function CellMenu<Row>({ at, row, column, onOpen, onClose }: CellMenuProps<Row>) {
  const { t } = useTranslation();
  const format = useFormat();
  const notifyProblem = useNotifyProblem();
  const { text } = formatCell(column, row, format);
  const { onFilter, filterText } = column;
  const filtered = filterText ? filterText(row) : text;
  const copy = () => void writeText(text).catch(() => notifyProblem(t('copying.cellNotCopied')));
  return (
    <Menu opened onClose={onClose} position="bottom-start" offset={2} width={240} returnFocus>
      <Menu.Target>
        <span aria-hidden style={{ position: 'fixed', left: at.x, top: at.y }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={t('copying.cellMenu', { column: column.header })}>
        {onOpen && (
          <Menu.Item leftSection={<IconArrowRight size={14} aria-hidden />} onClick={onOpen}>
            {t('copying.openRow')}
          </Menu.Item>
        )}
        {text !== '' && (
          <Menu.Item leftSection={<IconCopy size={14} aria-hidden />} onClick={copy}>
            {t('copying.copyCell')}
          </Menu.Item>
        )}
        {onFilter && filtered !== '' && (
          <Menu.Item leftSection={<IconFilter size={14} aria-hidden />} onClick={() => onFilter(row)}>
            {t('copying.filterBy', { column: column.header, text: filtered })}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
