import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LOCAL_API_PAGES } from '../../../shared/commands.ts';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { PageParts } from '../../components/page/page-parts.tsx';
import { useOpenPlace } from '../../lib/host/program.ts';
import { ConnectionFailure, TechnicalSection } from './api-address.tsx';
import { ConnectSection } from './connect-section.tsx';
import { KeysSection } from './keys-section.tsx';
import styles from './local-api-page.module.css';
import { RequestsSection, useRequestList } from './requests-section.tsx';
import { RequestDrawer } from './requests-table.tsx';

export function ConnectPage() {
  return (
    <LocalApiFrame part="local-api" scrolls>
      <ConnectSection />
      <TechnicalSection />
    </LocalApiFrame>
  );
}

export function KeysPage() {
  return (
    <LocalApiFrame part="api-keys">
      <KeysSection />
    </LocalApiFrame>
  );
}

export function RequestsPage() {
  const requests = useRequestList();
  const { row, close, step } = requests.opened;
  return (
    <LocalApiFrame part="api-requests" drawer={row && <RequestDrawer entry={row} onClose={close} onStep={step} />}>
      <RequestsSection list={requests} />
    </LocalApiFrame>
  );
}

interface LocalApiFrameProps {
  readonly part: (typeof LOCAL_API_PAGES)[number]['id'];
  readonly scrolls?: boolean;
  readonly drawer?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every part: its purpose and audience, and whether the API works. */
function LocalApiFrame({ part, children, ...page }: LocalApiFrameProps) {
  const { t } = useTranslation();
  const parts = LOCAL_API_PAGES.map(({ id, path }) => ({ path, label: t(`localApi.parts.${id}`) }));
  return (
    <Page
      {...page}
      header={
        <PageHeader
          title={t('localApi.title', { part: t(`localApi.parts.${part}`) })}
          actions={<DocumentationButton />}
        />
      }
      filters={
        <>
          <p className={styles.lead}>{t('localApi.lead')}</p>
          <ConnectionFailure />
          <PageParts label={t('shell.localApi')} parts={parts} />
        </>
      }
    >
      {children}
    </Page>
  );
}

function DocumentationButton() {
  const { t } = useTranslation();
  const open = useOpenPlace();
  return (
    <Button
      variant="default"
      leftSection={<IconExternalLink size={15} aria-hidden />}
      onClick={() => open({ kind: 'documentation' })}
    >
      {t('localApi.documentation')}
    </Button>
  );
}
