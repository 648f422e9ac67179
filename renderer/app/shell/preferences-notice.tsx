import { Button } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { usePreferencesQuery } from '../../lib/preferences.ts';
import styles from './start-notices.module.css';

/** Says that the pages begin otherwise than the user prefers, and that views are missing. */
export function PreferencesNotice() {
  const { t } = useTranslation();
  const { data, isFetching, refetch } = usePreferencesQuery();
  if (data) return null;
  return (
    <div className={styles.notice} role="status">
      <IconInfoCircle size={16} aria-hidden />
      <span className={styles.text}>{t('shell.preferencesUnread')}</span>
      <Button variant="default" size="compact-sm" loading={isFetching} onClick={() => void refetch()}>
        {t('states.retry')}
      </Button>
    </div>
  );
}
