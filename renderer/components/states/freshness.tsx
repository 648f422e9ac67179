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
  // On paper the day is not that of the reader.
  const isPrinting = useIsPrinting();
  const time = updatedAt === 0 ? null : timeText(updatedAt);

  function timeText(instant: number): string {
    const timestamp = formatTimestamp(instant);
    return isPrinting ? format.dateTime(timestamp) : timestamp.slice(11, 16);
  }

  function textOf(time: string): string {
    // Also when some of it could not be read at all: the visible data is as old as the copy.
    if (copied) return t('states.fromCopy', { time: shortMoment(copied.fetchedAt), host: copied.host });
    return t(isStale ? 'states.stale' : 'states.asOf', { time });
  }

  /** A copy may be of days ago. */
  function shortMoment(instant: number): string {
    const timestamp = formatTimestamp(instant);
    const isOfToday = timestamp.slice(0, 10) === formatTimestamp(Date.now()).slice(0, 10);
    return isOfToday ? timeText(instant) : format.dateTime(timestamp);
  }

  return (
    <div className={styles.line} data-stale={isStale || copied !== null || undefined}>
      {isStale && <IconAlertTriangle size={14} aria-hidden />}
      {!isStale && copied !== null && <IconCloudOff size={14} aria-hidden />}
      <span role={isStale ? 'alert' : undefined}>{time && textOf(time)}</span>
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
 * Appears when names of shops, locations, groups or rates could not be read, so that the page shows their ids instead.
 * It watches the active queries whose `meta` has `holdsNames`.
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

/** Appears when the address has a choice that the page does not understand, and so leaves out. */
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
  /** The content is that of the previous choice; the new one is loading. */
  readonly isReplaced: boolean;
  readonly children: ReactNode;
}

/** Dims a list that stays until the new one is loaded, and says when it is there. */
export function ReplacedFrame({ isReplaced, children }: ReplacedFrameProps) {
  return (
    <div className={styles.frame} data-replaced={isReplaced || undefined} aria-busy={isReplaced}>
      {children}
    </div>
  );
}
