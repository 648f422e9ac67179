import { ActionIcon, Button } from '@mantine/core';
import { IconInfoCircle, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTimestamp } from '../../../shared/calendar.ts';
import type { Notice } from '../../../shared/contract/bridge.ts';
import boxStyles from '../../components/box.module.css';
import { aboutQuery } from '../../lib/host/program.ts';
import { useFormat } from '../../lib/language.ts';
import { usePreferencesQuery } from '../../lib/preferences.ts';
import styles from './shell.module.css';

const TEXTS = {
  'settings-set-aside': 'shell.settingsSetAside',
  'backup-put-back': 'shell.backupPutBack',
  'begun-empty': 'shell.begunEmpty',
  'backup-no-space': 'shell.backupNoSpace',
  'backup-damaged': 'shell.backupDamaged',
  'backup-failed': 'shell.backupFailed',
} as const satisfies Record<Notice['kind'], string>;

/** Problems with settings, data and backups, and what the program did about them. */
export function StartNotices() {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: about } = useQuery(aboutQuery);
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const notices = (about?.notices ?? []).filter((notice) => !dismissed.includes(getKey(notice)));
  return notices.map((notice) => (
    <div key={getKey(notice)} className={boxStyles.notice} role="status">
      <IconInfoCircle size={16} aria-hidden />
      <span className={styles.text}>
        {t(TEXTS[notice.kind], { path: notice.path, moment: formatBackupTime(notice, format.dateTime) })}
      </span>
      <ActionIcon aria-label={t('states.close')} onClick={() => setDismissed([...dismissed, getKey(notice)])}>
        <IconX size={15} aria-hidden />
      </ActionIcon>
    </div>
  ));
}

function getKey({ kind, path }: Notice): string {
  return `${kind} ${path}`;
}

function formatBackupTime(notice: Notice, format: (timestamp: string) => string): string {
  return notice.kind === 'backup-put-back' ? format(formatTimestamp(Date.parse(notice.madeAt))) : '';
}

/** Says that the preferences could not be read, so pages start with defaults and views are missing. */
export function PreferencesNotice() {
  const { t } = useTranslation();
  const { data, isFetching, refetch } = usePreferencesQuery();
  if (data) return null;
  return (
    <div className={boxStyles.notice} role="status">
      <IconInfoCircle size={16} aria-hidden />
      <span className={styles.text}>{t('shell.preferencesUnread')}</span>
      <Button variant="default" size="compact-sm" loading={isFetching} onClick={() => void refetch()}>
        {t('states.retry')}
      </Button>
    </div>
  );
}
