import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import {
  CACHED_ANSWERS_HOURS,
  type Settings,
  type ViewSettings,
  WINDOW_CLOSINGS,
} from '../../../shared/contract/bridge.ts';
import { SkeletonRows } from '../../components/states/loading.tsx';
import { QueryFailure } from '../../components/states/query-states.tsx';
import { aboutQuery } from '../../lib/host/program.ts';
import { isManager, useMe } from '../../lib/host/session.ts';
import { settingsQuery, useViewChoices } from '../../lib/settings.ts';
import { CopiesSetting } from './copies-setting.tsx';
import { PlatformSetting } from './platform-setting.tsx';
import { PortSetting } from './port-setting.tsx';
import { ChoiceSetting, SettingRow, SettingsSection, useComputerSetting, useViewSetting } from './setting-row.tsx';
import styles from './settings.module.css';

/** The language and theme of this PC. */
export function LooksSettings() {
  const { t } = useTranslation();
  const settings = useQuery(settingsQuery);
  const choices = useViewChoices();
  return (
    <SettingsSection title={t('settings.looks.title')} hint={t('settings.computer.hint')}>
      {settings.isPending && <SkeletonRows rows={2} />}
      {settings.isError && <QueryFailure query={settings} stillUsable={t('settings.computer.stillUsable')} />}
      {settings.data && (
        <>
          <ViewSetting
            settings={settings.data}
            name="language"
            label={t('shell.language')}
            choices={choices.language}
          />
          <ViewSetting settings={settings.data} name="theme" label={t('shell.theme')} choices={choices.theme} />
        </>
      )}
    </SettingsSection>
  );
}

/** The settings of this PC for all users. */
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
          {about.data?.host === 'electron' && (
            <ViewSetting
              settings={settings.data}
              name="onWindowClose"
              label={t('settings.computer.onWindowClose')}
              formatHint={() => t('settings.computer.onWindowCloseHint')}
              choices={WINDOW_CLOSINGS.map((value) => ({ value, label: t(`settings.computer.closing.${value}`) }))}
            />
          )}
          {!mayChange && <p className={styles.hint}>{t('settings.computer.managersOnly')}</p>}
          <fieldset className={styles.ofManagers} disabled={!mayChange}>
            {about.data && <PortSetting settings={settings.data} about={about.data} />}
            {about.data && <PlatformSetting settings={settings.data} about={about.data} />}
            <CachedAnswersSetting settings={settings.data} />
            {about.data?.canStartWithSystem && <SystemStartSetting settings={settings.data} />}
          </fieldset>
          <CopiesSetting />
        </>
      )}
      {failed && <QueryFailure query={failed} stillUsable={t('settings.computer.stillUsable')} />}
    </SettingsSection>
  );
}

interface ViewSettingProps<Name extends keyof ViewSettings> {
  readonly settings: Settings;
  readonly name: Name;
  readonly label: string;
  readonly choices: ComponentProps<typeof ChoiceSetting<Settings[Name]>>['choices'];
  readonly formatHint?: (value: Settings[Name]) => string;
}

/** A display setting, which every user may change. */
function ViewSetting<Name extends keyof ViewSettings>({
  settings,
  name,
  label,
  choices,
  formatHint,
}: ViewSettingProps<Name>) {
  const { value, saving, save } = useViewSetting(settings, name);
  return (
    <ChoiceSetting
      label={label}
      hint={formatHint?.(value)}
      value={value}
      choices={choices}
      saving={saving}
      onChoose={save}
    />
  );
}

/** How long data of another platform is stored on this PC. */
function CachedAnswersSetting({ settings }: { readonly settings: Settings }) {
  const { t } = useTranslation();
  const { value, saving, save } = useComputerSetting(settings, 'keepsAnswersHours');

  function choose(chosen: string) {
    const hours = CACHED_ANSWERS_HOURS.find((offered) => String(offered) === chosen);
    if (hours !== undefined) save(hours);
  }

  return (
    <ChoiceSetting
      label={t('settings.computer.cachedAnswers')}
      hint={t('settings.computer.cachedAnswersHint')}
      value={String(value)}
      choices={CACHED_ANSWERS_HOURS.map((hours) => ({
        value: String(hours),
        label:
          hours === 0 ? t('settings.computer.cachedAnswersNone') : t('settings.computer.cachedAnswersFor', { hours }),
      }))}
      saving={saving}
      onChoose={choose}
    />
  );
}

function SystemStartSetting({ settings }: { readonly settings: Settings }) {
  const { t } = useTranslation();
  const { value, saving, save } = useComputerSetting(settings, 'startsWithSystem');
  return (
    <SettingRow
      label={t('settings.computer.startsWithSystem')}
      hint={t('settings.computer.startsWithSystemHint')}
      saving={saving}
    >
      {(ids) => (
        <Switch
          {...ids}
          size="md"
          withThumbIndicator={false}
          checked={value}
          onChange={({ currentTarget }) => save(currentTarget.checked)}
        />
      )}
    </SettingRow>
  );
}
