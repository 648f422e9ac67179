import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailurePanel } from '../../../components/states/failure-panel.tsx';
import { SkeletonRows } from '../../../components/states/skeleton-rows.tsx';
import { useFormat } from '../../../lib/language.ts';
import { useMe } from '../../../lib/me.ts';
import { sessionsQuery } from '../api/own-sessions.ts';
import styles from '../keys/keys.module.css';
import { SectionBar } from '../section-bar.tsx';
import { EndOthersDialog } from './end-others-dialog.tsx';
import { SessionsTable } from './sessions-table.tsx';

const SKELETON_WIDTHS = [40, 40];

/** Where the user is signed in, and how to end all of it but this window. */
export function SessionsSection() {
  const { t } = useTranslation();
  const format = useFormat();
  const { name: user } = useMe().user;
  const titleId = useId();
  const sessions = useQuery(sessionsQuery);
  const [isAsking, setIsAsking] = useState(false);
  const [ended, setEnded] = useState<number | null>(null);

  const count = sessions.data?.length ?? 0;

  function leaveEnded(tokens: number) {
    setIsAsking(false);
    setEnded(tokens);
  }

  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <SectionBar
        id={titleId}
        title={t('localApi.sessions.title')}
        count={count > 0 ? t('localApi.sessions.count', { count, text: format.quantity(count) }) : undefined}
        hint={t('localApi.sessions.hint', { user })}
      >
        <Button variant="default" onClick={() => setIsAsking(true)}>
          {t('localApi.sessions.end')}
        </Button>
      </SectionBar>
      {sessions.data !== undefined && <SessionsTable sessions={sessions.data} user={user} />}
      {sessions.isPending && (
        <div className={styles.loading}>
          <SkeletonRows rows={2} widths={SKELETON_WIDTHS} />
        </div>
      )}
      {sessions.data === undefined && sessions.isError && (
        <FailurePanel
          error={sessions.error}
          stillUsable={t('localApi.sessions.stillUsable')}
          isRetrying={sessions.isFetching}
          onRetry={() => void sessions.refetch()}
        />
      )}
      <p className={styles.announcement} role="status">
        {ended !== null && t('localApi.sessions.ended', { count: ended, text: format.quantity(ended) })}
      </p>
      <EndOthersDialog isOpen={isAsking} onClose={() => setIsAsking(false)} onEnded={leaveEnded} />
    </section>
  );
}
