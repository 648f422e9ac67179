import {
  addDays,
  type CalendarDate,
  dateAt,
  daysBetween,
  instantsOf,
  weekdayOf,
} from '../../../shared/calendar.ts';

/** A local day, numbered from 2020-01-01 on. Instants are milliseconds since the epoch. */
export interface Day {
  readonly number: number;
  readonly date: CalendarDate;
  /** Local midnight. */
  readonly start: number;
  /** The next local midnight, 23 to 25 hours later. */
  readonly end: number;
  /** Monday is 1, Sunday is 7. */
  readonly weekday: number;
}

const FIRST_DATE = '2020-01-01';
const MS_PER_MINUTE = 60_000;
const MINUTES_PER_DAY = 24 * 60;
// Both clock changes of the zone are over by then, so wall-clock times from here on shift by the whole change.
const CLOCKS_CHANGED_BY_MINUTE = 4 * 60;

const daysByNumber = new Map<number, Day>();

export function dayOf(number: number): Day {
  let day = daysByNumber.get(number);
  if (!day) {
    const date = addDays(FIRST_DATE, number);
    day = { number, date, ...instantsOf(date, date), weekday: weekdayOf(date) };
    daysByNumber.set(number, day);
  }
  return day;
}

export function dayNumberOf(date: CalendarDate): number {
  return daysBetween(FIRST_DATE, date);
}

export function dayNumberAt(instant: number): number {
  return dayNumberOf(dateAt(instant));
}

/** The instant at a minute of the wall clock. During the change itself it counts on from midnight. */
export function atMinute(day: Day, minute: number): number {
  const shift = minute < CLOCKS_CHANGED_BY_MINUTE ? 0 : changeMinutes(day);
  return day.start + (minute + shift) * MS_PER_MINUTE;
}

/** -60 on the day that loses an hour, 60 on the day that gains one. */
export function changeMinutes(day: Day): number {
  return (day.end - day.start) / MS_PER_MINUTE - MINUTES_PER_DAY;
}
