import { useTranslation } from 'react-i18next';
import type { Settings } from '../../../../shared/contract/bridge.ts';
import { ChoiceSetting } from '../choice-setting.tsx';
import { useViewSetting } from './use-setting.ts';

export function ThemeSetting({ settings }: { readonly settings: Settings }) {
  const { t } = useTranslation();
  const { value, keeping, keep } = useViewSetting(settings, 'theme');
  return (
    <ChoiceSetting
      label={t('settings.computer.theme')}
      value={value}
      choices={[
        { value: 'system', label: t('shell.themeSystem') },
        { value: 'light', label: t('shell.themeLight') },
        { value: 'dark', label: t('shell.themeDark') },
      ]}
      keeping={keeping}
      onChoose={keep}
    />
  );
}
