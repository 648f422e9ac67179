import type { CalendarDate } from '../../../shared/calendar.ts';
import { comparedPeriod, elapsedPeriod } from '../../../shared/compared-periods.ts';
import { type Period, periodOf } from '../../../shared/periods.ts';

const OVERVIEW_PRESETS = ['today', 'this-week', 'this-month'] as const;
export type OverviewPreset = (typeof OVERVIEW_PRESETS)[number];

/** A period under way with the days that it is held against: as many as have begun. */
export interface OverviewPeriod {
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

/** The month under way, to its last day, with the whole months that it is drawn beside. */
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

/** Two ranges of days hold every figure of the periods and of the months. */
export function daysToRead(today: CalendarDate): { readonly recent: Period; readonly lastYear: Period } {
  const periods = overviewPeriods(today);
  const months = overviewMonths(today);
  return {
    recent: around([
      ...periods.flatMap(({ elapsed, before }) => [elapsed, before]),
      months.whole,
      months.before,
    ]),
    lastYear: around([...periods.map(({ lastYear }) => lastYear), months.lastYear]),
  };
}

function around(periods: readonly Period[]): Period {
  const froms = periods.map(({ from }) => from).sort();
  const tos = periods.map(({ to }) => to).sort();
  return { from: froms[0] ?? '', to: tos.at(-1) ?? '' };
}
