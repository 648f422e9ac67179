import { IconClock, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { CopyStatus } from '../../../shared/contract/connection.ts';
import type { CopyRefusal } from '../../../shared/copy-refusal.ts';
import { findErrorRefusal } from '../../lib/failures.ts';
import { useQueryCache } from '../../lib/host/query-cache.ts';
import { usePlatformKind } from '../../lib/host/session.ts';
import { useLanguage } from '../../lib/language.ts';
import { connectionQuery } from '../../lib/queries/connection.ts';
import { useFormatCoverage, useFormatProgress } from '../copy-progress.ts';
import styles from './states.module.css';

/**
 * Replaces what a copy cannot answer, or not yet. Data that is still being read appears without another action, as
 * `createQueryClient` asks for it again. Uses `Link`, because `AddressLink` would load all contracts at the start.
 */
export function CopyRefusalPanel({ refusal }: { readonly refusal: CopyRefusal }) {
  const { t } = useTranslation();
  const { title, details } = useRefusalTexts(refusal);
  return (
    <section className={styles.panel} role="status">
      <RefusalIcon refusal={refusal} />
      <div className={styles.text}>
        <p className={styles.what}>{title}</p>
        {details.map((detail) => (
          <p key={detail} className={styles.usable}>
            {detail}
          </p>
        ))}
        <Link to="/connection" className={styles.link}>
          {t('states.copyRefusal.seeConnection')}
        </Link>
      </div>
    </section>
  );
}

/** The same as one line above a page of several parts. Renders nothing once every part was answered. */
export function CopyRefusalNotice() {
  const { t } = useTranslation();
  const refusal = useQueryCache(
    (cache) =>
      cache
        .findAll({ type: 'active', predicate: ({ state }) => state.data === undefined })
        .map(({ state }) => findErrorRefusal(state.error))
        .find((found) => found !== null) ?? null,
  );
  if (refusal === null) return null;
  return (
    <div className={styles.copyNotice} role="status">
      <RefusalIcon refusal={refusal} />
      <NoticeText refusal={refusal} />
      <Link to="/connection" className={styles.link}>
        {t('states.copyRefusal.seeConnection')}
      </Link>
    </div>
  );
}

function NoticeText({ refusal }: { readonly refusal: CopyRefusal }) {
  const { title, details } = useRefusalTexts(refusal);
  return (
    <span>
      <strong>{title}</strong> {details[0]}
    </span>
  );
}

function RefusalIcon({ refusal }: { readonly refusal: CopyRefusal }) {
  const Icon = refusal === 'being-read' ? IconClock : IconInfoCircle;
  return <Icon size={18} className={styles.calmIcon} aria-hidden />;
}

interface RefusalTexts {
  readonly title: string;
  readonly details: readonly string[];
}

function useRefusalTexts(refusal: CopyRefusal): RefusalTexts {
  const { t } = useTranslation();
  const language = useLanguage();
  const platform = usePlatformKind()?.texts[language].name ?? '';
  const { data: connection } = useQuery({ ...connectionQuery, enabled: refusal === 'being-read' });
  const progress = useReadSoFar(connection?.copy ?? null);
  if (refusal === 'no-orders') {
    return { title: t('states.copyRefusal.noOrders'), details: [t('states.copyRefusal.withoutOrders', { platform })] };
  }
  if (refusal === 'no-products') {
    return {
      title: t('states.copyRefusal.noProducts'),
      details: [t('states.copyRefusal.withoutProducts', { platform })],
    };
  }
  if (refusal === 'unreadable-orders') {
    return {
      title: t('states.copyRefusal.unreadableOrders'),
      details: [t('states.copyRefusal.withoutUnreadable')],
    };
  }
  if (refusal === 'unnamed-orders') {
    return {
      title: t('states.copyRefusal.unnamedOrders'),
      details: [t('states.copyRefusal.withoutUnnamed', { platform })],
    };
  }
  if (refusal === 'no-locations') {
    return { title: t('states.copyRefusal.noLocations'), details: [t('states.copyRefusal.withoutLocations')] };
  }
  const copy = connection?.copy;
  if (copy?.state === 'stopped') {
    return {
      title: t('states.copyRefusal.stopped', { platform }),
      details: [...progress, t('states.copyRefusal.readOnThere')],
    };
  }
  const isFailing = copy?.streams.some(({ problem }) => problem !== null) || typeof copy?.triesAgainAt === 'string';
  return {
    title: t('states.copyRefusal.beingRead', { platform }),
    details: [...progress, t(isFailing ? 'states.copyRefusal.readLater' : 'states.copyRefusal.comesByItself')],
  };
}

/** What has been read so far, in one sentence; empty if there is nothing to say. */
function useReadSoFar(copy: CopyStatus | null): readonly string[] {
  const formatCoverage = useFormatCoverage();
  const formatProgress = useFormatProgress();
  if (copy?.coverage && copy.coverage.completeFrom !== null && !copy.coverage.isWhole) {
    return [formatCoverage(copy.coverage)];
  }
  const reading = copy?.streams.find(({ readAt, progress }) => readAt === null && progress !== null);
  return reading?.progress ? [`${formatProgress(reading.name, reading.progress)}.`] : [];
}
