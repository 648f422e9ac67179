import { DatePicker } from '@mantine/dates';
import 'dayjs/locale/nl';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarDate } from '../../../shared/calendar.ts';
import { FIRST_DAY, LAST_DAY, type Period, periodOf, presetOf } from '../../../shared/periods.ts';
import { useLanguage } from '../../lib/language.ts';
import { DayField } from './day-field.tsx';
import styles from './period-picker.module.css';
import { PresetList } from './preset-list.tsx';

interface PeriodPanelProps {
  readonly value: Period;
  readonly today: CalendarDate;
  readonly onChange: (period: Period) => void;
  /** A preset or a whole range was picked; typing a date does not end the choice. */
  readonly onDone: () => void;
}

/** Presets first, then two dates, then the calendar. */
export function PeriodPanel({ value, today, onChange, onDone }: PeriodPanelProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [firstPicked, setFirstPicked] = useState<CalendarDate | null>(null);

  function finish(period: Period) {
    onChange(period);
    onDone();
  }

  function pick([from, to]: [CalendarDate | null, CalendarDate | null]) {
    if (from !== null && to !== null) finish({ from, to });
    else setFirstPicked(from);
  }

  return (
    <div className={styles.panel}>
      <PresetList
        today={today}
        selected={presetOf(value, today)}
        onSelect={(preset) => finish(periodOf(preset, today))}
      />
      <div className={styles.dates}>
        <div className={styles.dayFields}>
          <DayField
            label={t('periods.from')}
            value={value.from}
            today={today}
            onChange={(from) => onChange({ from, to: from > value.to ? from : value.to })}
          />
          <DayField
            label={t('periods.to')}
            value={value.to}
            today={today}
            onChange={(to) => onChange({ from: to < value.from ? to : value.from, to })}
          />
        </div>
        <DatePicker
          key={`${value.from} ${value.to}`}
          type="range"
          size="sm"
          hideOutsideDates
          getDayProps={(date) => (date === today ? { className: styles.today } : {})}
          weekendDays={[]}
          allowSingleDateInRange
          locale={language}
          firstDayOfWeek={1}
          weekdayFormat="dd"
          defaultDate={value.to}
          minDate={FIRST_DAY}
          maxDate={LAST_DAY}
          ariaLabels={{
            nextMonth: t('periods.nextMonth'),
            previousMonth: t('periods.previousMonth'),
            nextYear: t('periods.nextYear'),
            previousYear: t('periods.previousYear'),
            nextDecade: t('periods.nextDecade'),
            previousDecade: t('periods.previousDecade'),
            monthLevelControl: t('periods.chooseMonth'),
            yearLevelControl: t('periods.chooseYear'),
          }}
          value={firstPicked === null ? [value.from, value.to] : [firstPicked, null]}
          onChange={pick}
        />
      </div>
    </div>
  );
}
