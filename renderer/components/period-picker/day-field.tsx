import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CalendarDate, isCalendarDate } from '../../../shared/calendar.ts';
import { isSelectable } from '../../../shared/periods.ts';
import { formatDay, formatWeekday } from '../../lib/format.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';

type Refusal = Extract<TypedDay, { refusal: unknown }>['refusal'];

interface DayFieldProps {
  readonly label: string;
  readonly value: CalendarDate;
  readonly today: CalendarDate;
  /** Shows the weekday before the date, if there is no room below the field. */
  readonly isNamed?: boolean;
  readonly onChange: (date: CalendarDate) => void;
  /** Why a valid date is not accepted. */
  readonly error?: string | undefined;
  /** Called with whether the text is not a valid day. `value` then differs from the text. */
  readonly onRefusal?: (isRefused: boolean) => void;
}

/** A typed date with its weekday below it, or what is wrong with it. It takes effect on Enter or blur. */
export function DayField({ label, value, today, isNamed = false, onChange, error, onRefusal }: DayFieldProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = useFormat();
  const [draft, setDraft] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const day = isNamed ? `${formatDay(value, language, { weekday: 'short' })} ${format.day(value)}` : format.day(value);

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
      label={label}
      value={draft ?? day}
      description={refusal === null && formatWeekday(value, language)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={refusal === null ? error : t(`periods.${refusal}`)}
      miw={0}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={commit}
      onKeyDown={commitOnEnter}
    />
  );
}

/** A day that can be chosen, or why not: no date, not in the calendar, or another century. */
type TypedDay = { readonly date: CalendarDate } | { readonly refusal: 'noDate' | 'noSuchDay' | 'outOfRange' };

const YEAR_FIRST = /^\d{4}-\d{2}-\d{2}$/;

const DAY_FIRST = /^(\d{1,2})[-/. ](\d{1,2})(?:[-/. ](\d{4}|\d{2}))?$/;

/**
 * Parses a typed date: `1-11-2026`, `1/11/26`, `1.11` (in the year of `today`) or `2026-11-01`. Ignores a weekday
 * before it.
 */
export function parseTypedDay(text: string, today: CalendarDate): TypedDay {
  const typed = text.trim().replace(/^\p{L}+\.?\s+(?=\d)/u, '');
  const date = YEAR_FIRST.test(typed) ? typed : parseDayFirst(typed, today);
  if (date === null) return { refusal: 'noDate' };
  if (!isCalendarDate(date)) return { refusal: 'noSuchDay' };
  return isSelectable({ from: date, to: date }) ? { date } : { refusal: 'outOfRange' };
}

function parseDayFirst(typed: string, today: CalendarDate): string | null {
  const match = DAY_FIRST.exec(typed);
  if (!match) return null;
  const [, day = '', month = '', year = today.slice(0, 4)] = match;
  const fullYear = year.length === 2 ? `20${year}` : year;
  return `${fullYear}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
