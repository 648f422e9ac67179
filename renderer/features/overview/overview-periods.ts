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

/** A period under way with the days that it is compared with: as many as have begun. */
interface OverviewPeriod {
  readonly preset: OverviewPreset;
  readonly elapsed: Period;
  readonly before: Period;
  readonly lastYear: Period;
}

/** The day that today is held against: the same weekday of last week, as shops do, or yesterday. */
export const DAYS_BEFORE = ['weekday', 'yesterday'] as const;

export type DayBefore = (typeof DAYS_BEFORE)[number];

export function overviewPeriods(today: CalendarDate, dayBefore: DayBefore = 'weekday'): readonly OverviewPeriod[] {
  const before = addDays(today, dayBefore === 'weekday' ? -DAYS_OF_A_WEEK : -1);
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

/** The days that today is compared with: the last ones of periods as long as the one under way. */
export function daysUnderWay(today: CalendarDate, dayBefore?: DayBefore): readonly CalendarDate[] {
  const periods = overviewPeriods(today, dayBefore);
  const last = periods.flatMap(({ elapsed, before, lastYear }) =>
    [before, lastYear].filter((compared) => isAsLong(compared, elapsed)).map(({ to }) => to),
  );
  return [...new Set(last)];
}

/** A shorter month has ended before the day of today: its days are whole ones. */
function isAsLong(one: Period, other: Period): boolean {
  return countDaysBetween(one.from, one.to) === countDaysBetween(other.from, other.to);
}

/** Days up to a local time, `14:15`. */
export interface BegunDays {
  readonly until: string;
  /** Null for one that is given whole; without an entry while it is being read. */
  readonly days: ReadonlyMap<CalendarDate, TurnoverDay | null>;
}

/** The whole month under way with the whole months that it is compared with. */
export function overviewMonths(today: CalendarDate): Omit<OverviewPeriod, 'preset' | 'elapsed'> & {
  readonly whole: Period;
} {
  const whole = getPeriod('this-month', today);
  return {
    whole,
    before: getComparedPeriod(whole, 'before', whole.to),
    lastYear: getComparedPeriod(whole, 'last-year', whole.to),
  };
}

/** The two ranges of days that hold every figure of the periods and of the months. */
export function daysToRead(today: CalendarDate): { readonly recent: Period; readonly lastYear: Period } {
  const periods = overviewPeriods(today);
  const months = overviewMonths(today);
  return {
    recent: around([...periods.flatMap(({ elapsed, before }) => [elapsed, before]), months.whole, months.before]),
    lastYear: around([...periods.map(({ lastYear }) => lastYear), months.lastYear]),
  };
}

function around(periods: readonly Period[]): Period {
  const froms = periods.map(({ from }) => from).sort();
  const tos = periods.map(({ to }) => to).sort();
  return { from: froms[0] ?? '', to: tos.at(-1) ?? '' };
}

/** Figures of a period, in euros; names as the API has them. */
export interface PeriodFigures {
  readonly orders: number;
  readonly turnover: number;
  readonly turnover_wt: number;
  readonly discount_value_wt: number;
  /** Of the turnover excluding VAT, with 2 decimals; null where that is 0, and where the cost is not known. */
  readonly margin: number | null;
  readonly isCostKnown: boolean;
}

/** Turnover with or without VAT, in euros. */
export function turnoverOf(figures: Pick<PeriodFigures, 'turnover' | 'turnover_wt'>, side: VatSide): number {
  return chooseAmount(side, figures.turnover, figures.turnover_wt);
}

/** What an order comes to on average, in euros and whole cents; null without orders. */
export function averageReceipt(figures: PeriodFigures, side: VatSide): number | null {
  const { orders } = figures;
  return orders === 0 ? null : toEuros(roundToCents(Math.round(fromEuros(turnoverOf(figures, side)) / orders)));
}

/** The figures of the days of a period out of all days that were read. */
export function periodFigures(days: readonly TurnoverDay[], period: Period): PeriodFigures {
  const within = daysIn(days, period);
  const sum = (eurosOf: (day: TurnoverDay) => number) => sumOf(within, (day) => fromEuros(eurosOf(day)));
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

/** Days with their figures once these are read. */
export interface FiguresOfDays {
  readonly days: Period;
  readonly choice: PeriodChoice;
  readonly figures: PeriodFigures | undefined;
  /** They could not be read. */
  readonly isUnread: boolean;
  /** Of the last day: a local time, or that it is whole; null where no day under way is compared with it. */
  readonly lastDay: LastDay | null;
}

type LastDay = { readonly until: string } | 'whole';

export interface ComparedPeriod {
  readonly preset: OverviewPreset;
  readonly now: FiguresOfDays;
  readonly comparisons: readonly (FiguresOfDays & { readonly comparison: Comparison })[];
}

interface ReadDays {
  readonly days: readonly TurnoverDay[] | undefined;
  readonly isUnread: boolean;
}

export function comparedFigures(
  { preset, elapsed, before, lastYear }: OverviewPeriod,
  recentDays: ReadDays,
  daysOfLastYear: ReadDays,
  begun: BegunDays,
): ComparedPeriod {
  const compared = (days: Period, read: ReadDays) =>
    isAsLong(days, elapsed) ? untilNow(days, read, begun) : figuresOf(days, days, read);
  return {
    preset,
    now: figuresOf(elapsed, preset, recentDays),
    comparisons: [
      { comparison: 'before', ...compared(before, recentDays) },
      { comparison: 'last-year', ...compared(lastYear, daysOfLastYear) },
    ],
  };
}

/** The last day up to the time of now, as far as that is known: nothing is compared while it is being read. */
function untilNow(days: Period, read: ReadDays, { until, days: begun }: BegunDays): FiguresOfDays {
  const last = begun.get(days.to);
  if (last === undefined) return { ...figuresOf(days, days, { ...read, days: undefined }), lastDay: { until } };
  if (last === null) return { ...figuresOf(days, days, read), lastDay: 'whole' };
  const withLast = read.days?.map((day) => (day.date === last.date ? last : day));
  return { ...figuresOf(days, days, { ...read, days: withLast }), lastDay: { until } };
}

function figuresOf(days: Period, choice: PeriodChoice, read: ReadDays): FiguresOfDays {
  return {
    days,
    choice,
    figures: read.days && periodFigures(read.days, days),
    isUnread: read.isUnread && read.days === undefined,
    lastDay: null,
  };
}

/** A day of the month with the same weekday of the other month, whole weeks away; either may be missing. */
export interface MonthDay {
  /** The same for no other pair. */
  readonly key: CalendarDate;
  /** Of the month, from 1; null for a pair outside it. */
  readonly number: number | null;
  /** Null for a day that is still to come, or that the month does not have. */
  readonly day: TurnoverDay | null;
  readonly compared: TurnoverDay | null;
  readonly isUnfinished: boolean;
}

interface Months {
  readonly month: Period;
  readonly monthDays: readonly TurnoverDay[];
  readonly comparedMonth: Period;
  /** Undefined while they are not read. */
  readonly comparedDays: readonly TurnoverDay[] | undefined;
  readonly today: CalendarDate;
}

/** Every day of the two months: those at both ends may stand alone. */
export function monthDays({ month, monthDays, comparedMonth, comparedDays = [], today }: Months): MonthDay[] {
  const shift = DAYS_OF_A_WEEK * Math.round(countDaysBetween(comparedMonth.from, month.from) / DAYS_OF_A_WEEK);
  const own = byDate(daysIn(monthDays, { from: month.from, to: today }));
  const compared = byDate(daysIn(comparedDays, comparedMonth));
  const { from, to } = around([
    month,
    { from: addDays(comparedMonth.from, shift), to: addDays(comparedMonth.to, shift) },
  ]);
  return Array.from({ length: countDaysBetween(from, to) + 1 }, (_, index) => {
    const date = addDays(from, index);
    const isOfMonth = month.from <= date && date <= month.to;
    return {
      key: date,
      number: isOfMonth ? Number(date.slice(8)) : null,
      day: own.get(date) ?? null,
      compared: compared.get(addDays(date, -shift)) ?? null,
      isUnfinished: date === today,
    };
  });
}

const DAYS_OF_A_WEEK = 7;

function byDate(days: readonly TurnoverDay[]): Map<CalendarDate, TurnoverDay> {
  return new Map(days.map((day) => [day.date, day]));
}

function daysIn(days: readonly TurnoverDay[], { from, to }: Period): readonly TurnoverDay[] {
  return days.filter(({ date }) => from <= date && date <= to);
}
