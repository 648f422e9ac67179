import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { ComputerSettings } from './computer-settings.tsx';
import { UserSettings } from './user-settings.tsx';

/** What can be chosen once for every page: for the user, and for the PC. Each choice is kept at once. */
export function SettingsPage() {
  const { t } = useTranslation();
  return (
    <Page header={<PageHeader title={t('shell.settings')} />} scrolls>
      <UserSettings />
      <ComputerSettings />
    </Page>
  );
}
