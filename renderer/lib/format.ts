import { addDays, type CalendarDate } from '../../shared/calendar.ts';
import type { Language } from '../../shared/contract/language.ts';
import { INTL_LOCALES } from '../../shared/number-format.ts';
import type { Period } from '../../shared/periods.ts';
import { NOT_KNOWN } from '../../shared/unknown-figures.ts';

/**
 * Dates and times as the language writes them, and what is not known. Times are those of the shop, whatever the zone of
 * the PC.
 */
export interface DateFormat {
  /** `20-11-2026`, from a date or a timestamp of the API. */
  day(date: CalendarDate | null): string;
  /** `20-11-2026 14:05` from a timestamp of the API. */
  moment(timestamp: string | null): string;
  /** The text; `niet bekend` for null. */
  text(value: string | null): string;
  /** `14:05:09` from an instant in milliseconds: when something was read, by the clock of the shop. */
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
    moment: (timestamp) => text(timestamp && `${day(timestamp)} ${timestamp.slice(11, 16)}`),
    time: (instant) => time.format(instant),
  };
}

/** A date as the language writes it with these parts, without commas: `za 21 nov 2026`. */
export function dayText(date: CalendarDate, language: Language, parts: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat(INTL_LOCALES[language], { ...parts, timeZone: 'UTC' });
  return format.format(new Date(`${date}T00:00:00Z`)).replaceAll(',', '');
}

/** `Orders, Artikelen en Klanten` */
export function listText(texts: readonly string[], language: Language): string {
  return new Intl.ListFormat(INTL_LOCALES[language]).format(texts);
}

/** `za 1 nov – ma 30 nov 2026`; one date for a single day; both years where they differ. */
export function periodText(period: Period, language: Language): string {
  return spanText(period, language, { weekday: 'short', day: 'numeric', month: 'short' }, null);
}

/** `1 nov – 30 nov`, without the year of `today`: for a list beside which the year is plain. Null: always with the year. */
export function shortPeriodText(period: Period, language: Language, today: CalendarDate | null): string {
  return spanText(period, language, { day: 'numeric', month: 'short' }, today && yearOf(today));
}

/**
 * `nov 2026` for a whole month, and `1 – 23 nov 2026` within one: for a list of periods, which are told apart at a glance.
 * Before another one of the same year, which says it, a month has none: `nov`.
 */
export function briefPeriodText(period: Period, language: Language, next?: Period): string {
  const { from, to } = period;
  const year = next?.to.slice(0, 4) === to.slice(0, 4) ? undefined : 'numeric';
  const isWithinMonth = from !== to && from.slice(0, 7) === to.slice(0, 7);
  if (!isWithinMonth) return shortPeriodText(period, language, null);
  const isWhole = from.endsWith('-01') && addDays(to, 1).endsWith('-01');
  if (isWhole) return dayText(from, language, { month: 'short', ...(year && { year }) });
  return `${Number(from.slice(8))} – ${shortPeriodText({ from: to, to }, language, null)}`;
}

/** `zondag` */
export function weekdayText(date: CalendarDate, language: Language): string {
  return dayText(date, language, { weekday: 'long' });
}

/** `z`, in English `S`: where there is room for no more, such as under a bar. */
export function weekdayLetter(date: CalendarDate, language: Language): string {
  return dayText(date, language, { weekday: 'short' }).charAt(0);
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
