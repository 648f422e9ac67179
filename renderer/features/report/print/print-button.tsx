import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Opens the print window of the system. Disabled until the figures are those that were chosen. */
export function PrintButton({ disabled }: { readonly disabled: boolean }) {
  const { t } = useTranslation();
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconPrinter size={15} aria-hidden />}
      disabled={disabled}
      onClick={() => window.print()}
    >
      {t('report.print.action')}
    </Button>
  );
}
