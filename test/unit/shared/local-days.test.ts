import { describe, expect, it } from 'vitest';
import {
  formatLocalDay,
  getDateOfDayNumber,
  getDayNumber,
  getLocalDayAt,
  toLocalDay,
} from '../../../shared/calendar.ts';

describe('day numbers', () => {
  it.each([
    ['1970-01-01', 0],
    ['1969-12-31', -1],
    ['2026-03-29', 20_541],
    ['0001-01-01', -719_162],
    ['9999-12-31', 2_932_896],
  ])('%s is day %d, and back', (date, day) => {
    expect(getDayNumber(date)).toBe(day);
    expect(getDateOfDayNumber(day)).toBe(date);
  });
});

describe('local days', () => {
  it.each([
    ['2026-10-25', 20_261_025],
    ['1999-12-31', 19_991_231],
    ['0001-01-01', 10_101],
  ])('%s becomes %d, and back', (date, day) => {
    expect(toLocalDay(date)).toBe(day);
    expect(formatLocalDay(day)).toBe(date);
  });

  it.each([
    ['2026-10-24T23:59:59+02:00', 20_261_024],
    ['2026-10-25T00:00:00+02:00', 20_261_025],
    ['2026-10-25T23:59:59+01:00', 20_261_025],
    ['2026-10-26T00:00:00+01:00', 20_261_026],
    ['2026-03-29T23:59:59+02:00', 20_260_329],
    ['2026-03-30T00:00:00+02:00', 20_260_330],
  ])('change at local midnight: %s is on %d', (instant, day) => {
    expect(getLocalDayAt(Date.parse(instant))).toBe(day);
  });
});
