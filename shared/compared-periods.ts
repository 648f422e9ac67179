import { Temporal } from 'temporal-polyfill';
import { addDays, type CalendarDate, daysBetween } from './calendar.ts';
import { type Period, stepPeriod } from './periods.ts';

/** What the figures of a period are held against. */
export const COMPARISONS = ['before', 'last-year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

const DAYS_OF_A_YEAR_OF_WEEKS = 364;

/** The part of a period that has begun: a period under way ends today. */
export function elapsedPeriod({ from, to }: Period, today: CalendarDate): Period {
  return { from, to: from <= today && today < to ? today : to };
}

/**
 * The days that a period is compared with. `before`: the period of the same length just before it. `last-year`: a year
 * earlier for whole months, quarters and years, else 52 weeks, so that each weekday meets its own. Of a period under
 * way only the days up to `today` are compared: with as many days of the period before it, and with those up to the
 * same day of last year.
 */
export function comparedPeriod(period: Period, comparison: Comparison, today: CalendarDate): Period {
  const { to: last } = elapsedPeriod(period, today);
  return comparison === 'before' ? justBefore(period, last) : yearEarlier(period, last);
}

function justBefore(period: Period, last: CalendarDate): Period {
  const whole = stepPeriod(period, -1);
  if (last === period.to) return whole;
  const until = addDays(whole.from, daysBetween(period.from, last));
  return { from: whole.from, to: until < whole.to ? until : whole.to };
}

function yearEarlier({ from, to }: Period, last: CalendarDate): Period {
  const isWholeMonths = isFirstOfMonth(from) && isFirstOfMonth(addDays(to, 1));
  const back = isWholeMonths ? { years: 1 } : { days: DAYS_OF_A_YEAR_OF_WEEKS };
  // A 29th of February, which the other year has not, becomes the 28th.
  const earlier = (date: CalendarDate) => Temporal.PlainDate.from(date).subtract(back).toString();
  const isOver = last === to;
  return { from: earlier(from), to: isOver ? addDays(earlier(addDays(to, 1)), -1) : earlier(last) };
}

function isFirstOfMonth(date: CalendarDate): boolean {
  return Temporal.PlainDate.from(date).day === 1;
}
