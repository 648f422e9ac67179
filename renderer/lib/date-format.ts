import type { CalendarDate } from '../../shared/calendar.ts';
import type { Language } from '../../shared/contract/language.ts';
import { INTL_LOCALES } from './intl-locales.ts';

/** Dates and times as the language writes them. Times are those of the shop, whatever the zone of the PC. */
export interface DateFormat {
  /** `20-11-2026`, the date of `moment`. */
  day(date: CalendarDate): string;
  /** `20-11-2026 14:05` from a timestamp of the API. */
  moment(timestamp: string): string;
  /** `14:05:09` from an instant in milliseconds: when something was read, by the clock of the shop. */
  time(instant: number): string;
}

export function createDateFormat(language: Language): DateFormat {
  const separator = language === 'nl' ? '-' : '/';
  const time = new Intl.DateTimeFormat(INTL_LOCALES[language], {
    timeStyle: 'medium',
    timeZone: 'Europe/Amsterdam',
  });
  const day = (date: CalendarDate) => date.split('-').reverse().join(separator);
  return {
    day,
    moment: (timestamp) => `${day(timestamp.slice(0, 10))} ${timestamp.slice(11, 16)}`,
    time: (instant) => time.format(instant),
  };
}
