import { ActionIcon, Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { printPage } from '../../lib/print.ts';

/** Prints the page. Has a label if the sheet is more than the page on paper, such as an invoice. */
export function PrintButton({ label }: { readonly label?: string }) {
  const { t } = useTranslation();
  if (label !== undefined) {
    return (
      <Button variant="default" leftSection={<IconPrinter size={15} aria-hidden />} onClick={() => void printPage()}>
        {label}
      </Button>
    );
  }
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
