import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FailurePanel } from '../../../components/states/failure-panel.tsx';
import { SkeletonRows } from '../../../components/states/skeleton-rows.tsx';
import { aboutQuery } from '../../../lib/host/about.ts';
import { isManager, useMe } from '../../../lib/me.ts';
import { settingsQuery } from '../../../lib/settings.ts';
import { CopiesSetting } from '../copies/copies-setting.tsx';
import styles from '../settings.module.css';
import { SettingsSection } from '../settings-section.tsx';
import { CsvProfileSetting } from './csv-profile-setting.tsx';
import { KeptAnswersSetting } from './kept-answers-setting.tsx';
import { LanguageSetting } from './language-setting.tsx';
import { PlatformSetting } from './platform-setting.tsx';
import { PortSetting } from './port-setting.tsx';
import { SystemStartSetting } from './system-start-setting.tsx';
import { ThemeSetting } from './theme-setting.tsx';

/** What holds for everybody on this PC. */
export function ComputerSettings() {
  const { t } = useTranslation();
  const settings = useQuery(settingsQuery);
  const about = useQuery(aboutQuery);
  const mayChange = isManager(useMe());
  const failed = [settings, about].find(({ isError }) => isError);
  return (
    <SettingsSection title={t('settings.computer.title')} hint={t('settings.computer.hint')}>
      {!failed && (settings.isPending || about.isPending) && <SkeletonRows rows={6} />}
      {settings.data && (
        <>
          <LanguageSetting settings={settings.data} />
          <ThemeSetting settings={settings.data} />
          <CsvProfileSetting settings={settings.data} />
          {!mayChange && <p className={styles.hint}>{t('settings.computer.managersOnly')}</p>}
          <fieldset className={styles.ofManagers} disabled={!mayChange}>
            {about.data && <PortSetting settings={settings.data} about={about.data} />}
            {about.data && <PlatformSetting settings={settings.data} about={about.data} />}
            <KeptAnswersSetting settings={settings.data} />
            {about.data?.canStartWithSystem && <SystemStartSetting settings={settings.data} />}
          </fieldset>
          <CopiesSetting />
        </>
      )}
      {failed && (
        <FailurePanel
          error={failed.error}
          stillUsable={t('settings.computer.stillUsable')}
          isRetrying={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      )}
    </SettingsSection>
  );
}
