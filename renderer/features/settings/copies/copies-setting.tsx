import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailurePanel } from '../../../components/states/failure-panel.tsx';
import { SkeletonRows } from '../../../components/states/skeleton-rows.tsx';
import settings from '../settings.module.css';
import styles from './copies.module.css';
import { copiesQuery } from './copies.ts';
import { CopiesTable } from './copies-table.tsx';
import { EmptyCopiesDialog } from './empty-copies-dialog.tsx';
import { useSizeText } from './use-size-text.ts';

/** What this PC has of other platforms, and the button that empties it. */
export function CopiesSetting() {
  const { t } = useTranslation();
  const sizeText = useSizeText();
  const labelId = useId();
  const copies = useQuery(copiesQuery);
  const [isAsking, setIsAsking] = useState(false);
  const [freed, setFreed] = useState<number | null>(null);
  const isNone = copies.data?.length === 0;

  function onEmptied(bytes: number) {
    setFreed(bytes);
    setIsAsking(false);
  }

  return (
    <section className={settings.row} aria-labelledby={labelId}>
      <span id={labelId}>{t('settings.copies.title')}</span>
      <div className={styles.copies}>
        {copies.isPending && <SkeletonRows rows={2} />}
        {copies.data === undefined && copies.isError && (
          <FailurePanel
            error={copies.error}
            stillUsable={t('settings.copies.stillUsable')}
            isRetrying={copies.isFetching}
            onRetry={() => void copies.refetch()}
          />
        )}
        {isNone && <p className={styles.none}>{t('settings.copies.none')}</p>}
        {copies.data !== undefined && !isNone && (
          <>
            <CopiesTable copies={copies.data} />
            <Button variant="default" onClick={() => setIsAsking(true)}>
              {t('settings.copies.empty')}
            </Button>
          </>
        )}
        <span role="status" className={settings.kept}>
          {freed !== null && t('settings.copies.emptied', { size: sizeText(freed) })}
        </span>
      </div>
      <div className={settings.about}>{t('settings.copies.hint')}</div>
      <EmptyCopiesDialog isOpen={isAsking} onClose={() => setIsAsking(false)} onEmptied={onEmptied} />
    </section>
  );
}
