import { type CalendarDate, dateAt } from './calendar.ts';

const MS_PER_DAY = 86_400_000;

/**
 * A local day as a number that reads like its date, 20261025 for 2026-10-25: ordered like dates, and its month
 * is the day divided by 100.
 */
export type LocalDay = number;

export function localDayOf(date: CalendarDate): LocalDay {
  return Number(date.replaceAll('-', ''));
}

export function localDayAt(instant: number): LocalDay {
  return localDayOf(dateAt(instant));
}

export function dateOfLocalDay(day: LocalDay): CalendarDate {
  const digits = String(day).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

/** Days from 1970-01-01 to the date. */
export function dayNumberOf(date: CalendarDate): number {
  return Date.parse(`${date}T00:00Z`) / MS_PER_DAY;
}

export function dateOfDayNumber(day: number): CalendarDate {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
}
