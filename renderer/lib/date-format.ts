import type { CalendarDate } from '../../shared/calendar.ts';
import type { Language } from '../../shared/contract/bridge.ts';

/** Dates and times as the language writes them. Times are those of the shop, whatever the zone of the PC. */
export interface DateFormat {
  /** `vr 20 nov 2026` */
  day(date: CalendarDate): string;
  /** `20-11-2026 14:05` from a timestamp of the API. */
  moment(timestamp: string): string;
  /** `14:05:09` from an instant in milliseconds: when something was read, by the clock of the shop. */
  time(instant: number): string;
}

const LOCALES: Record<Language, string> = { nl: 'nl-NL', en: 'en-GB' };

export function createDateFormat(language: Language): DateFormat {
  const locale = LOCALES[language];
  const day = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'medium', timeZone: 'Europe/Amsterdam' });
  return {
    day: (date) => day.format(new Date(`${date}T00:00:00Z`)),
    moment: (timestamp) => {
      const [year, month, dayOfMonth] = timestamp.slice(0, 10).split('-');
      const separator = language === 'nl' ? '-' : '/';
      return `${[dayOfMonth, month, year].join(separator)} ${timestamp.slice(11, 16)}`;
    },
    time: (instant) => time.format(instant),
  };
}
