import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { localTimestamp } from '../../../shared/calendar.ts';
import { useCopiedAnswer } from '../../lib/copied-answers.ts';
import { useFormat } from '../../lib/language.ts';
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
  const copied = useCopiedAnswer();
  const time = updatedAt === 0 ? null : format.time(updatedAt);

  function textOf(time: string): string {
    // Also where a part could not be read at all: what stands there is as old as the copy, not as its reading.
    if (copied) return t('states.fromCopy', { time: shortMoment(copied.fetchedAt), host: copied.host });
    return t(isStale ? 'states.stale' : 'states.asOf', { time });
  }

  /** A copy may be of days ago. */
  function shortMoment(instant: number): string {
    const timestamp = localTimestamp(instant);
    const isOfToday = timestamp.slice(0, 10) === localTimestamp(Date.now()).slice(0, 10);
    return isOfToday ? format.time(instant) : format.moment(timestamp);
  }

  return (
    <div className={styles.line} data-stale={isStale || copied !== null || undefined}>
      {isStale && <IconAlertTriangle size={14} aria-hidden />}
      {!isStale && copied !== null && <IconCloudOff size={14} aria-hidden />}
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
