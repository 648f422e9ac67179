import type { CalendarDate } from '../../shared/calendar.ts';
import type { Language } from '../../shared/contract/language.ts';
import type { Period } from '../../shared/periods.ts';
import { dayText } from './day-text.ts';

/** `za 1 nov – ma 30 nov 2026`; one date for a single day; both years where they differ. */
export function periodText(period: Period, language: Language): string {
  return spanText(period, language, { weekday: 'short', day: 'numeric', month: 'short' }, null);
}

/** `1 nov – 30 nov`, without the year of `today`: for a list beside which the year is plain. */
export function shortPeriodText(period: Period, language: Language, today: CalendarDate): string {
  return spanText(period, language, { day: 'numeric', month: 'short' }, yearOf(today));
}

/** `1-11-2026` or `1/11/2026`: a date as one types it. */
export function typedDayText(date: CalendarDate, language: Language): string {
  const [year, month, day] = date.split('-').map(Number);
  return [day, month, year].join(language === 'nl' ? '-' : '/');
}

/** `zondag` */
export function weekdayText(date: CalendarDate, language: Language): string {
  return dayText(date, language, { weekday: 'long' });
}

function spanText(
  { from, to }: Period,
  language: Language,
  form: Intl.DateTimeFormatOptions,
  knownYear: string | null,
): string {
  const withYear = { ...form, year: 'numeric' } as const;
  const end = dayText(to, language, yearOf(to) === knownYear ? form : withYear);
  if (from === to) return end;
  const start = dayText(from, language, yearOf(from) === yearOf(to) ? form : withYear);
  return `${start} – ${end}`;
}

function yearOf(date: CalendarDate): string {
  return date.slice(0, 4);
}
