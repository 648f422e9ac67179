import { useTranslation } from 'react-i18next';
import { KEPT_ANSWERS_HOURS, type Settings } from '../../../../shared/contract/bridge.ts';
import { ChoiceSetting } from '../choice-setting.tsx';
import { useComputerSetting } from './use-setting.ts';

/** How long customers, orders and figures of another platform stay on this PC. */
export function KeptAnswersSetting({ settings }: { readonly settings: Settings }) {
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
        label:
          hours === 0
            ? t('settings.computer.keptAnswersNone')
            : t('settings.computer.keptAnswersFor', { hours }),
      }))}
      keeping={keeping}
      onChoose={choose}
    />
  );
}
