import { useTranslation } from 'react-i18next';
import type { Settings } from '../../../../shared/contract/bridge.ts';
import { CSV_PROFILES } from '../../../../shared/contract/exports.ts';
import { ChoiceSetting } from '../choice-setting.tsx';
import { useViewSetting } from './use-setting.ts';

/** What the button of every list writes. */
export function CsvProfileSetting({ settings }: { readonly settings: Settings }) {
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
