import 'dayjs/locale/nl';
import { ActionIcon, createScopedKeydownHandler, Popover, UnstyledButton } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { IconCalendar, IconCheck, IconChevronDown, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, type CalendarDate } from '../../../shared/calendar.ts';
import {
  getPeriod,
  isSelectable,
  MAX_DATE,
  MIN_DATE,
  PERIOD_PRESETS,
  type Period,
  type PeriodPreset,
  stepPeriod,
} from '../../../shared/periods.ts';
import type { PeriodChoice } from '../../lib/address/fields.ts';
import { formatPeriod, formatShortPeriod } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { toPeriod, toPreset } from './chosen-period.ts';
import { DayField } from './day-field.tsx';
import styles from './period-picker.module.css';
import { useTypedEnds } from './typed-ends.ts';

/** In a low window the panel covers its control instead of extending past the edge. */
const POPOVER_MIDDLEWARES = { flip: true, shift: { crossAxis: true, padding: 8 } };

interface PeriodPickerProps {
  readonly value: PeriodChoice;
  /** The current day in Amsterdam, which the presets are relative to. */
  readonly today: CalendarDate;
  readonly onChange: (choice: PeriodChoice) => void;
}

/** One control: step back, the period, step forward. The left and right arrow keys step as well. */
export function PeriodPicker({ value: chosen, today, onChange }: PeriodPickerProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const value = toPeriod(chosen, today);
  const preset = findChosenPreset(chosen, today);
  const days = formatPeriod(value, language);
  const earlier = stepPeriod(value, -1);
  const later = stepPeriod(value, 1);

  function stepOnArrow(event: KeyboardEvent) {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (isOpen || (direction !== 1 && direction !== -1)) return;
    event.preventDefault();
    const next = direction === 1 ? later : earlier;
    if (isSelectable(next)) onChange(next);
  }

  return (
    <fieldset className={styles.picker} aria-label={t('periods.label')}>
      <StepButton label={t('periods.earlier')} to={earlier} onStep={onChange}>
        <IconChevronLeft size={16} aria-hidden />
      </StepButton>
      <Popover
        opened={isOpen}
        onChange={setIsOpen}
        position="bottom-end"
        middlewares={POPOVER_MIDDLEWARES}
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
            <span className={styles.days} data-period={days}>
              {days}
            </span>
            <IconChevronDown size={14} aria-hidden />
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown p={0} className={styles.dropdown}>
          <PeriodPanel
            value={value}
            preset={preset}
            today={today}
            onChange={onChange}
            onDone={() => setIsOpen(false)}
          />
        </Popover.Dropdown>
      </Popover>
      <StepButton label={t('periods.later')} to={later} onStep={onChange}>
        <IconChevronRight size={16} aria-hidden />
      </StepButton>
    </fieldset>
  );
}

interface StepButtonProps {
  readonly label: string;
  readonly to: Period;
  readonly isDisabled?: boolean;
  readonly onStep: (period: Period) => void;
  readonly children: ReactNode;
}

function StepButton({ label, to, isDisabled = false, onStep, children }: StepButtonProps) {
  return (
    <ActionIcon
      color="gray"
      h="100%"
      w={28}
      radius={0}
      aria-label={label}
      disabled={isDisabled || !isSelectable(to)}
      onClick={() => onStep(to)}
    >
      {children}
    </ActionIcon>
  );
}

interface DayPickerProps {
  readonly value: CalendarDate;
  readonly today: CalendarDate;
  /** For the state at the end of a day. The ends of periods are presets, and days after today are not allowed. */
  readonly isState?: boolean;
  readonly onChange: (date: CalendarDate) => void;
}

const DAY_PRESETS = ['yesterday', 'today'] as const;

const STATE_PRESETS = ['today', 'last-month', 'vat-period', 'last-year'] as const;

/** The same control for a single day, which can also be typed. */
export function DayPicker({ value, today, isState = false, onChange }: DayPickerProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const getDayAt = (days: number): Period => ({ from: addDays(value, days), to: addDays(value, days) });
  const presets = isState ? STATE_PRESETS : DAY_PRESETS;
  // Several periods may end on the same day, for example after a quarter.
  const days = new Map(presets.map((preset) => [getPeriod(preset, today).to, preset] as const).toReversed());
  return (
    <div className={`${styles.picker} ${styles.day}`}>
      {[...days].toReversed().map(([day, preset]) => {
        const end = preset === 'yesterday' || preset === 'today' ? undefined : t(`periods.endOf.${preset}`);
        return (
          <UnstyledButton
            key={preset}
            className={styles.dayPreset}
            aria-pressed={day === value}
            title={end}
            onClick={() => onChange(day)}
          >
            {end === undefined
              ? t(`periods.preset.${preset}`)
              : formatShortPeriod({ from: day, to: day }, language, today)}
          </UnstyledButton>
        );
      })}
      <StepButton label={t('figures.dayBefore')} to={getDayAt(-1)} onStep={({ from }) => onChange(from)}>
        <IconChevronLeft size={16} aria-hidden />
      </StepButton>
      <DayField label={t('terms.day')} value={value} today={today} isNamed onChange={onChange} />
      <StepButton
        label={t('figures.dayAfter')}
        to={getDayAt(1)}
        isDisabled={isState && value >= today}
        onStep={({ from }) => onChange(from)}
      >
        <IconChevronRight size={16} aria-hidden />
      </StepButton>
    </div>
  );
}

function findChosenPreset(chosen: PeriodChoice, today: CalendarDate): PeriodPreset | null {
  const choice = toPreset(chosen, today);
  return typeof choice === 'string' ? choice : null;
}

interface PeriodPanelProps {
  readonly value: Period;
  readonly preset: PeriodPreset | null;
  readonly today: CalendarDate;
  readonly onChange: (choice: PeriodChoice) => void;
  /** Called when a preset or a whole range is picked, but not when a date is typed. */
  readonly onDone: () => void;
}

/** Presets first, then two dates, then the calendar. */
function PeriodPanel({ value, preset, today, onChange, onDone }: PeriodPanelProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const typed = useTypedEnds(value, onChange);
  const [firstPicked, setFirstPicked] = useState<CalendarDate | null>(null);

  function finish(choice: PeriodChoice) {
    onChange(choice);
    onDone();
  }

  function pick([from, to]: [CalendarDate | null, CalendarDate | null]) {
    if (from !== null && to !== null) finish({ from, to });
    else setFirstPicked(from);
  }

  const picked = firstPicked === null ? value : { from: firstPicked, to: firstPicked };
  const getDayProps = (date: string) => ({
    'aria-pressed': date >= picked.from && date <= picked.to,
    ...(date === today && { className: styles.today, 'aria-current': 'date' as const }),
  });

  return (
    <div className={styles.panel}>
      <PresetList today={today} selected={preset} onSelect={finish} />
      <div className={styles.dates}>
        <div className={styles.dayFields}>
          <DayField label={t('periods.from')} today={today} {...typed.start} />
          <DayField label={t('periods.to')} today={today} {...typed.end} />
        </div>
        <DatePicker
          key={`${value.from} ${value.to}`}
          type="range"
          size="sm"
          hideOutsideDates
          getDayProps={getDayProps}
          weekendDays={[]}
          allowSingleDateInRange
          locale={language}
          firstDayOfWeek={1}
          weekdayFormat="dd"
          defaultDate={value.to}
          minDate={MIN_DATE}
          maxDate={MAX_DATE}
          ariaLabels={{
            nextMonth: t('periods.nextMonth'),
            previousMonth: t('periods.previousMonth'),
            nextYear: t('periods.nextYear'),
            previousYear: t('periods.previousYear'),
            nextDecade: t('periods.nextDecade'),
            previousDecade: t('periods.previousDecade'),
          }}
          value={firstPicked === null ? [value.from, value.to] : [firstPicked, null]}
          onChange={pick}
        />
      </div>
    </div>
  );
}

interface PresetListProps {
  readonly today: CalendarDate;
  readonly selected: PeriodPreset | null;
  readonly onSelect: (preset: PeriodPreset) => void;
}

/** The presets with their days; arrow keys move, Enter selects. */
function PresetList({ today, selected, onSelect }: PresetListProps) {
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
            <span className={styles.presetDays}>{formatShortPeriod(getPeriod(preset, today), language, today)}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
