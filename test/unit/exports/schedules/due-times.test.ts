import { describe, expect, it } from 'vitest';
import { getRunPeriod, hasDay, isTime, listDueTimes } from '../../../../electron/exports/schedules/due-times.ts';
import { formatTimestamp } from '../../../../shared/calendar.ts';
import type { SCHEDULE_PERIODS, ScheduleTiming } from '../../../../shared/contract/schedules.ts';
import { DAILY, MONTHLY } from '../../../support/open-schedules.ts';

function dueBetween(timing: ScheduleTiming, from: string, to: string): readonly string[] {
  return listDueTimes(timing, Date.parse(from), Date.parse(to)).map(formatTimestamp);
}

describe('the times at which a schedule is due', () => {
  it('are in Amsterdam time, in summer and in winter', () => {
    const timing = { every: 'day', on: null, at: '06:00' } as const;
    expect(dueBetween(timing, '2026-10-23T12:00:00Z', '2026-10-26T12:00:00Z')).toEqual([
      '2026-10-24T06:00:00+02:00',
      '2026-10-25T06:00:00+01:00',
      '2026-10-26T06:00:00+01:00',
    ]);
  });

  it('come right after a time that a clock change skips', () => {
    const timing = { every: 'day', on: null, at: '02:30' } as const;
    expect(dueBetween(timing, '2027-03-27T12:00:00Z', '2027-03-29T12:00:00Z')).toEqual([
      '2027-03-28T03:00:00+02:00',
      '2027-03-29T02:30:00+02:00',
    ]);
  });

  it('come once if a clock change repeats a time', () => {
    const timing = { every: 'day', on: null, at: '02:30' } as const;
    expect(dueBetween(timing, '2026-10-24T12:00:00Z', '2026-10-26T12:00:00Z')).toEqual([
      '2026-10-25T02:30:00+02:00',
      '2026-10-26T02:30:00+01:00',
    ]);
  });

  it('can be on a day of the week, from Monday to Sunday', () => {
    const on = (day: number) =>
      dueBetween({ every: 'week', on: day, at: '06:00' }, '2026-11-01T12:00:00Z', '2026-11-09T00:00:00Z');
    expect([on(1), on(7)]).toEqual([['2026-11-02T06:00:00+01:00'], ['2026-11-08T06:00:00+01:00']]);
  });

  it('can be on a day of each month', () => {
    const timing = { every: 'month', on: 28, at: '23:59' } as const;
    expect(dueBetween(timing, '2027-01-01T00:00:00Z', '2027-03-01T00:00:00Z')).toEqual([
      '2027-01-28T23:59:00+01:00',
      '2027-02-28T23:59:00+01:00',
    ]);
  });

  it('need a time of 24 hours, and a day if the interval has one', () => {
    expect(['06:00', '23:59', '24:00', '6:00', '06:60', ''].map(isTime)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    const timings: readonly ScheduleTiming[] = [
      { every: 'day', on: null, at: '06:00' },
      { every: 'day', on: 1, at: '06:00' },
      { every: 'week', on: null, at: '06:00' },
      { every: 'week', on: 8, at: '06:00' },
      { every: 'month', on: 28, at: '06:00' },
    ];
    expect(timings.map(hasDay)).toEqual([true, false, false, false, true]);
  });
});

describe('the period of a run', () => {
  const periodOf = (period: (typeof SCHEDULE_PERIODS)[number], dueAt: string) =>
    getRunPeriod({ ...DAILY.work, kind: 'dataset', request: DAILY_REQUEST, period }, Date.parse(dueAt));

  it('is relative to the day on which the run was due', () => {
    const dueAt = '2026-11-04T06:00:00+01:00';
    expect(periodOf('yesterday', dueAt)).toEqual({ from: '2026-11-03', to: '2026-11-03' });
    expect(periodOf('last-week', dueAt)).toEqual({ from: '2026-10-26', to: '2026-11-01' });
    expect(periodOf('last-month', dueAt)).toEqual({ from: '2026-10-01', to: '2026-10-31' });
    expect(periodOf('last-quarter', dueAt)).toEqual({ from: '2026-07-01', to: '2026-09-30' });
  });

  it('begins at local midnight', () => {
    expect(periodOf('yesterday', '2026-11-04T00:30:00+01:00')).toEqual({ from: '2026-11-03', to: '2026-11-03' });
    expect(periodOf('yesterday', '2026-11-03T23:30:00+01:00')).toEqual({ from: '2026-11-02', to: '2026-11-02' });
  });

  it('is the last month for a month package', () => {
    const dueAt = Date.parse('2027-01-01T06:00:00+01:00');
    expect(getRunPeriod(MONTHLY.work, dueAt)).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  });
});

const DAILY_REQUEST = { dataset: 'orders', filters: {}, format: 'csv', language: 'nl' } as const;
