import { useTranslation } from 'react-i18next';
import type { Preferences } from '../../../../shared/contract/preferences.ts';
import { PERIOD_PRESETS } from '../../../../shared/periods.ts';
import { useChosenPeriod } from '../../../components/period-picker/use-chosen-period.ts';
import { useLanguage } from '../../../lib/language.ts';
import { periodText } from '../../../lib/period-text.ts';
import { useChangePreferences } from '../../../lib/preferences.ts';
import { ChoiceSetting } from '../choice-setting.tsx';

/** The period of every page before one is chosen there, with the days that it means today. */
export function DefaultPeriodSetting({ preferences }: { readonly preferences: Preferences }) {
  const { t } = useTranslation();
  const days = periodText(useChosenPeriod(undefined), useLanguage());
  const change = useChangePreferences();
  const { defaultPeriod } = preferences;
  const presets = PERIOD_PRESETS.map((value) => ({ value, label: t(`periods.preset.${value}`) }));
  return (
    <ChoiceSetting
      label={t('settings.user.defaultPeriod')}
      hint={
        defaultPeriod === 'automatic'
          ? t('settings.user.automaticHint', { days })
          : t('settings.user.defaultPeriodHint', { days })
      }
      value={defaultPeriod}
      choices={[{ value: 'automatic', label: t('settings.user.automatic') }, ...presets]}
      keeping={change}
      onChoose={(chosen) => change.mutate({ defaultPeriod: chosen })}
    />
  );
}
