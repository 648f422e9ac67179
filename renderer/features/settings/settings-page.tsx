import { useTranslation } from 'react-i18next';
import linkStyles from '../../components/links.module.css';
import { AddressLink } from '../../components/links.tsx';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import textStyles from '../../components/text.module.css';
import { addressOf } from '../../lib/address/address.ts';
import { CompanySettings } from './company-settings.tsx';
import { ComputerSettings } from './computer-settings.tsx';
import styles from './settings.module.css';
import { UserSettings } from './user-settings.tsx';

/** The settings of the user, of the company and of the PC. Each change is saved at once. */
export function SettingsPage() {
  const { t } = useTranslation();
  return (
    <Page
      scrolls
      header={
        <PageHeader
          title={t('shell.settings')}
          aside={<span className={`${textStyles.muted} ${styles.live}`}>{t('settings.savedAtOnce')}</span>}
          actions={
            <AddressLink address={addressOf('/connection')} className={linkStyles.link}>
              {t('shell.connection')}
            </AddressLink>
          }
        />
      }
    >
      <UserSettings />
      <CompanySettings />
      <ComputerSettings />
    </Page>
  );
}
