import type { CalendarDate } from '../../../../shared/calendar.ts';
import type { TurnoverDay } from '../../../../shared/contract/turnover-by-day.ts';
import type { Period } from '../../../../shared/periods.ts';

/** A day of the month with the day of the same number in the month beside it; either may not be there. */
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
  const shown = byNumber(monthDays, { from: month.from, to: today });
  const compared = byNumber(comparedDays, comparedMonth);
  return Array.from({ length }, (_, index) => {
    const number = index + 1;
    const day = shown.get(number) ?? null;
    return { number, day, compared: compared.get(number) ?? null, isUnderWay: day?.date === today };
  });
}

function byNumber(days: readonly TurnoverDay[], { from, to }: Period): Map<number, TurnoverDay> {
  const within = days.filter(({ date }) => from <= date && date <= to);
  return new Map(within.map((day) => [Number(day.date.slice(8)), day]));
}
