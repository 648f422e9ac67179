import { Temporal } from 'temporal-polyfill';

/** The time zone of the shops. API dates are in this zone, regardless of the computer's zone. */
export const TIME_ZONE = 'Europe/Amsterdam';

/** A date as `YYYY-MM-DD` in the Amsterdam zone. */
export type CalendarDate = string;

/** Half-open range of instants in milliseconds since the epoch: `start <= instant < end`. */
export interface InstantRange {
  readonly start: number;
  readonly end: number;
}

const DATE_PATTERN = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

const MS_PER_MINUTE = 60_000;

const MS_PER_DAY = 86_400_000;

export function isCalendarDate(text: string): boolean {
  if (!DATE_PATTERN.test(text)) return false;
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return year >= 1 && day <= new Date(Date.UTC(2000, month, 0)).getUTCDate() + getLeapShift(year, month);
}

function getLeapShift(year: number, month: number): number {
  if (month !== 2) return 0;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return isLeap ? 0 : -1;
}

/**
 * Returns the instants from local midnight of `from` to local midnight after `to`. Days with a clock change have 23 or
 * 25 hours.
 */
export function getInstants(from: CalendarDate, to: CalendarDate): InstantRange {
  return getRange(`${from} ${to}`);
}

// Batches of a list ask for the same period every time.
const getRange = memoize(1_000, (period: string): InstantRange => {
  const [from = '', to = ''] = period.split(' ');
  return { start: getMidnight(from), end: getMidnight(addDays(to, 1)) };
});

/** Caches the results of `compute`. Clears the cache when it has `maxResults`. */
function memoize<Key, Value>(maxResults: number, compute: (key: Key) => Value): (key: Key) => Value {
  const results = new Map<Key, Value>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    const value = compute(key);
    if (results.size >= maxResults) results.clear();
    results.set(key, value);
    return value;
  };
}

function getMidnight(date: CalendarDate): number {
  return Temporal.PlainDate.from(date).toZonedDateTime(TIME_ZONE).epochMilliseconds;
}

/** Returns the instant of a local time `HH:MM`. A time that a clock change skips is shifted by the change. */
export function getInstantAt(date: CalendarDate, time: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: TIME_ZONE, plainTime: time }).epochMilliseconds;
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

export function countDaysBetween(from: CalendarDate, to: CalendarDate): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: 'day' }).days;
}

/** Monday is 1, Sunday is 7. */
export function getWeekday(date: CalendarDate): number {
  return Temporal.PlainDate.from(date).dayOfWeek;
}

export function getDateAt(instant: number): CalendarDate {
  return formatTimestamp(instant).slice(0, 10);
}

/** RFC 3339 with seconds and the Amsterdam offset at that time, such as `2026-10-25T02:30:00+01:00`. */
export function formatTimestamp(instant: number): string {
  const offset = getOffsetMinutes(instant);
  const local = instant + offset * MS_PER_MINUTE;
  const day = Math.floor(local / MS_PER_DAY);
  const seconds = Math.floor((local - day * MS_PER_DAY) / 1_000);
  const time = `${padTwoDigits(seconds / 3_600)}:${padTwoDigits((seconds / 60) % 60)}:${padTwoDigits(seconds % 60)}`;
  return `${getDateOfDayNumber(day)}T${time}+${padTwoDigits(offset / 60)}:${padTwoDigits(offset % 60)}`;
}

export function formatTimestampOrNull(instant: number | null): string | null {
  return instant === null ? null : formatTimestamp(instant);
}

function padTwoDigits(value: number): string {
  return value < 10 ? `0${Math.trunc(value)}` : `${Math.trunc(value)}`;
}

const MAX_CACHED_DAYS = 50_000;

/** `day` counts from 1970-01-01. */
export const getDateOfDayNumber = memoize(
  MAX_CACHED_DAYS,
  (day: number): CalendarDate => new Date(day * MS_PER_DAY).toISOString().slice(0, 10),
);

// One look-up per day is enough, except for the two days a year on which the offset changes.
const getOffsetAtStart = memoize(MAX_CACHED_DAYS, (day: number) => lookUpOffset(day * MS_PER_DAY));

function getOffsetMinutes(instant: number): number {
  const day = Math.floor(instant / MS_PER_DAY);
  const offset = getOffsetAtStart(day);
  return offset === getOffsetAtStart(day + 1) ? offset : lookUpOffset(instant);
}

function lookUpOffset(instant: number): number {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(TIME_ZONE).offsetNanoseconds / 60e9;
}

/**
 * A local day as a number that reads like its date: 20261025 for 2026-10-25. Sorts like dates; the month is the number
 * divided by 100.
 */
export type LocalDay = number;

export function toLocalDay(date: CalendarDate): LocalDay {
  return Number(date.replaceAll('-', ''));
}

export function getLocalDayAt(instant: number): LocalDay {
  return toLocalDay(getDateAt(instant));
}

export function formatLocalDay(day: LocalDay): CalendarDate {
  const digits = String(day).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

/** Days from 1970-01-01 to the date. */
export function getDayNumber(date: CalendarDate): number {
  return Date.parse(`${date}T00:00Z`) / MS_PER_DAY;
}
