import { createScopedKeydownHandler, UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CalendarDate } from '../../../shared/calendar.ts';
import { PERIOD_PRESETS, type PeriodPreset, periodOf } from '../../../shared/periods.ts';
import { useLanguage } from '../../lib/language.ts';
import { shortPeriodText } from '../../lib/period-text.ts';
import styles from './period-picker.module.css';

interface PresetListProps {
  readonly today: CalendarDate;
  readonly selected: PeriodPreset | null;
  readonly onSelect: (preset: PeriodPreset) => void;
}

/** The presets with their days; arrow keys move, Enter selects. */
export function PresetList({ today, selected, onSelect }: PresetListProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const moveWithArrows = createScopedKeydownHandler({
    parentSelector: '[data-presets]',
    siblingSelector: '[data-preset]',
    orientation: 'vertical',
    activateOnFocus: false,
    loop: true,
  });
  return (
    <ul className={styles.presets} data-presets aria-label={t('periods.presetList')}>
      {PERIOD_PRESETS.map((preset) => (
        <li key={preset}>
          <UnstyledButton
            className={styles.preset}
            data-preset
            data-autofocus={preset === (selected ?? PERIOD_PRESETS[0]) || undefined}
            aria-current={preset === selected || undefined}
            onClick={() => onSelect(preset)}
            onKeyDown={moveWithArrows}
          >
            <span className={styles.presetName}>
              {t(`periods.preset.${preset}`)}
              {preset === selected && <IconCheck size={14} stroke={2} aria-hidden />}
            </span>
            <span className={styles.presetDays}>
              {shortPeriodText(periodOf(preset, today), language, today)}
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
