import { VisuallyHidden } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useFollowExports } from '../../lib/exports/export-progress.ts';
import { useExportsStore } from '../../lib/exports/exports-store.ts';
import { fetchPart } from '../../lib/host/presence.ts';
import styles from './export-strip.module.css';

const ExportLines = lazy(async () => ({ default: (await fetchPart(() => import('./export-lines.tsx'))).ExportLines }));
const ExportAnnouncements = lazy(async () => ({
  default: (await fetchPart(() => import('./export-lines.tsx'))).ExportAnnouncements,
}));

/**
 * The progress of exports, at the bottom of every page. Its content is fetched with the first export. The status
 * element exists before that, as the first announcement would not be read out otherwise.
 */
export function ExportStrip() {
  const { t } = useTranslation();
  const hasEntries = useExportsStore(({ entries }) => entries.length > 0);
  useFollowExports();
  return (
    <section className={styles.strip} aria-label={t('exports.strip')} tabIndex={-1}>
      <Suspense>{hasEntries && <ExportLines />}</Suspense>
      <VisuallyHidden component="div" role="status" aria-atomic={false}>
        <Suspense>{hasEntries && <ExportAnnouncements />}</Suspense>
      </VisuallyHidden>
    </section>
  );
}
