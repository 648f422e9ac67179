import { describe, expect, it } from 'vitest';
import {
  compareFigures,
  getDaysToRead,
  getOverviewMonths,
  listDaysInProgress,
  listOverviewPeriods,
} from '../../../../renderer/features/overview/overview-periods.ts';
import { soldDays } from './sold-days.ts';

describe('listOverviewPeriods', () => {
  it('ends today and compares the same number of days, and today with the same weekday of last week', () => {
    expect(listOverviewPeriods('2026-11-21')).toEqual([
      {
        preset: 'today',
        elapsed: { from: '2026-11-21', to: '2026-11-21' },
        before: { from: '2026-11-14', to: '2026-11-14' },
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

describe('getDaysToRead', () => {
  it.each(['2026-11-21', '2026-12-01', '2027-01-01', '2027-03-01', '2028-02-29', '2026-03-29', '2026-10-25'])(
    'has every day that is shown on %s',
    (today) => {
      const { recent, lastYear } = getDaysToRead(today);
      const { whole, before, lastYear: monthOfLastYear } = getOverviewMonths(today);
      const periods = listOverviewPeriods(today);
      const isWithin = (inner: { from: string; to: string }, outer: { from: string; to: string }) =>
        outer.from <= inner.from && inner.to <= outer.to;
      const recentDays = [whole, before, ...periods.flatMap((period) => [period.elapsed, period.before])];
      const daysOfLastYear = [monthOfLastYear, ...periods.map((period) => period.lastYear)];
      expect(recentDays.filter((days) => !isWithin(days, recent))).toEqual([]);
      expect(daysOfLastYear.filter((days) => !isWithin(days, lastYear))).toEqual([]);
    },
  );
});

describe('the days that today is compared with', () => {
  it('are the last ones of the compared periods', () => {
    expect(listDaysInProgress('2026-11-21')).toEqual(['2026-11-14', '2025-11-22', '2026-10-21', '2025-11-21']);
  });

  it('do not include days of a month that was over by then', () => {
    // The whole of February is compared with the 31 days of March.
    expect(listDaysInProgress('2026-03-31')).not.toContain('2026-02-28');
  });

  const [today, week] = listOverviewPeriods('2026-11-21');
  const days = soldDays('2026-11-01', '2026-11-30', {
    '2026-11-13': { orders: 2, turnover: 20 },
    '2026-11-14': { orders: 5, turnover: 50 },
  });
  const read = { days, isUnread: false };
  const none = { days: undefined, isUnread: false };
  const until = (date: string, orders: number, turnover: number) =>
    [date, { ...soldDays(date, date, {})[0], date, orders, turnover }] as const;

  it('count up to the current time, also at the end of several days', () => {
    const begun = {
      until: '14:15',
      days: new Map([until('2026-11-14', 4, 40)]) as never,
    };
    expect(compareFigures(today as never, read, none, begun).comparisons[0]).toMatchObject({
      figures: { orders: 4, turnover: 40 },
      lastDay: { until: '14:15' },
    });
    expect(compareFigures(week as never, read, none, begun).comparisons[0]).toMatchObject({
      figures: { orders: 6, turnover: 60 },
      lastDay: { until: '14:15' },
    });
  });

  it('count in full, and say so, if the platform gives no part of a day', () => {
    const begun = { until: '14:15', days: new Map([['2026-11-14', null]]) };
    expect(compareFigures(today as never, read, none, begun).comparisons[0]).toMatchObject({
      figures: { orders: 5, turnover: 50 },
      lastDay: 'whole',
    });
  });

  it('have no figures until it is known how much of them counts', () => {
    const begun = { until: '14:15', days: new Map() };
    expect(compareFigures(today as never, read, none, begun).comparisons[0]?.figures).toBeUndefined();
  });
});
