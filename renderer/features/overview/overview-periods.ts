import type { CalendarDate } from '../../../shared/calendar.ts';
import type { TurnoverDay } from '../../../shared/contract/turnover-by-day.ts';
import { fromEuros, percentageOf, sumOf, toEuros } from '../../../shared/money.ts';
import { type Comparison, comparedPeriod, elapsedPeriod, type Period, periodOf } from '../../../shared/periods.ts';
import type { PeriodChoice } from '../../lib/address/fields.ts';
import { amountOfSide, type VatSide } from '../../lib/amounts.ts';

const OVERVIEW_PRESETS = ['today', 'this-week', 'this-month'] as const;

type OverviewPreset = (typeof OVERVIEW_PRESETS)[number];

/** A period under way with the days that it is compared with: as many as have begun. */
interface OverviewPeriod {
  readonly preset: OverviewPreset;
  readonly elapsed: Period;
  readonly before: Period;
  readonly lastYear: Period;
}

export function overviewPeriods(today: CalendarDate): readonly OverviewPeriod[] {
  return OVERVIEW_PRESETS.map((preset) => {
    const period = periodOf(preset, today);
    return {
      preset,
      elapsed: elapsedPeriod(period, today),
      before: comparedPeriod(period, 'before', today),
      lastYear: comparedPeriod(period, 'last-year', today),
    };
  });
}

/** The whole month under way with the whole months that it is compared with. */
export function overviewMonths(today: CalendarDate): Omit<OverviewPeriod, 'preset' | 'elapsed'> & {
  readonly whole: Period;
} {
  const whole = periodOf('this-month', today);
  return {
    whole,
    before: comparedPeriod(whole, 'before', whole.to),
    lastYear: comparedPeriod(whole, 'last-year', whole.to),
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
  return amountOfSide(side, figures.turnover, figures.turnover_wt);
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
    margin: isCostKnown ? percentageOf(turnover - sum((day) => day.cost ?? 0), turnover) : null,
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
}

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
): ComparedPeriod {
  return {
    preset,
    now: figuresOf(elapsed, preset, recentDays),
    comparisons: [
      { comparison: 'before', ...figuresOf(before, before, recentDays) },
      { comparison: 'last-year', ...figuresOf(lastYear, lastYear, daysOfLastYear) },
    ],
  };
}

function figuresOf(days: Period, choice: PeriodChoice, read: ReadDays): FiguresOfDays {
  return {
    days,
    choice,
    figures: read.days && periodFigures(read.days, days),
    isUnread: read.isUnread && read.days === undefined,
  };
}

/** A day of the month with the day of the same number in the other month; either may be missing. */
export interface MonthDay {
  /** Of the month, from 1. */
  readonly number: number;
  /** Null for a day that is still to come, or that the month does not have. */
  readonly day: TurnoverDay | null;
  readonly compared: TurnoverDay | null;
  readonly isUnderWay: boolean;
}

interface Months {
  readonly month: Period;
  readonly monthDays: readonly TurnoverDay[];
  readonly comparedMonth: Period;
  /** Undefined while they are not read. */
  readonly comparedDays: readonly TurnoverDay[] | undefined;
  readonly today: CalendarDate;
}

/** As many days as the longer of the two months has. */
export function monthDays({ month, monthDays, comparedMonth, comparedDays = [], today }: Months): MonthDay[] {
  const length = Math.max(Number(month.to.slice(8)), Number(comparedMonth.to.slice(8)));
  const own = byNumber(monthDays, { from: month.from, to: today });
  const compared = byNumber(comparedDays, comparedMonth);
  return Array.from({ length }, (_, index) => {
    const number = index + 1;
    const day = own.get(number) ?? null;
    return { number, day, compared: compared.get(number) ?? null, isUnderWay: day?.date === today };
  });
}

function byNumber(days: readonly TurnoverDay[], period: Period): Map<number, TurnoverDay> {
  return new Map(daysIn(days, period).map((day) => [Number(day.date.slice(8)), day]));
}

function daysIn(days: readonly TurnoverDay[], { from, to }: Period): readonly TurnoverDay[] {
  return days.filter(({ date }) => from <= date && date <= to);
}
