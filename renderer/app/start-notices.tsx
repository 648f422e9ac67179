import { ActionIcon } from '@mantine/core';
import { IconInfoCircle, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { aboutQuery } from './about.ts';
import styles from './start-notices.module.css';

/** What the program repaired while it started. */
export function StartNotices() {
  const { t } = useTranslation();
  const { data: about } = useQuery(aboutQuery);
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const notices = (about?.notices ?? []).filter((notice) => !dismissed.includes(notice.path));
  return notices.map(({ path }) => (
    <div key={path} className={styles.notice} role="status">
      <IconInfoCircle size={16} aria-hidden />
      <span className={styles.text}>{t('shell.settingsSetAside', { path })}</span>
      <ActionIcon aria-label={t('shell.dismiss')} onClick={() => setDismissed([...dismissed, path])}>
        <IconX size={15} aria-hidden />
      </ActionIcon>
    </div>
  ));
}
