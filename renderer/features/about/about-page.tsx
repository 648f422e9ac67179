import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { FailurePanel } from '../../components/states/failure-panel.tsx';
import { SkeletonRows } from '../../components/states/skeleton-rows.tsx';
import { aboutQuery } from '../../lib/host/about.ts';
import { useOpenPlace } from '../../lib/host/use-open-place.ts';
import styles from './about-page.module.css';
import { ProgramFacts } from './program-facts.tsx';

/** What the program is, runs on and keeps where, and what it is not. */
export function AboutPage() {
  const { t } = useTranslation();
  const about = useQuery(aboutQuery);
  const openPlace = useOpenPlace();
  const documentation = (
    <Button
      variant="default"
      leftSection={<IconExternalLink size={15} aria-hidden />}
      onClick={() => openPlace({ kind: 'documentation' })}
    >
      {t('about.documentation')}
    </Button>
  );
  return (
    <Page header={<PageHeader title={t('about.title')} actions={documentation} />} scrolls>
      <div className={styles.content}>
        <p>{t('about.purpose')}</p>
        {about.isPending && <SkeletonRows rows={5} widths={[30, 60]} />}
        {about.isError && (
          <FailurePanel
            error={about.error}
            stillUsable={t('about.stillUsable')}
            isRetrying={about.isFetching}
            onRetry={() => void about.refetch()}
          />
        )}
        {about.data && <ProgramFacts about={about.data} />}
        <h2>{t('about.record.title')}</h2>
        <p>{t('about.record.text')}</p>
        <p>{t('about.record.folder')}</p>
        <h2>{t('about.licences.title')}</h2>
        <p>{t('about.licences.text')}</p>
      </div>
    </Page>
  );
}
