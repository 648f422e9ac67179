import { ActionIcon } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { printPage } from '../../lib/print.ts';

export function PrintButton() {
  const { t } = useTranslation();
  return (
    <ActionIcon
      variant="default"
      size={30}
      aria-label={t('print.action')}
      title={t('print.action')}
      onClick={() => void printPage()}
    >
      <IconPrinter size={16} aria-hidden />
    </ActionIcon>
  );
}
