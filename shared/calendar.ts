import { Temporal } from 'temporal-polyfill';

/** The zone in which every date of the API is read, whatever the zone of the machine. */
const ZONE = 'Europe/Amsterdam';

/** A calendar date as `YYYY-MM-DD`, in the Amsterdam zone. */
export type CalendarDate = string;

/** Half-open range of instants in milliseconds since the epoch: `start <= instant < end`. */
export interface InstantRange {
  readonly start: number;
  readonly end: number;
}

const DATE_FORM = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const MS_PER_MINUTE = 60_000;
const MS_PER_HOUR = 3_600_000;

export function isCalendarDate(text: string): boolean {
  if (!DATE_FORM.test(text)) return false;
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return year >= 1 && day <= new Date(Date.UTC(2000, month, 0)).getUTCDate() + leapShift(year, month);
}

function leapShift(year: number, month: number): number {
  if (month !== 2) return 0;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return isLeap ? 0 : -1;
}

/**
 * The instants of the days `from` to `to`, both included: local midnight of `from` up to the local midnight
 * after `to`. A day of a clock change has 23 or 25 hours.
 */
export function instantsOf(from: CalendarDate, to: CalendarDate): InstantRange {
  return { start: midnight(from), end: midnight(addDays(to, 1)) };
}

function midnight(date: CalendarDate): number {
  return Temporal.PlainDate.from(date).toZonedDateTime(ZONE).epochMilliseconds;
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: 'day' }).days;
}

/** Monday is 1, Sunday is 7. */
export function weekdayOf(date: CalendarDate): number {
  return Temporal.PlainDate.from(date).dayOfWeek;
}

export function dateAt(instant: number): CalendarDate {
  return localTimestamp(instant).slice(0, 10);
}

/** RFC 3339 with seconds and the Amsterdam offset of that moment, such as `2026-10-25T02:30:00+01:00`. */
export function localTimestamp(instant: number): string {
  const offset = offsetMinutesAt(instant);
  const local = new Date(instant + offset * MS_PER_MINUTE).toISOString().slice(0, 19);
  const hours = String(Math.trunc(offset / 60)).padStart(2, '0');
  return `${local}+${hours}:${String(offset % 60).padStart(2, '0')}`;
}

// The zone changes its offset on whole UTC hours only, so one look-up an hour serves every row in it.
const offsetsByHour = new Map<number, number>();

function offsetMinutesAt(instant: number): number {
  const hour = Math.floor(instant / MS_PER_HOUR);
  let offset = offsetsByHour.get(hour);
  if (offset === undefined) {
    const zoned = Temporal.Instant.fromEpochMilliseconds(hour * MS_PER_HOUR).toZonedDateTimeISO(ZONE);
    offset = zoned.offsetNanoseconds / 60e9;
    if (offsetsByHour.size > 50_000) offsetsByHour.clear();
    offsetsByHour.set(hour, offset);
  }
  return offset;
}
