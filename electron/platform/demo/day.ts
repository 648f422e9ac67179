import {
  addDays,
  type CalendarDate,
  countDaysBetween,
  getDateAt,
  getInstants,
  getWeekday,
} from '../../../shared/calendar.ts';
import type { ShopsTable } from '../../store/schema.ts';
import type { Random } from './prng.ts';

/** A local day, numbered from 2020-01-01. Instants are in milliseconds since the epoch. */
export interface Day {
  readonly number: number;
  readonly date: CalendarDate;
  /** Local midnight. */
  readonly start: number;
  /** The next local midnight, 23 to 25 hours later. */
  readonly end: number;
  /** 1 is Monday, 7 is Sunday. */
  readonly weekday: number;
}

const FIRST_DATE = '2020-01-01';

const MS_PER_MINUTE = 60_000;

const MINUTES_PER_DAY = 24 * 60;

// Clock changes are over by 04:00, so later wall-clock times shift by the whole change.
const CLOCKS_CHANGED_BY_MINUTE = 4 * 60;

const daysByNumber = new Map<number, Day>();

export function getDay(number: number): Day {
  let day = daysByNumber.get(number);
  if (!day) {
    const date = addDays(FIRST_DATE, number);
    day = { number, date, ...getInstants(date, date), weekday: getWeekday(date) };
    daysByNumber.set(number, day);
  }
  return day;
}

export function getDayNumber(date: CalendarDate): number {
  return countDaysBetween(FIRST_DATE, date);
}

export function getDayNumberAt(instant: number): number {
  return getDayNumber(getDateAt(instant));
}

/** Returns the instant of a minute on the wall clock. During a clock change, minutes are counted from midnight. */
export function getInstantAtMinute(day: Day, minute: number): number {
  const shift = minute < CLOCKS_CHANGED_BY_MINUTE ? 0 : getClockChangeMinutes(day);
  return day.start + (minute + shift) * MS_PER_MINUTE;
}

/** -60 on the day that loses an hour, 60 on the day that gains one. */
export function getClockChangeMinutes(day: Day): number {
  return (day.end - day.start) / MS_PER_MINUTE - MINUTES_PER_DAY;
}

const CLOSED_DATES = new Set(['01-01', '12-25']);

/** Opening hours in minutes of the wall clock, starting with Monday. */
const OPENING_MINUTES = [
  [11 * 60, 18 * 60],
  [9.5 * 60, 18 * 60],
  [9.5 * 60, 18 * 60],
  [9.5 * 60, 21 * 60],
  [9.5 * 60, 18 * 60],
  [9 * 60, 17.5 * 60],
  [12 * 60, 17 * 60],
] as const;

/** Order times in a webshop: a few at night, more by day, most in the evening. */
const WEBSHOP_MINUTES = [
  [[0, 7 * 60], 6],
  [[7 * 60, 18 * 60], 47],
  [[18 * 60, 24 * 60], 47],
] as const;

const MS_PER_SECOND = 1_000;

export function areTillsOpen(day: Day): boolean {
  return !CLOSED_DATES.has(day.date.slice(5));
}

export function drawInstant(random: Random, shop: ShopsTable, day: Day): number {
  const [first, last] = shop.type === 'webshop' ? random.pickWeighted(WEBSHOP_MINUTES) : getOpeningMinutes(day);
  const minute = random.drawInteger(first, last - 1);
  return getInstantAtMinute(day, minute) + random.drawInteger(0, 59) * MS_PER_SECOND;
}

/** Finds the day `days` later, or the next one on which the tills are open. */
export function findOpenDay(day: Day, days: number): Day {
  const laterDay = getDay(day.number + days);
  return areTillsOpen(laterDay) ? laterDay : findOpenDay(laterDay, 1);
}

function getOpeningMinutes({ weekday }: Day): readonly [number, number] {
  const minutes = OPENING_MINUTES[weekday - 1];
  if (!minutes) throw new RangeError(`no weekday ${weekday}`);
  return minutes;
}
