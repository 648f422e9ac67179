import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCopiedAnswers } from '../lib/copied-answers.ts';
import { useFormat } from '../lib/language.ts';
import styles from './as-of.module.css';

interface AsOfProps {
  /** Instant in milliseconds at which the data was read; 0 while there is none. */
  readonly updatedAt: number;
  readonly isRefreshing: boolean;
  /** True when the last reading failed and older data is still shown. */
  readonly isStale: boolean;
  readonly onRefresh: () => void;
}

/** The time of the data and a way to read it again; amber when what is shown could not be refreshed. */
export function AsOf({ updatedAt, isRefreshing, isStale, onRefresh }: AsOfProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const copied = useCopiedAnswers();
  const time = updatedAt === 0 ? null : format.time(updatedAt);

  function textOf(time: string): string {
    if (isStale) return t('states.stale', { time });
    if (copied === null) return t('states.asOf', { time });
    return t('states.fromCopy', { time: format.time(copied.fetchedAt), host: copied.host });
  }

  return (
    <div className={styles.line} data-stale={isStale || undefined}>
      {isStale && <IconAlertTriangle size={14} aria-hidden />}
      <span role={isStale ? 'alert' : undefined}>{time && textOf(time)}</span>
      <ActionIcon
        variant="subtle"
        size={28}
        aria-label={isRefreshing ? t('states.refreshing') : t('states.refresh')}
        title={t('states.refresh')}
        onClick={onRefresh}
      >
        <IconRefresh size={15} className={isRefreshing ? styles.turning : undefined} aria-hidden />
      </ActionIcon>
    </div>
  );
}
