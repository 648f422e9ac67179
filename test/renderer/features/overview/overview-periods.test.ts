import { describe, expect, it } from 'vitest';
import {
  daysToRead,
  overviewMonths,
  overviewPeriods,
} from '../../../../renderer/features/overview/overview-periods.ts';

describe('overviewPeriods', () => {
  it('ends today and compares as many days', () => {
    expect(overviewPeriods('2026-11-21')).toEqual([
      {
        preset: 'today',
        elapsed: { from: '2026-11-21', to: '2026-11-21' },
        before: { from: '2026-11-20', to: '2026-11-20' },
        lastYear: { from: '2025-11-22', to: '2025-11-22' },
      },
      {
        preset: 'this-week',
        elapsed: { from: '2026-11-16', to: '2026-11-21' },
        before: { from: '2026-11-09', to: '2026-11-14' },
        lastYear: { from: '2025-11-17', to: '2025-11-22' },
      },
      {
        preset: 'this-month',
        elapsed: { from: '2026-11-01', to: '2026-11-21' },
        before: { from: '2026-10-01', to: '2026-10-21' },
        lastYear: { from: '2025-11-01', to: '2025-11-21' },
      },
    ]);
  });
});

describe('daysToRead', () => {
  it.each(['2026-11-21', '2026-12-01', '2027-01-01', '2027-03-01', '2028-02-29', '2026-03-29', '2026-10-25'])(
    'holds every day that is shown on %s',
    (today) => {
      const { recent, lastYear } = daysToRead(today);
      const { whole, before, lastYear: monthOfLastYear } = overviewMonths(today);
      const periods = overviewPeriods(today);
      const isWithin = (inner: { from: string; to: string }, outer: { from: string; to: string }) =>
        outer.from <= inner.from && inner.to <= outer.to;
      const recentDays = [whole, before, ...periods.flatMap((period) => [period.elapsed, period.before])];
      const daysOfLastYear = [monthOfLastYear, ...periods.map((period) => period.lastYear)];
      expect(recentDays.filter((days) => !isWithin(days, recent))).toEqual([]);
      expect(daysOfLastYear.filter((days) => !isWithin(days, lastYear))).toEqual([]);
    },
  );
});
