import { addDays, type CalendarDate, daysBetween, weekdayOf } from '../../../../shared/calendar.ts';
import type { Period } from '../../../../shared/periods.ts';

/** The days up to and with the last one. */
export function lastDays(days: number, last: CalendarDate): Period {
  return { from: addDays(last, 1 - days), to: last };
}

/** The weeks of a period from Monday to Sunday; the first and the last as far as they lie in it. */
export function weeksOf({ from, to }: Period): readonly Period[] {
  const weeks: Period[] = [];
  for (let first = from; daysBetween(first, to) >= 0; ) {
    const sunday = addDays(first, DAYS_IN_WEEK - weekdayOf(first));
    const last = sunday < to ? sunday : to;
    weeks.push({ from: first, to: last });
    first = addDays(last, 1);
  }
  return weeks;
}

const DAYS_IN_WEEK = 7;
