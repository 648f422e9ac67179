import { addDays, type CalendarDate } from '../../shared/calendar.ts';
import type { Language } from '../../shared/contract/language.ts';
import { INTL_LOCALES } from '../../shared/number-format.ts';
import type { Period } from '../../shared/periods.ts';
import { NOT_KNOWN } from '../../shared/unknown-figures.ts';

/**
 * Formats dates, times and unknown values in a language. Times are those of the shop, whatever the time zone of the PC.
 */
export interface DateFormat {
  /** `20-11-2026` from a date or a timestamp of the API. */
  day(date: CalendarDate | null): string;
  /** `20-11-2026 14:05` from a timestamp of the API. */
  dateTime(timestamp: string | null): string;
  /** The text, or `niet bekend` for `null`. */
  text(value: string | null): string;
  /** `14:05:09` in the shop's time zone, from milliseconds since the epoch. */
  time(instant: number): string;
}

export function createDateFormat(language: Language): DateFormat {
  const figures = new Intl.DateTimeFormat(INTL_LOCALES[language], {
    ...({ day: '2-digit', month: '2-digit', year: 'numeric' } as const),
    timeZone: 'UTC',
  });
  const time = new Intl.DateTimeFormat(INTL_LOCALES[language], {
    timeStyle: 'medium',
    timeZone: 'Europe/Amsterdam',
  });
  const text = (value: string | null) => value ?? NOT_KNOWN[language];
  const day = (date: CalendarDate | null) => text(date && figures.format(Date.parse(date.slice(0, 10))));
  return {
    text,
    day,
    dateTime: (timestamp) => text(timestamp && `${day(timestamp)} ${timestamp.slice(11, 16)}`),
    time: (instant) => time.format(instant),
  };
}

/** A date with these parts, without commas: `za 21 nov 2026`. */
export function formatDay(date: CalendarDate, language: Language, parts: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat(INTL_LOCALES[language], { ...parts, timeZone: 'UTC' });
  return format.format(new Date(`${date}T00:00:00Z`)).replaceAll(',', '');
}

/** Formats a list: `Orders, Artikelen en Klanten`. */
export function formatList(texts: readonly string[], language: Language): string {
  return new Intl.ListFormat(INTL_LOCALES[language]).format(texts);
}

/** `za 1 nov – ma 30 nov 2026`. A single day is one date. If the years differ, both are shown. */
export function formatPeriod(period: Period, language: Language): string {
  return formatSpan(period, language, { weekday: 'short', day: 'numeric', month: 'short' }, null);
}

/** `1 nov – 30 nov`. Leaves out the year if it is that of `today`; if `today` is `null`, always shows it. */
export function formatShortPeriod(period: Period, language: Language, today: CalendarDate | null): string {
  return formatSpan(period, language, { day: 'numeric', month: 'short' }, today && getYear(today));
}

/**
 * A short form for lists: `nov 2026` for a whole month and `1 – 23 nov 2026` within one. A whole month has no year
 * (`nov`) if `next`, the period shown after it, is in the same year.
 */
export function formatBriefPeriod(period: Period, language: Language, next?: Period): string {
  const { from, to } = period;
  const year = next?.to.slice(0, 4) === to.slice(0, 4) ? undefined : 'numeric';
  const isWithinMonth = from !== to && from.slice(0, 7) === to.slice(0, 7);
  if (!isWithinMonth) return formatShortPeriod(period, language, null);
  const isWhole = from.endsWith('-01') && addDays(to, 1).endsWith('-01');
  if (isWhole) return formatDay(from, language, { month: 'short', ...(year && { year }) });
  return `${Number(from.slice(8))} – ${formatShortPeriod({ from: to, to }, language, null)}`;
}

/** The weekday of a date, such as `zondag`. */
export function formatWeekday(date: CalendarDate, language: Language): string {
  return formatDay(date, language, { weekday: 'long' });
}

/** `z`, in English `S`, for narrow places such as under a bar. */
export function getWeekdayLetter(date: CalendarDate, language: Language): string {
  return formatDay(date, language, { weekday: 'short' }).charAt(0);
}

function formatSpan(
  { from, to }: Period,
  language: Language,
  form: Intl.DateTimeFormatOptions,
  knownYear: string | null,
): string {
  const withYear = { ...form, year: 'numeric' } as const;
  const end = formatDay(to, language, getYear(to) === knownYear ? form : withYear);
  if (from === to) return end;
  const start = formatDay(from, language, getYear(from) === getYear(to) ? form : withYear);
  return `${start} – ${end}`;
}

function getYear(date: CalendarDate): string {
  return date.slice(0, 4);
}
