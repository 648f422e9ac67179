import { Temporal } from 'temporal-polyfill';
import { type CalendarDate, type InstantRange, ZONE } from './calendar.ts';

/**
 * A part of a range in which the clock is not changed. Its days are found by plain division, which every
 * database can do: an instant lies on day `firstDay + floor((instant - firstMidnight) / MS_PER_DAY)`.
 */
export interface SteadySpan extends InstantRange {
  /** Day number of `start`. */
  readonly firstDay: number;
  /** Where that day would begin if the clock had never been changed; at or before `start`. */
  readonly firstMidnight: number;
}

export const MS_PER_DAY = 86_400_000;

/** Days from 1970-01-01 to the date. */
export function dayNumberOf(date: CalendarDate): number {
  return Date.parse(`${date}T00:00Z`) / MS_PER_DAY;
}

export function dateOfDayNumber(day: number): CalendarDate {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
}

/** The range cut at every change of the clock. A day of a change lies in two spans, with one number in both. */
export function steadySpansOf({ start, end }: InstantRange): SteadySpan[] {
  const spans: SteadySpan[] = [];
  let at = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(ZONE);
  while (at.epochMilliseconds < end) {
    const change = at.getTimeZoneTransition('next');
    spans.push(spanFrom(at, Math.min(end, change?.epochMilliseconds ?? end)));
    if (!change) break;
    at = change;
  }
  return spans;
}

function spanFrom(at: Temporal.ZonedDateTime, end: number): SteadySpan {
  const start = at.epochMilliseconds;
  const localStart = start + at.offsetNanoseconds / 1e6;
  const firstDay = Math.floor(localStart / MS_PER_DAY);
  return { start, end, firstDay, firstMidnight: start - (localStart - firstDay * MS_PER_DAY) };
}
