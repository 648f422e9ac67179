import { describe, expect, it } from 'vitest';
import { countDaysBetween, getWeekday } from '../../../shared/calendar.ts';
import { getComparedPeriod, getElapsedPeriod, getPeriod, type Period } from '../../../shared/periods.ts';

const days = (from: string, to: string): Period => ({ from, to });

describe('elapsedPeriod', () => {
  it.each([
    ['under way ends today', days('2026-11-01', '2026-11-30'), '2026-11-21', '2026-11-21'],
    ['is one day on its first day', days('2026-12-01', '2026-12-31'), '2026-12-01', '2026-12-01'],
    ['is whole on its last day', days('2026-11-01', '2026-11-30'), '2026-11-30', '2026-11-30'],
    ['that is over is whole', days('2026-10-01', '2026-10-31'), '2026-11-21', '2026-10-31'],
    ['that is still to come is whole', days('2026-12-01', '2026-12-31'), '2026-11-21', '2026-12-31'],
  ])('%s', (_fact, period, today, to) => {
    expect(getElapsedPeriod(period, today)).toEqual(days(period.from, to));
  });
});

describe('comparedPeriod before', () => {
  it.each([
    ['a day with the day before', 'today', '2026-11-21', '2026-11-20', '2026-11-20'],
    ['a day with the short day before it', 'today', '2026-03-30', '2026-03-29', '2026-03-29'],
    ['a day with the long day before it', 'today', '2026-10-26', '2026-10-25', '2026-10-25'],
    ['the first of the month with the last of the one before', 'today', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['a week under way with as many days', 'this-week', '2026-11-21', '2026-11-09', '2026-11-14'],
    ['a week with one that has a clock change', 'this-week', '2026-10-31', '2026-10-19', '2026-10-24'],
    ['a week over New Year with the one before', 'this-week', '2027-01-01', '2026-12-21', '2026-12-25'],
    ['the first week of a year with the 53rd', 'this-week', '2027-01-10', '2026-12-28', '2027-01-03'],
    ['a month under way with as many days', 'this-month', '2026-11-21', '2026-10-01', '2026-10-21'],
    ['a month on its first day with one day', 'this-month', '2026-12-01', '2026-11-01', '2026-11-01'],
    ['a month beyond the end of a shorter one with all of it', 'this-month', '2026-03-30', '2026-02-01', '2026-02-28'],
    ['the last day of February with all of January', 'this-month', '2028-02-29', '2028-01-01', '2028-01-31'],
    ['March in a leap year with all of February', 'this-month', '2028-03-29', '2028-02-01', '2028-02-29'],
    ['January with December of the year before', 'this-month', '2027-01-15', '2026-12-01', '2026-12-15'],
  ] as const)('compares %s', (_fact, preset, today, from, to) => {
    expect(getComparedPeriod(getPeriod(preset, today), 'before', today)).toEqual(days(from, to));
  });

  it('compares a month that is over with the whole month before', () => {
    const october = days('2026-10-01', '2026-10-31');
    expect(getComparedPeriod(october, 'before', '2026-11-21')).toEqual(days('2026-09-01', '2026-09-30'));
  });
});

describe('comparedPeriod with last year', () => {
  it.each([
    ['a day with the same weekday', 'today', '2026-11-21', '2025-11-22', '2025-11-22'],
    ['a leap day with the same weekday', 'today', '2028-02-29', '2027-03-02', '2027-03-02'],
    ['a week with the days of as many weekdays', 'this-week', '2026-11-21', '2025-11-17', '2025-11-22'],
    ['a week over New Year with one over New Year', 'this-week', '2027-01-03', '2025-12-29', '2026-01-04'],
    ['a month under way with the same dates', 'this-month', '2026-11-21', '2025-11-01', '2025-11-21'],
    ['a month on its first day with the first', 'this-month', '2026-12-01', '2025-12-01', '2025-12-01'],
    ['February of a leap year with a shorter one', 'this-month', '2028-02-29', '2027-02-01', '2027-02-28'],
    ['the day before a leap day with the same dates', 'this-month', '2028-02-28', '2027-02-01', '2027-02-28'],
    ['a year under way with the same dates', 'this-year', '2026-11-21', '2025-01-01', '2025-11-21'],
    ['a leap year under way with the same dates', 'this-year', '2028-11-21', '2027-01-01', '2027-11-21'],
    ['a year under way with the same dates of a leap year', 'this-year', '2029-11-21', '2028-01-01', '2028-11-21'],
    ['a quarter under way with the same dates', 'this-quarter', '2028-03-15', '2027-01-01', '2027-03-15'],
    ['a year up to a leap day with one up to the 28th', 'this-year', '2028-02-29', '2027-01-01', '2027-02-28'],
    ['the last of February with all of a longer one', 'this-month', '2029-02-28', '2028-02-01', '2028-02-29'],
  ] as const)('compares %s', (_fact, preset, today, from, to) => {
    expect(getComparedPeriod(getPeriod(preset, today), 'last-year', today)).toEqual(days(from, to));
  });

  it.each(['2026-03-29', '2026-10-25', '2027-01-01', '2028-02-29'])(
    'pairs each weekday of %s with the same weekday, over the same number of days',
    (today) => {
      const week = getPeriod('this-week', today);
      const compared = getComparedPeriod(week, 'last-year', today);
      expect(getWeekday(compared.from)).toBe(getWeekday(week.from));
      expect(countDaysBetween(compared.from, compared.to)).toBe(countDaysBetween(week.from, today));
    },
  );
});
