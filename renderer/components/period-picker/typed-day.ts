import { type CalendarDate, isCalendarDate } from '../../../shared/calendar.ts';
import { isChoosable } from '../../../shared/periods.ts';

/** A day that can be chosen, or why there is none: no date, a day that is in no calendar, another century. */
export type TypedDay =
  | { readonly date: CalendarDate }
  | { readonly refusal: 'noDate' | 'noSuchDay' | 'outOfRange' };

const YEAR_FIRST = /^\d{4}-\d{2}-\d{2}$/;
const DAY_FIRST = /^(\d{1,2})[-/. ](\d{1,2})(?:[-/. ](\d{4}|\d{2}))?$/;

/** Reads a date the way it is typed: `1-11-2026`, `1/11/26`, `1.11` (in the year of `today`) or `2026-11-01`. */
export function parseTypedDay(text: string, today: CalendarDate): TypedDay {
  const typed = text.trim();
  const date = YEAR_FIRST.test(typed) ? typed : dayFirst(typed, today);
  if (date === null) return { refusal: 'noDate' };
  if (!isCalendarDate(date)) return { refusal: 'noSuchDay' };
  return isChoosable({ from: date, to: date }) ? { date } : { refusal: 'outOfRange' };
}

function dayFirst(typed: string, today: CalendarDate): string | null {
  const match = DAY_FIRST.exec(typed);
  if (!match) return null;
  const [, day = '', month = '', year = today.slice(0, 4)] = match;
  const fullYear = year.length === 2 ? `20${year}` : year;
  return `${fullYear}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
