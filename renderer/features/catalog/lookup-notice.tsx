import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './lookup-notice.module.css';

/** The list is here, but not the words for its groups and rates: it then shows their numbers. */
export function LookupNotice({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.notice} role="alert">
      <IconAlertTriangle size={15} aria-hidden />
      {t('catalog.lookupsFailed')}
      <Button size="compact-sm" variant="subtle" onClick={onRetry}>
        {t('states.retry')}
      </Button>
    </div>
  );
}
