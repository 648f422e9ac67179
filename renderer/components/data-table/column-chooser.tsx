import { ActionIcon, Menu } from '@mantine/core';
import { IconCheck, IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useOfferChoices } from '../../lib/address/navigation.ts';
import { showUndo } from '../overlays/undo.tsx';
import textStyles from '../text.module.css';
import { listVisibleIds, useColumnChoice, useHasRoom } from './column-state.ts';
import type { LaidOutColumn, TableColumn } from './table-column.ts';

interface ColumnChooserProps {
  readonly tableId: string;
  readonly columns: readonly (LaidOutColumn & Pick<TableColumn<never>, 'header'>)[];
}

/**
 * Chooses the columns of a table. An export of the list has the same columns. The menu of each column sets its order
 * and width.
 */
export function ColumnChooser({ tableId, columns }: ColumnChooserProps) {
  const { t } = useTranslation();
  const choice = useColumnChoice(tableId, columns);
  const hasRoom = useHasRoom(tableId);
  // Only the main table of a page has a chooser.
  useOfferChoices({ columns: listVisibleIds(choice).join(',') });
  const inOrder = choice.columnOrder.flatMap((id) => columns.find((column) => column.id === id) ?? []);
  const firstToChoose = inOrder.find(({ hideable }) => hideable !== false);

  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={28} aria-label={t('states.columns')} title={t('states.columns')}>
          <IconColumns3 size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah="min(640px, 80vh)" style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('states.columns')}</Menu.Label>
        {inOrder.map((column) => {
          const isVisible = choice.columnVisibility[column.id] === true;
          if (column.hideable === false) {
            return (
              <Menu.Item key={column.id} disabled leftSection={<IconCheck size={12} stroke={2.5} aria-hidden />}>
                {column.header}
              </Menu.Item>
            );
          }
          return (
            <Menu.CheckboxItem
              key={column.id}
              // By default the first item gets the focus, which a disabled item cannot have.
              data-autofocus={column === firstToChoose || undefined}
              checked={isVisible}
              onChange={(isShown) => choice.show(column.id, isShown)}
            >
              {column.header}{' '}
              {isVisible && !hasRoom(column) && <span className={textStyles.small}>{t('states.noRoom')}</span>}
            </Menu.CheckboxItem>
          );
        })}
        <Menu.Divider />
        <Menu.Item
          closeMenuOnClick
          onClick={() => showUndo({ message: t('copying.wereReset'), onUndo: choice.reset() })}
        >
          {t('states.resetColumns')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
