import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarDate } from '../../../shared/calendar.ts';
import { useLanguage } from '../../lib/language.ts';
import styles from './period-picker.module.css';
import { typedDayText, weekdayText } from './period-text.ts';
import { parseTypedDay, type TypedDay } from './typed-day.ts';

type Refusal = Extract<TypedDay, { refusal: unknown }>['refusal'];

interface DayFieldProps {
  readonly label: string;
  readonly value: CalendarDate;
  readonly today: CalendarDate;
  readonly onChange: (date: CalendarDate) => void;
}

/** One date that can be typed, with its weekday under it. What is typed counts from Enter or leaving the field. */
export function DayField({ label, value, today, onChange }: DayFieldProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [draft, setDraft] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  function commit() {
    if (draft === null) return;
    const typed = parseTypedDay(draft, today);
    if ('refusal' in typed) return setRefusal(typed.refusal);
    setRefusal(null);
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
      description={weekdayText(value, language)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      descriptionProps={{ size: 'sm' }}
      errorProps={{ size: 'sm' }}
      error={refusal !== null && t(`periods.${refusal}`)}
      className={styles.dayField ?? ''}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={commit}
      onKeyDown={commitOnEnter}
    />
  );
}
