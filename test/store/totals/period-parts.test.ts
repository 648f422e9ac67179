import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PeriodPart, splitPeriod } from '../../../electron/store/totals/totals-selection.ts';
import { addDays, countDaysBetween } from '../../../shared/calendar.ts';

const day = (first: number, last = first, sign: 1 | -1 = 1): PeriodPart => ({ unit: 'day', first, last, sign });
const month = (first: number, last = first): PeriodPart => ({ unit: 'month', first, last, sign: 1 });

describe('partsOfPeriod', () => {
  it.each<[string, string, string, PeriodPart[]]>([
    ['a period that ends before it begins', '2026-11-01', '2026-10-31', []],
    ['a month that ends before it begins', '2026-10-20', '2026-10-10', []],
    ['a day', '2026-10-05', '2026-10-05', [day(20261005)]],
    ['half a month', '2026-10-01', '2026-10-15', [day(20261001, 20261015)]],
    [
      'most of a month',
      '2026-10-02',
      '2026-10-30',
      [month(202610), day(20261001, 20261001, -1), day(20261031, 20261031, -1)],
    ],
    ['a month', '2026-02-01', '2026-02-28', [month(202602)]],
    [
      'a February of a leap year without its last day',
      '2028-02-01',
      '2028-02-28',
      [month(202802), day(20280229, 20280229, -1)],
    ],
    ['a year', '2026-01-01', '2026-12-31', [month(202601), month(202602, 202611), month(202612)]],
    ['New Year', '2025-12-31', '2026-01-01', [day(20251231), day(20260101)]],
    ['two months', '2025-12-01', '2026-01-31', [month(202512), month(202601)]],
    [
      'a year without its first and last day',
      '2026-01-02',
      '2026-12-30',
      [month(202601), day(20260101, 20260101, -1), month(202602, 202611), month(202612), day(20261231, 20261231, -1)],
    ],
    [
      'the edges of two months',
      '2026-01-25',
      '2026-03-07',
      [day(20260125, 20260131), month(202602, 202602), day(20260301, 20260307)],
    ],
  ])('splits %s', (_, from, to, parts) => {
    expect(splitPeriod(from, to)).toEqual(parts);
  });

  it('has every day of the period once and no other day, with at most 31 single days', () => {
    const period = fc.tuple(fc.integer({ min: 0, max: 1_500 }), fc.integer({ min: 0, max: 1_200 }));
    fc.assert(
      fc.property(period, ([start, length]) => {
        const from = addDays('2023-11-01', start);
        const to = addDays(from, length);
        const parts = splitPeriod(from, to);
        const days = parts.flatMap(daysOfPart);
        const counts = Map.groupBy(days, ([date]) => date);
        const held = [...counts].map(([date, found]) => [date, found.reduce((sum, [, sign]) => sum + sign, 0)]);
        const inPeriod = held
          .filter(([, count]) => count === 1)
          .map(([date]) => date)
          .sort();
        expect(held.filter(([, count]) => count !== 0 && count !== 1)).toEqual([]);
        expect([inPeriod.length, inPeriod[0], inPeriod.at(-1)]).toEqual([countDaysBetween(from, to) + 1, from, to]);
        const single = parts.filter(({ unit }) => unit === 'day').flatMap(daysOfPart);
        expect(single.length).toBeLessThanOrEqual(31);
      }),
      { seed: 4, numRuns: 150 },
    );
  });
});

/** The days of a part by plain counting. */
function daysOfPart({ unit, first, last, sign }: PeriodPart): [string, number][] {
  const [start, end] =
    unit === 'day'
      ? [dateOf(first), dateOf(last)]
      : [dateOf(first * 100 + 1), `${dateOf(last * 100 + 1).slice(0, 7)}-99`];
  const days: [string, number][] = [];
  for (let date = start; date <= end; date = addDays(date, 1)) days.push([date, sign]);
  return days;
}

function dateOf(day: number): string {
  return String(day).replace(/(....)(..)(..)/, '$1-$2-$3');
}
