import { type CalendarDate, isCalendarDate } from '../../../shared/calendar.ts';

const DAY_FIRST = /^(\d{1,2})[-/. ](\d{1,2})(?:[-/. ](\d{4}|\d{2}))?$/;

/**
 * Reads a date the way it is typed: `1-11-2026`, `1/11/26`, `1.11` (in the year of `today`) or `2026-11-01`.
 * Null when it is no date.
 */
export function parseTypedDay(text: string, today: CalendarDate): CalendarDate | null {
  const typed = text.trim();
  const date = isCalendarDate(typed) ? typed : dayFirst(typed, today);
  return date !== null && isCalendarDate(date) ? date : null;
}

function dayFirst(typed: string, today: CalendarDate): string | null {
  const match = DAY_FIRST.exec(typed);
  if (!match) return null;
  const [, day = '', month = '', year = today.slice(0, 4)] = match;
  const fullYear = year.length === 2 ? `20${year}` : year;
  return `${fullYear}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
