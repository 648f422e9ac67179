import { useTranslation } from 'react-i18next';
import type { Settings } from '../../../../shared/contract/bridge.ts';
import { ChoiceSetting } from '../choice-setting.tsx';
import { useViewSetting } from './use-setting.ts';

export function LanguageSetting({ settings }: { readonly settings: Settings }) {
  const { t } = useTranslation();
  const { value, keeping, keep } = useViewSetting(settings, 'language');
  return (
    <ChoiceSetting
      label={t('settings.computer.language')}
      value={value}
      choices={[
        { value: 'system', label: t('shell.languageSystem') },
        { value: 'nl', label: t('shell.languageDutch') },
        { value: 'en', label: t('shell.languageEnglish') },
      ]}
      keeping={keeping}
      onChoose={keep}
    />
  );
}
