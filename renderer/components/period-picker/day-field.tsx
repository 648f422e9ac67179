import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarDate } from '../../../shared/calendar.ts';
import { useLanguage } from '../../lib/language.ts';
import { typedDayText, weekdayText } from '../../lib/period-text.ts';
import styles from './period-picker.module.css';
import { parseTypedDay, type TypedDay } from './typed-day.ts';

type Refusal = Extract<TypedDay, { refusal: unknown }>['refusal'];

interface DayFieldProps {
  readonly label: string;
  readonly value: CalendarDate;
  readonly today: CalendarDate;
  readonly onChange: (date: CalendarDate) => void;
  /** Why the value cannot be taken, where a day itself is fine. */
  readonly error?: string | undefined;
  /** Told whether what stands in the field is no day; `value` then is not what the user sees. */
  readonly onRefusal?: (isRefused: boolean) => void;
}

/** One date that can be typed, with its weekday under it, or why it is none. What is typed counts from Enter or leaving the field. */
export function DayField({ label, value, today, onChange, error, onRefusal }: DayFieldProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [draft, setDraft] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  function commit() {
    if (draft === null) return;
    const typed = parseTypedDay(draft, today);
    const refused = 'refusal' in typed ? typed.refusal : null;
    setRefusal(refused);
    onRefusal?.(refused !== null);
    if ('refusal' in typed) return;
    setDraft(null);
    if (typed.date !== value) onChange(typed.date);
  }

  function commitOnEnter(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter') commit();
  }

  return (
    <TextInput
      size="xs"
      label={label}
      value={draft ?? typedDayText(value, language)}
      description={refusal === null && weekdayText(value, language)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      descriptionProps={{ size: 'sm' }}
      errorProps={{ size: 'sm' }}
      error={refusal === null ? error : t(`periods.${refusal}`)}
      className={styles.dayField ?? ''}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={commit}
      onKeyDown={commitOnEnter}
    />
  );
}
