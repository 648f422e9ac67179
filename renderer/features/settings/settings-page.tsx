import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { CompanySettings } from './company-settings.tsx';
import { ComputerSettings } from './computer-settings.tsx';
import { UserSettings } from './user-settings.tsx';

/** The settings of the user, of the company and of the PC. Each change is saved at once. */
export function SettingsPage() {
  const { t } = useTranslation();
  return (
    <Page header={<PageHeader title={t('shell.settings')} />} scrolls>
      <UserSettings />
      <CompanySettings />
      <ComputerSettings />
    </Page>
  );
}
