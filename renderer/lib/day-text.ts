import type { CalendarDate } from '../../shared/calendar.ts';
import type { Language } from '../../shared/contract/language.ts';
import { INTL_LOCALES } from './intl-locales.ts';

/** A date as the language writes it with these parts, without commas: `za 21 nov 2026`. */
export function dayText(date: CalendarDate, language: Language, parts: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat(INTL_LOCALES[language], { ...parts, timeZone: 'UTC' });
  return format.format(new Date(`${date}T00:00:00Z`)).replaceAll(',', '');
}
