import { ActionIcon, Popover, UnstyledButton } from '@mantine/core';
import { IconCalendar, IconChevronDown, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarDate } from '../../../shared/calendar.ts';
import { isChoosable, type Period, presetOf, stepPeriod } from '../../../shared/periods.ts';
import { useLanguage } from '../../lib/language.ts';
import { periodText } from '../../lib/period-text.ts';
import { PeriodPanel } from './period-panel.tsx';
import styles from './period-picker.module.css';

interface PeriodPickerProps {
  readonly value: Period;
  /** The Amsterdam day from which the presets are seen. */
  readonly today: CalendarDate;
  readonly onChange: (period: Period) => void;
}

/** One control: step back, the period, step forward. Left and right arrow keys on it step as well. */
export function PeriodPicker({ value, today, onChange }: PeriodPickerProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const preset = presetOf(value, today);
  const days = periodText(value, language);
  const earlier = stepPeriod(value, -1);
  const later = stepPeriod(value, 1);

  function stepOnArrow(event: KeyboardEvent) {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (isOpen || (direction !== 1 && direction !== -1)) return;
    event.preventDefault();
    const next = direction === 1 ? later : earlier;
    if (isChoosable(next)) onChange(next);
  }

  return (
    <fieldset className={styles.picker} aria-label={t('periods.label')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        className={styles.step ?? ''}
        aria-label={t('periods.earlier')}
        disabled={!isChoosable(earlier)}
        onClick={() => onChange(earlier)}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <Popover
        opened={isOpen}
        onChange={setIsOpen}
        position="bottom-end"
        trapFocus
        returnFocus
        shadow="md"
        transitionProps={{ duration: 100 }}
      >
        <Popover.Target>
          <UnstyledButton
            className={styles.current}
            onClick={() => setIsOpen((wasOpen) => !wasOpen)}
            onKeyDown={stepOnArrow}
          >
            <IconCalendar size={16} stroke={1.6} aria-hidden />
            {preset && <span className={styles.name}>{t(`periods.preset.${preset}`)}</span>}
            <span className={styles.days}>{days}</span>
            <IconChevronDown size={14} aria-hidden />
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown className={styles.dropdown ?? ''}>
          <PeriodPanel value={value} today={today} onChange={onChange} onDone={() => setIsOpen(false)} />
        </Popover.Dropdown>
      </Popover>
      <ActionIcon
        variant="subtle"
        color="gray"
        className={styles.step ?? ''}
        aria-label={t('periods.later')}
        disabled={!isChoosable(later)}
        onClick={() => onChange(later)}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    </fieldset>
  );
}
