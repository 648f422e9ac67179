import { isCalendarDate } from '../../../shared/calendar.ts';

const MS_PER_DAY = 86_400_000;
const SECONDS_PER_DAY = 86_400;
/** Excel has a 29 February 1900, so that its count is only right from the day after. */
const FIRST_RIGHT_DAY = '1900-03-01';
const DAY_ZERO = Date.UTC(1899, 11, 30);
const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:Z|[+-]\d{2}:\d{2})$/;

/** Days in Excel's 1900 system of a date `YYYY-MM-DD`; null where Excel has no number for it. */
export function serialOfDate(date: string): number | null {
  if (date < FIRST_RIGHT_DAY || !isCalendarDate(date)) return null;
  return (Date.parse(date) - DAY_ZERO) / MS_PER_DAY;
}

/**
 * The same for an RFC 3339 timestamp, with its time as part of a day: the time that it shows, for cells know no zone.
 */
export function serialOfTimestamp(timestamp: string): number | null {
  const [, date = '', hours, minutes, seconds] = TIMESTAMP.exec(timestamp) ?? [];
  const day = serialOfDate(date);
  if (day === null) return null;
  return day + (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) / SECONDS_PER_DAY;
}
