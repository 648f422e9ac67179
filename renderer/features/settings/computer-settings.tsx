import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { KEPT_ANSWERS_HOURS, type Settings } from '../../../shared/contract/bridge.ts';
import { CSV_PROFILES } from '../../../shared/contract/exports.ts';
import { FailurePanel } from '../../components/states/failure-panel.tsx';
import { SkeletonRows } from '../../components/states/loading.tsx';
import { aboutQuery } from '../../lib/host/program.ts';
import { isManager, useMe } from '../../lib/session.ts';
import { settingsQuery } from '../../lib/settings.ts';
import { CopiesSetting } from './copies-setting.tsx';
import { PlatformSetting } from './platform-setting.tsx';
import { PortSetting } from './port-setting.tsx';
import { ChoiceSetting, SettingRow, SettingsSection, useComputerSetting, useViewSetting } from './setting-row.tsx';
import styles from './settings.module.css';

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

function LanguageSetting({ settings }: { readonly settings: Settings }) {
  const { t } = useTranslation();
  const { value, keeping, keep } = useViewSetting(settings, 'language');
  return (
    <ChoiceSetting
      label={t('shell.language')}
      value={value}
      choices={[
        { value: 'system', label: t('shell.system') },
        { value: 'nl', label: t('shell.languageDutch') },
        { value: 'en', label: t('shell.languageEnglish') },
      ]}
      keeping={keeping}
      onChoose={keep}
    />
  );
}

function ThemeSetting({ settings }: { readonly settings: Settings }) {
  const { t } = useTranslation();
  const { value, keeping, keep } = useViewSetting(settings, 'theme');
  return (
    <ChoiceSetting
      label={t('shell.theme')}
      value={value}
      choices={[
        { value: 'system', label: t('shell.system') },
        { value: 'light', label: t('shell.themeLight') },
        { value: 'dark', label: t('shell.themeDark') },
      ]}
      keeping={keeping}
      onChoose={keep}
    />
  );
}

/** What the button of every list writes. */
function CsvProfileSetting({ settings }: { readonly settings: Settings }) {
  const { t } = useTranslation();
  const { value, keeping, keep } = useViewSetting(settings, 'csvProfile');
  return (
    <ChoiceSetting
      label={t('settings.computer.csvProfile')}
      hint={`${t('settings.computer.csvProfileHint')} ${t(`exports.formUse.csv-${value}`)}.`}
      value={value}
      choices={CSV_PROFILES.map((profile) => ({
        value: profile,
        label: t(`exports.form.csv-${profile}`),
      }))}
      keeping={keeping}
      onChoose={keep}
    />
  );
}

/** How long customers, orders and figures of another platform stay on this PC. */
function KeptAnswersSetting({ settings }: { readonly settings: Settings }) {
  const { t } = useTranslation();
  const { value, keeping, keep } = useComputerSetting(settings, 'keepsAnswersHours');

  function choose(chosen: string) {
    const hours = KEPT_ANSWERS_HOURS.find((offered) => String(offered) === chosen);
    if (hours !== undefined) keep(hours);
  }

  return (
    <ChoiceSetting
      label={t('settings.computer.keptAnswers')}
      hint={t('settings.computer.keptAnswersHint')}
      value={String(value)}
      choices={KEPT_ANSWERS_HOURS.map((hours) => ({
        value: String(hours),
        label: hours === 0 ? t('settings.computer.keptAnswersNone') : t('settings.computer.keptAnswersFor', { hours }),
      }))}
      keeping={keeping}
      onChoose={choose}
    />
  );
}

function SystemStartSetting({ settings }: { readonly settings: Settings }) {
  const { t } = useTranslation();
  const { value, keeping, keep } = useComputerSetting(settings, 'startsWithSystem');
  return (
    <SettingRow
      label={t('settings.computer.startsWithSystem')}
      hint={t('settings.computer.startsWithSystemHint')}
      keeping={keeping}
    >
      {(ids) => (
        <Switch
          {...ids}
          size="md"
          withThumbIndicator={false}
          checked={value}
          onChange={({ currentTarget }) => keep(currentTarget.checked)}
        />
      )}
    </SettingRow>
  );
}
