import { addDays, type CalendarDate, countDaysBetween } from '../../../shared/calendar.ts';
import type { TurnoverDay } from '../../../shared/contract/turnover-by-day.ts';
import { calculateMarginPercentage, fromEuros, roundToCents, sumOf, toEuros } from '../../../shared/money.ts';
import {
  type Comparison,
  getComparedPeriod,
  getElapsedPeriod,
  getPeriod,
  type Period,
} from '../../../shared/periods.ts';
import type { VatSide } from '../../../shared/report-comparison.ts';
import type { PeriodChoice } from '../../lib/address/fields.ts';
import { chooseAmount } from '../../lib/amounts.ts';

export const OVERVIEW_PRESETS = ['today', 'this-week', 'this-month'] as const;

export type OverviewPreset = (typeof OVERVIEW_PRESETS)[number];

/** A period in progress and the periods it is compared with, with as many days as have begun. */
interface OverviewPeriod {
  readonly preset: OverviewPreset;
  readonly elapsed: Period;
  readonly before: Period;
  readonly lastYear: Period;
}

/** The day that today is compared with: the same weekday of last week, which is usual for shops, or yesterday. */
export const DAYS_BEFORE = ['weekday', 'yesterday'] as const;

export type DayBefore = (typeof DAYS_BEFORE)[number];

export function listOverviewPeriods(today: CalendarDate, dayBefore: DayBefore = 'weekday'): readonly OverviewPeriod[] {
  const before = addDays(today, dayBefore === 'weekday' ? -DAYS_PER_WEEK : -1);
  return OVERVIEW_PRESETS.map((preset) => {
    const period = getPeriod(preset, today);
    return {
      preset,
      elapsed: getElapsedPeriod(period, today),
      before: preset === 'today' ? { from: before, to: before } : getComparedPeriod(period, 'before', today),
      lastYear: getComparedPeriod(period, 'last-year', today),
    };
  });
}

/** The days that today is compared with: the last days of compared periods of the same length. */
export function listDaysInProgress(today: CalendarDate, dayBefore?: DayBefore): readonly CalendarDate[] {
  const periods = listOverviewPeriods(today, dayBefore);
  const last = periods.flatMap(({ elapsed, before, lastYear }) =>
    [before, lastYear].filter((compared) => isAsLong(compared, elapsed)).map(({ to }) => to),
  );
  return [...new Set(last)];
}

/** A shorter month may end before today's day of the month. Its days are then all complete. */
function isAsLong(one: Period, other: Period): boolean {
  return countDaysBetween(one.from, one.to) === countDaysBetween(other.from, other.to);
}

/** Figures of days up to a local time such as `14:15`. */
export interface BegunDays {
  readonly until: string;
  /** `null` if only the whole day is available. No entry while it is being read. */
  readonly days: ReadonlyMap<CalendarDate, TurnoverDay | null>;
}

/** The current month and the months it is compared with, as whole months. */
export function getOverviewMonths(today: CalendarDate): Omit<OverviewPeriod, 'preset' | 'elapsed'> & {
  readonly whole: Period;
} {
  const whole = getPeriod('this-month', today);
  return {
    whole,
    before: getComparedPeriod(whole, 'before', whole.to),
    lastYear: getComparedPeriod(whole, 'last-year', whole.to),
  };
}

/** The two ranges of days that contain every figure of the periods and months. */
export function getDaysToRead(today: CalendarDate): { readonly recent: Period; readonly lastYear: Period } {
  const periods = listOverviewPeriods(today);
  const months = getOverviewMonths(today);
  return {
    recent: getSpan([...periods.flatMap(({ elapsed, before }) => [elapsed, before]), months.whole, months.before]),
    lastYear: getSpan([...periods.map(({ lastYear }) => lastYear), months.lastYear]),
  };
}

function getSpan(periods: readonly Period[]): Period {
  const froms = periods.map(({ from }) => from).sort();
  const tos = periods.map(({ to }) => to).sort();
  return { from: froms[0] ?? '', to: tos.at(-1) ?? '' };
}

/** Figures of a period in euros, named as in the API. */
export interface PeriodFigures {
  readonly orders: number;
  readonly turnover: number;
  readonly turnover_wt: number;
  readonly discount_value_wt: number;
  /** Percentage of the turnover excluding VAT, with 2 decimals; `null` if that is 0 or the cost is not known. */
  readonly margin: number | null;
  readonly isCostKnown: boolean;
}

/** Turnover with or without VAT, in euros. */
export function getTurnover(figures: Pick<PeriodFigures, 'turnover' | 'turnover_wt'>, side: VatSide): number {
  return chooseAmount(side, figures.turnover, figures.turnover_wt);
}

/** The average amount of an order, in whole cents; `null` if there are no orders. */
export function calculateAverageReceipt(figures: PeriodFigures, side: VatSide): number | null {
  const { orders } = figures;
  return orders === 0 ? null : toEuros(roundToCents(Math.round(fromEuros(getTurnover(figures, side)) / orders)));
}

/** The figures of a period from the days that were read. */
export function sumPeriod(days: readonly TurnoverDay[], period: Period): PeriodFigures {
  const within = filterDays(days, period);
  const sum = (getEuros: (day: TurnoverDay) => number) => sumOf(within, (day) => fromEuros(getEuros(day)));
  const turnover = sum((day) => day.turnover);
  const isCostKnown = within.every((day) => day.cost !== null);
  return {
    orders: within.reduce((orders, day) => orders + day.orders, 0),
    turnover: toEuros(turnover),
    turnover_wt: toEuros(sum((day) => day.turnover_wt)),
    discount_value_wt: toEuros(sum((day) => day.discount_value_wt)),
    margin: isCostKnown ? calculateMarginPercentage(turnover - sum((day) => day.cost ?? 0), turnover) : null,
    isCostKnown,
  };
}

/** Days with their figures, once these are read. */
export interface DaysWithFigures {
  readonly days: Period;
  readonly choice: PeriodChoice;
  readonly figures: PeriodFigures | undefined;
  /** The figures could not be read. */
  readonly isUnread: boolean;
  /** The extent of the last day: up to a local time, or whole. `null` if it is not compared with a day in progress. */
  readonly lastDay: LastDay | null;
}

type LastDay = { readonly until: string } | 'whole';

export interface ComparedPeriod {
  readonly preset: OverviewPreset;
  readonly now: DaysWithFigures;
  readonly comparisons: readonly (DaysWithFigures & { readonly comparison: Comparison })[];
}

interface ReadDays {
  readonly days: readonly TurnoverDay[] | undefined;
  readonly isUnread: boolean;
}

export function compareFigures(
  { preset, elapsed, before, lastYear }: OverviewPeriod,
  recentDays: ReadDays,
  lastYearDays: ReadDays,
  begun: BegunDays,
): ComparedPeriod {
  const createCompared = (days: Period, read: ReadDays) =>
    isAsLong(days, elapsed) ? cutLastDay(days, read, begun) : createFigures(days, days, read);
  return {
    preset,
    now: createFigures(elapsed, preset, recentDays),
    comparisons: [
      { comparison: 'before', ...createCompared(before, recentDays) },
      { comparison: 'last-year', ...createCompared(lastYear, lastYearDays) },
    ],
  };
}

/** Uses the last day only up to the current time, if that is available. Compares nothing while it is being read. */
function cutLastDay(days: Period, read: ReadDays, { until, days: begun }: BegunDays): DaysWithFigures {
  const last = begun.get(days.to);
  if (last === undefined) return { ...createFigures(days, days, { ...read, days: undefined }), lastDay: { until } };
  if (last === null) return { ...createFigures(days, days, read), lastDay: 'whole' };
  const withLast = read.days?.map((day) => (day.date === last.date ? last : day));
  return { ...createFigures(days, days, { ...read, days: withLast }), lastDay: { until } };
}

function createFigures(days: Period, choice: PeriodChoice, read: ReadDays): DaysWithFigures {
  return {
    days,
    choice,
    figures: read.days && sumPeriod(read.days, days),
    isUnread: read.isUnread && read.days === undefined,
    lastDay: null,
  };
}

/** A day of the month and the same weekday of the other month, whole weeks apart. Either may be missing. */
export interface MonthDay {
  /** A unique key of the pair. */
  readonly key: CalendarDate;
  /** The day of the month, from 1; `null` for a pair outside the month. */
  readonly number: number | null;
  /** `null` if the day is in the future or not in the month. */
  readonly day: TurnoverDay | null;
  readonly compared: TurnoverDay | null;
  readonly isUnfinished: boolean;
}

interface Months {
  readonly month: Period;
  readonly monthDays: readonly TurnoverDay[];
  readonly comparedMonth: Period;
  /** `undefined` until they are read. */
  readonly comparedDays: readonly TurnoverDay[] | undefined;
  readonly today: CalendarDate;
}

/** Every day of the two months. At both ends a day may have no counterpart. */
export function pairMonthDays({ month, monthDays, comparedMonth, comparedDays = [], today }: Months): MonthDay[] {
  const shift = DAYS_PER_WEEK * Math.round(countDaysBetween(comparedMonth.from, month.from) / DAYS_PER_WEEK);
  const own = indexByDate(filterDays(monthDays, { from: month.from, to: today }));
  const compared = indexByDate(filterDays(comparedDays, comparedMonth));
  const { from, to } = getSpan([
    month,
    { from: addDays(comparedMonth.from, shift), to: addDays(comparedMonth.to, shift) },
  ]);
  return Array.from({ length: countDaysBetween(from, to) + 1 }, (_, index) => {
    const date = addDays(from, index);
    const isInMonth = month.from <= date && date <= month.to;
    return {
      key: date,
      number: isInMonth ? Number(date.slice(8)) : null,
      day: own.get(date) ?? null,
      compared: compared.get(addDays(date, -shift)) ?? null,
      isUnfinished: date === today,
    };
  });
}

const DAYS_PER_WEEK = 7;

function indexByDate(days: readonly TurnoverDay[]): Map<CalendarDate, TurnoverDay> {
  return new Map(days.map((day) => [day.date, day]));
}

function filterDays(days: readonly TurnoverDay[], { from, to }: Period): readonly TurnoverDay[] {
  return days.filter(({ date }) => from <= date && date <= to);
}
