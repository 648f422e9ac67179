import type { Comparison } from '../../../../shared/compared-periods.ts';
import type { TurnoverDay } from '../../../../shared/contract/turnover-by-day.ts';
import type { Period } from '../../../../shared/periods.ts';
import type { PeriodChoice } from '../../../lib/address/fields.ts';
import type { OverviewPeriod, OverviewPreset } from '../overview-periods.ts';
import { type PeriodFigures, periodFigures } from '../period-figures.ts';

/** Days with their figures, as far as these are read. */
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

/** The figures of a period and of the days that it is held against. */
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
