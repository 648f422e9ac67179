import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PAGE_EXPORT_ID } from '../exports/export-choice.ts';
import styles from '../overlays/undo-message.module.css';

/** What was not copied, with the export of the page where it has one: that writes all rows. */
export function ExportOffer({ message }: { readonly message: string }) {
  const { t } = useTranslation();
  const exportButton = document.getElementById(PAGE_EXPORT_ID);
  return (
    <span className={styles.line}>
      <span className={styles.message}>{message}</span>
      {exportButton && (
        <Button variant="subtle" size="compact-sm" fz={13} onClick={() => exportButton.click()}>
          {t('exports.action')}
        </Button>
      )}
    </span>
  );
}
