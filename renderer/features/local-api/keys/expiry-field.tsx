import { Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CalendarDate } from '../../../../shared/calendar.ts';
import { DayField } from '../../../components/period-picker/day-field.tsx';
import { type ChosenExpiry, isPast, NO_EXPIRY, offeredExpiry } from './chosen-expiry.ts';
import styles from './keys.module.css';

interface ExpiryFieldProps {
  readonly value: ChosenExpiry;
  readonly today: CalendarDate;
  readonly onChange: (expiry: ChosenExpiry) => void;
}

/** A key without end, or the last day on which it works. */
export function ExpiryField({ value, today, onChange }: ExpiryFieldProps) {
  const { t } = useTranslation();
  const { lastDay } = value;
  return (
    <div>
      <Radio.Group
        size="xs"
        label={t('localApi.newKey.expiry')}
        value={lastDay === null ? 'none' : 'day'}
        onChange={(choice) => onChange(choice === 'none' ? NO_EXPIRY : offeredExpiry(today))}
      >
        <div className={styles.choices}>
          <Radio size="xs" value="none" label={t('localApi.newKey.withoutEnd')} />
          <Radio size="xs" value="day" label={t('localApi.newKey.untilDay')} />
        </div>
      </Radio.Group>
      {lastDay !== null && (
        <div className={styles.day}>
          <DayField
            label={t('localApi.newKey.lastDay')}
            value={lastDay}
            today={today}
            error={isPast(value, today) ? t('localApi.newKey.dayIsPast') : undefined}
            onRefusal={(isUnread) => onChange({ lastDay, isUnread })}
            onChange={(day) => onChange({ lastDay: day, isUnread: false })}
          />
        </div>
      )}
    </div>
  );
}
