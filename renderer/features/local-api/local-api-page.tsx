import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { ConnectionBar } from './connection/connection-bar.tsx';
import { DocumentationButton } from './connection/documentation-button.tsx';
import { GuideSection } from './guide/guide-section.tsx';
import { KeysSection } from './keys/keys-section.tsx';
import styles from './local-api-page.module.css';
import { RequestsSection } from './requests/requests-section.tsx';
import { SessionsSection } from './sessions/sessions-section.tsx';

/** How other programs on this PC read what the window shows: the address, the keys, sign-ins, ready requests, and who asked what. */
export function LocalApiPage() {
  const { t } = useTranslation();
  return (
    <Page
      header={<PageHeader title={t('localApi.title')} actions={<DocumentationButton />} />}
      filters={<ConnectionBar />}
    >
      <div className={styles.sections}>
        <KeysSection />
        <SessionsSection />
        <GuideSection />
        <RequestsSection />
      </div>
    </Page>
  );
}
