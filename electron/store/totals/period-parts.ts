import type { CalendarDate } from '../../../shared/calendar.ts';
import { localDayOf } from '../../../shared/local-days.ts';
import { dayOfMonth, daysIn, monthAfter, monthBefore, monthOf } from './local-months.ts';

/** Days or months in a row, `first` and `last` included: days as YYYYMMDD, months as YYYYMM. */
export interface PeriodPart {
  readonly unit: 'day' | 'month';
  readonly first: number;
  readonly last: number;
  /** -1 where the part is in another one and does not belong to the period. */
  readonly sign: 1 | -1;
}

/**
 * The parts whose totals sum to those of the days `from` to `to`: whole months, and at the edges single days.
 * Of a month of which more than half is in the period, the month is taken and the other days are taken off.
 * None where `to` is before `from`.
 */
export function partsOfPeriod(from: CalendarDate, to: CalendarDate): PeriodPart[] {
  const [first, last] = [localDayOf(from), localDayOf(to)];
  if (first > last) return [];
  const [firstMonth, lastMonth] = [monthOf(first), monthOf(last)];
  if (firstMonth === lastMonth) return partsOfMonth(firstMonth, placeOf(first), placeOf(last));
  const head = partsOfMonth(firstMonth, placeOf(first), daysIn(firstMonth));
  const tail = partsOfMonth(lastMonth, 1, placeOf(last));
  const between = {
    unit: 'month',
    first: monthAfter(firstMonth),
    last: monthBefore(lastMonth),
    sign: 1,
  } as const;
  return [...head, ...(between.first <= between.last ? [between] : []), ...tail];
}

/** `first` and `last` are days of the month, from 1 on. */
function partsOfMonth(month: number, first: number, last: number): PeriodPart[] {
  const length = daysIn(month);
  const days = (from: number, to: number, sign: 1 | -1): PeriodPart[] =>
    from > to ? [] : [{ unit: 'day', first: dayOfMonth(month, from), last: dayOfMonth(month, to), sign }];
  if (2 * (last - first + 1) <= length) return days(first, last, 1);
  return [
    { unit: 'month', first: month, last: month, sign: 1 },
    ...days(1, first - 1, -1),
    ...days(last + 1, length, -1),
  ];
}

/** The place of the day in its month, from 1 on. */
function placeOf(day: number): number {
  return day % 100;
}
