import { Temporal } from 'temporal-polyfill';
import { addDays, type CalendarDate, countDaysBetween } from './calendar.ts';

export interface Period {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** The range of dates that can be chosen. No shop has figures outside it. */
export const MIN_DATE: CalendarDate = '2000-01-01';

export const MAX_DATE: CalendarDate = '2099-12-31';

export function isSelectable({ from, to }: Period): boolean {
  return from >= MIN_DATE && to <= MAX_DATE;
}

/** Presets in picker order. Weeks start on Monday. The VAT period is the last quarter. */
export const PERIOD_PRESETS = [
  'today',
  'yesterday',
  'this-week',
  'last-week',
  'last-7-days',
  'this-month',
  'last-month',
  'last-30-days',
  'this-quarter',
  'vat-period',
  'this-year',
  'last-year',
] as const;

export type PeriodPreset = (typeof PERIOD_PRESETS)[number];

/** Returns the days of a preset as of `today`. A current period ends on its last calendar day. */
export function getPeriod(preset: PeriodPreset, today: CalendarDate): Period {
  const day = Temporal.PlainDate.from(today);
  const week = day.subtract({ days: day.dayOfWeek - 1 });
  const month = day.with({ day: 1 });
  const quarter = month.subtract({ months: (day.month - 1) % 3 });
  switch (preset) {
    case 'today':
      return createPeriod(day, { days: 1 });
    case 'yesterday':
      return createPeriod(day.subtract({ days: 1 }), { days: 1 });
    case 'this-week':
      return createPeriod(week, { weeks: 1 });
    case 'last-week':
      return createPeriod(week.subtract({ weeks: 1 }), { weeks: 1 });
    case 'last-7-days':
      return createPeriod(day.subtract({ days: 6 }), { days: 7 });
    case 'this-month':
      return createPeriod(month, { months: 1 });
    case 'last-month':
      return createPeriod(month.subtract({ months: 1 }), { months: 1 });
    case 'last-30-days':
      return createPeriod(day.subtract({ days: 29 }), { days: 30 });
    case 'this-quarter':
      return createPeriod(quarter, { months: 3 });
    case 'vat-period':
      // The next return to file: the last finished quarter.
      return createPeriod(quarter.subtract({ months: 3 }), { months: 3 });
    case 'this-year':
      return createPeriod(month.with({ month: 1 }), { years: 1 });
    case 'last-year':
      return createPeriod(month.with({ month: 1 }).subtract({ years: 1 }), { years: 1 });
  }
}

/** Periods of schedules and commands. Their days are calculated when they run. */
export const RELATIVE_PERIODS = ['yesterday', 'last-week', 'last-month', 'last-quarter', 'this-month'] as const;

export type RelativePeriod = (typeof RELATIVE_PERIODS)[number];

export function getRelativePeriod(name: RelativePeriod, today: CalendarDate): Period {
  return getPeriod(name === 'last-quarter' ? 'vat-period' : name, today);
}

/** Finds the first preset with exactly these days as of `today`; `null` if there is none. */
export function findPreset(period: Period, today: CalendarDate): PeriodPreset | null {
  const covers = (preset: PeriodPreset) => {
    const { from, to } = getPeriod(preset, today);
    return from === period.from && to === period.to;
  };
  return PERIOD_PRESETS.find(covers) ?? null;
}

/**
 * Finds the shortest week, month, quarter or year that is longer than the period and contains it; `null` beyond a year.
 */
export function findWiderPeriod(period: Period): Period | null {
  const days = countDaysBetween(period.from, period.to);
  const candidates = WIDER_PRESETS.map((preset) => getPeriod(preset, period.to));
  const isWider = ({ from, to }: Period) => from <= period.from && countDaysBetween(from, to) > days;
  return candidates.find(isWider) ?? null;
}

const WIDER_PRESETS = ['this-week', 'this-month', 'this-quarter', 'this-year'] as const;

/** The period of the same length before (`-1`) or after (`1`). Whole months and years stay whole. */
export function stepPeriod(period: Period, direction: 1 | -1): Period {
  const from = Temporal.PlainDate.from(period.from);
  const next = Temporal.PlainDate.from(period.to).add({ days: 1 });
  const months = countWholeMonths(from, next);
  if (months > 0) return createPeriod(from.add({ months: months * direction }), { months });
  const days = from.until(next, { largestUnit: 'day' }).days;
  return createPeriod(from.add({ days: days * direction }), { days });
}

function countWholeMonths(from: Temporal.PlainDate, next: Temporal.PlainDate): number {
  if (from.day !== 1 || next.day !== 1) return 0;
  return from.until(next, { largestUnit: 'month' }).months;
}

function createPeriod(from: Temporal.PlainDate, length: Temporal.DurationLike): Period {
  return { from: from.toString(), to: from.add(length).subtract({ days: 1 }).toString() };
}

/** The periods that figures can be compared with. */
export const COMPARISONS = ['before', 'last-year'] as const;

export type Comparison = (typeof COMPARISONS)[number];

const DAYS_IN_52_WEEKS = 364;

/** Returns the elapsed part of a period: a current period ends today. */
export function getElapsedPeriod({ from, to }: Period, today: CalendarDate): Period {
  return { from, to: from <= today && today < to ? today : to };
}

/**
 * Returns the last compared day. Only whole days are compared: a current period ends yesterday, unless it started
 * today.
 */
export function getLastComparedDay({ from }: Period, today: CalendarDate): CalendarDate {
  return from < today ? addDays(today, -1) : today;
}

/**
 * Returns how a comparison treats today: it is left out, or it is compared with a whole day because it is the only day.
 */
export function getTodayComparison(period: Period, today: CalendarDate): 'left-out' | 'alone' | null {
  if (today < period.from || today > period.to) return null;
  return getLastComparedDay(period, today) === today ? 'alone' : 'left-out';
}

/**
 * Returns the days that a period is compared with. `before`: the period of the same length before it. `last-year`: a
 * year earlier for whole months, quarters and years, else 52 weeks, so that weekdays match. For a current period, only
 * days up to `today` are compared: with as many days of the previous period, or with days up to the same date last
 * year.
 */
export function getComparedPeriod(period: Period, comparison: Comparison, today: CalendarDate): Period {
  const { to: last } = getElapsedPeriod(period, today);
  return comparison === 'before' ? getPreviousPeriod(period, last) : getYearEarlier(period, last);
}

function getPreviousPeriod(period: Period, last: CalendarDate): Period {
  const whole = stepPeriod(period, -1);
  if (last === period.to) return whole;
  const until = addDays(whole.from, countDaysBetween(period.from, last));
  return { from: whole.from, to: until < whole.to ? until : whole.to };
}

function getYearEarlier({ from, to }: Period, last: CalendarDate): Period {
  const isWholeMonths = from.endsWith('-01') && addDays(to, 1).endsWith('-01');
  const back = isWholeMonths ? { years: 1 } : { days: DAYS_IN_52_WEEKS };
  // February 29 becomes February 28 if the other year has none.
  const earlier = (date: CalendarDate) => Temporal.PlainDate.from(date).subtract(back).toString();
  const isOver = last === to;
  return { from: earlier(from), to: isOver ? addDays(earlier(addDays(to, 1)), -1) : earlier(last) };
}
