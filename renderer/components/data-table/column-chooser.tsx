import { ActionIcon, Menu } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOfferChoices } from '../../lib/address/saveable-choices.ts';
import { showUndo } from '../overlays/show-undo.tsx';
import styles from './column-chooser.module.css';
import { ColumnChooserRow } from './column-chooser-row.tsx';
import { movedTo } from './column-layout.ts';
import type { TableColumn } from './table-column.ts';
import { useColumnLayout } from './use-column-layout.ts';
import { useColumnWidths } from './use-column-widths.ts';

interface ColumnChooserProps<Row> {
  readonly tableId: string;
  readonly columns: readonly TableColumn<Row>[];
}

/** Which columns a table shows, in which order and how wide; an export of the list takes the same ones. */
export function ColumnChooser<Row>({ tableId, columns }: ColumnChooserProps<Row>) {
  const { t } = useTranslation();
  const { layout, show, reorder, reset } = useColumnLayout(tableId, columns);
  const { step } = useColumnWidths(tableId, columns);
  const [said, setSaid] = useState('');
  // The main table of a page is the one whose columns can be chosen.
  useOfferChoices({ columns: layout.shown.join(',') });
  const { order, shown } = layout;
  const inOrder = order.flatMap((id) => columns.find((column) => column.id === id) ?? []);

  function move({ id, header }: TableColumn<Row>, delta: number) {
    const place = order.indexOf(id) + delta;
    const target = order[place];
    if (target === undefined) return;
    reorder(movedTo(order, id, target));
    setSaid(t('copying.movedTo', { column: header, place: place + 1, count: order.length }));
  }

  return (
    <>
      <Menu closeOnItemClick={false} position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={28}
            aria-label={t('states.columns')}
            title={t('states.columns')}
          >
            <IconColumns3 size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown className={styles.dropdown ?? ''}>
          <Menu.Label>{t('states.columns')}</Menu.Label>
          {inOrder.map((column, place) => (
            <ColumnChooserRow
              key={column.id}
              column={column}
              isShown={shown.includes(column.id)}
              isFirst={place === 0}
              isLast={place === inOrder.length - 1}
              onShow={(isShown) => show(column.id, isShown)}
              onMove={(delta) => move(column, delta)}
              onResize={(delta) =>
                setSaid(t('copying.width', { column: column.header, px: step(column.id, delta) }))
              }
            />
          ))}
          <Menu.Divider />
          <Menu.Item
            closeMenuOnClick
            onClick={() => showUndo({ message: t('copying.wereReset'), onUndo: reset() })}
          >
            {t('states.resetColumns')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <span aria-live="polite" className={styles.said}>
        {said}
      </span>
    </>
  );
}
