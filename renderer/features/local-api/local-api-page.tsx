import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { useOpenPlace } from '../../lib/host/program.ts';
import { ConnectSection } from './connect-section.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { KeysSection } from './keys-section.tsx';
import styles from './local-api-page.module.css';
import { RequestsSection, useRequestList } from './requests-section.tsx';
import { RequestDrawer } from './requests-table.tsx';

/** Access of other programs on this PC: the address, how to connect one, the keys, and the latest requests. */
export function LocalApiPage() {
  const { t } = useTranslation();
  const requests = useRequestList();
  const { row, close, step } = requests.opened;
  return (
    <Page
      header={<PageHeader title={t('shell.localApi')} actions={<DocumentationButton />} />}
      filters={<ConnectionBar />}
      drawer={row && <RequestDrawer entry={row} onClose={close} onStep={step} />}
    >
      <div className={styles.sections}>
        <ConnectSection />
        <KeysSection />
        <RequestsSection list={requests} />
      </div>
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
