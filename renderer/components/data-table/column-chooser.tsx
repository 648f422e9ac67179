import { ActionIcon, Menu } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useColumnsStore } from './columns-store.ts';
import type { TableColumn } from './table-column.ts';
import { useColumnVisibility } from './use-visible-columns.ts';

interface ColumnChooserProps<Row> {
  readonly tableId: string;
  readonly columns: readonly TableColumn<Row>[];
}

/** Which columns a table shows; an export of the list takes the same ones. */
export function ColumnChooser<Row>({ tableId, columns }: ColumnChooserProps<Row>) {
  const { t } = useTranslation();
  const visibility = useColumnVisibility(tableId, columns);
  const show = useColumnsStore((state) => state.show);
  const reset = useColumnsStore((state) => state.reset);
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={28} aria-label={t('states.columns')} title={t('states.columns')}>
          <IconColumns3 size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('states.columns')}</Menu.Label>
        {columns
          .filter((column) => column.hideable !== false)
          .map((column) => (
            <Menu.CheckboxItem
              key={column.id}
              checked={visibility[column.id] === true}
              onChange={(isShown) => show(tableId, { ...visibility, [column.id]: isShown })}
            >
              {column.header}
            </Menu.CheckboxItem>
          ))}
        <Menu.Divider />
        <Menu.Item onClick={() => reset(tableId)}>{t('states.resetColumns')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
