import { ActionIcon, Button } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { type Query, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTimestamp } from '../../../shared/calendar.ts';
import { useSkippedParameters } from '../../lib/address/navigation.ts';
import { findErrorRefusal } from '../../lib/failures.ts';
import { useCopiedAnswer, useQueryCache } from '../../lib/host/query-cache.ts';
import { useFormat } from '../../lib/language.ts';
import { useIsPrinting } from '../../lib/print.ts';
import styles from './states.module.css';

interface AsOfProps {
  /** When the data was read, in milliseconds since the epoch; 0 if there is none. */
  readonly updatedAt: number;
  readonly isRefreshing: boolean;
  /** Whether the last reading failed and older data is still shown. */
  readonly isStale: boolean;
  readonly onRefresh: () => void;
}

/** The time of the data and a button that reads it again. Amber if the data could not be refreshed. */
export function AsOf({ updatedAt, isRefreshing, isStale, onRefresh }: AsOfProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const copied = useCopiedAnswer();
  // A sheet may be read on another day, so it also shows the date.
  const isPrinting = useIsPrinting();
  const time = updatedAt === 0 ? null : formatTime(updatedAt);

  function formatTime(instant: number): string {
    const timestamp = formatTimestamp(instant);
    return isPrinting ? format.dateTime(timestamp) : timestamp.slice(11, 16);
  }

  function formatText(time: string): string {
    // Also if some of it could not be read: the visible data is as old as the copy.
    if (copied) return t('states.fromCopy', { time: formatShortTime(copied.fetchedAt), host: copied.host });
    return t(isStale ? 'states.stale' : 'states.asOf', { time });
  }

  /** A copy may be days old, so this adds the date unless it is today. */
  function formatShortTime(instant: number): string {
    const timestamp = formatTimestamp(instant);
    const isToday = timestamp.slice(0, 10) === formatTimestamp(Date.now()).slice(0, 10);
    return isToday ? formatTime(instant) : format.dateTime(timestamp);
  }

  return (
    <div className={styles.line} data-stale={isStale || copied !== null || undefined}>
      {isStale && <IconAlertTriangle size={14} aria-hidden />}
      {!isStale && copied !== null && <IconCloudOff size={14} aria-hidden />}
      <span role={isStale ? 'alert' : undefined}>{time && formatText(time)}</span>
      <ActionIcon
        aria-label={isRefreshing ? t('states.refreshing') : t('states.refresh')}
        title={t('states.refresh')}
        onClick={onRefresh}
      >
        <IconRefresh size={15} className={isRefreshing ? styles.turning : undefined} aria-hidden />
      </ActionIcon>
    </div>
  );
}

/**
 * Appears if names of shops, locations, groups or rates could not be read, so that the page shows their ids. Watches
 * the active queries with `holdsNames` in their `meta`.
 */
export function LookupNotice() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const hasFailed = useQueryCache((cache) => cache.findAll({ type: 'active', predicate: lacksNames }).length > 0);
  if (!hasFailed) return null;
  return (
    <div className={styles.notice} role="alert">
      <IconAlertTriangle size={15} aria-hidden />
      {t('states.namesFailed')}
      <Button
        size="compact-sm"
        variant="subtle"
        onClick={() => void client.refetchQueries({ type: 'active', predicate: lacksNames })}
      >
        {t('states.retry')}
      </Button>
    </div>
  );
}

/** Appears if the address has a choice that the page does not understand and therefore ignores. */
export function AddressNotice() {
  const { t } = useTranslation();
  const { hasSkipped, remove } = useSkippedParameters();
  if (!hasSkipped) return null;
  return (
    <div className={styles.notice} role="status">
      <IconAlertTriangle size={15} aria-hidden />
      {t('states.address.skipped')}
      <Button size="compact-sm" variant="subtle" onClick={remove}>
        {t('states.address.remove')}
      </Button>
    </div>
  );
}

function lacksNames({ meta, state }: Query): boolean {
  const isMissing = state.status === 'error' && state.data === undefined;
  return meta?.holdsNames === true && isMissing && findErrorRefusal(state.error) === null;
}

interface ReplacedFrameProps {
  /** The content belongs to the previous choice while the new one is loading. */
  readonly isReplaced: boolean;
  readonly children: ReactNode;
}

/** Dims a list until the new one is loaded, and announces that. */
export function ReplacedFrame({ isReplaced, children }: ReplacedFrameProps) {
  return (
    <div className={styles.frame} data-replaced={isReplaced || undefined} aria-busy={isReplaced}>
      {children}
    </div>
  );
}
