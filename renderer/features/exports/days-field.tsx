import { useTranslation } from 'react-i18next';
import type { CalendarDate } from '../../../shared/calendar.ts';
import type { Period } from '../../../shared/periods.ts';
import { DayField } from '../../components/period-picker/day-field.tsx';
import styles from './new-export.module.css';
import { DAYS_OF_DATASET, type OfferedDataset } from './offered-datasets.ts';

interface DaysFieldProps {
  readonly dataset: OfferedDataset;
  readonly period: Period;
  readonly today: CalendarDate;
  readonly onChange: (period: Period) => void;
}

/** The first and last day, one day, or nothing, as the dataset needs it. */
export function DaysField({ dataset, period, today, onChange }: DaysFieldProps) {
  const { t } = useTranslation();
  const days = DAYS_OF_DATASET[dataset];
  if (days === 'now') return null;
  if (days === 'day') {
    return (
      <div className={styles.days}>
        <DayField
          label={t('exports.new.day')}
          value={period.to}
          today={today}
          onChange={(day) => onChange({ from: day, to: day })}
        />
      </div>
    );
  }
  const { from, to } = period;
  return (
    <div className={styles.days}>
      <DayField
        label={t('periods.from')}
        value={from}
        today={today}
        onChange={(day) => onChange({ from: day, to: day > to ? day : to })}
      />
      <DayField
        label={t('periods.to')}
        value={to}
        today={today}
        onChange={(day) => onChange({ from: day < from ? day : from, to: day })}
      />
    </div>
  );
}
