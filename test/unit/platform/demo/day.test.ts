import { describe, expect, it } from 'vitest';
import { atMinute, changeMinutes, dayNumberAt, dayNumberOf, dayOf } from '../../../../electron/platform/demo/day.ts';
import { localTimestamp } from '../../../../shared/calendar.ts';

const day = (date: string) => dayOf(dayNumberOf(date));

describe('dayOf', () => {
  it('numbers days from 2020-01-01 on', () => {
    expect(day('2020-01-01').number).toBe(0);
    expect(dayOf(366)).toMatchObject({ date: '2021-01-01', weekday: 5 });
  });

  it('lasts from local midnight to local midnight', () => {
    expect(localTimestamp(day('2026-10-25').start)).toBe('2026-10-25T00:00:00+02:00');
    expect(localTimestamp(day('2026-10-25').end)).toBe('2026-10-26T00:00:00+01:00');
    expect(changeMinutes(day('2026-03-29'))).toBe(-60);
    expect(changeMinutes(day('2026-10-25'))).toBe(60);
    expect(changeMinutes(day('2026-10-26'))).toBe(0);
  });
});

describe('dayNumberAt', () => {
  it('counts the half hour after midnight to the new day', () => {
    expect(dayOf(dayNumberAt(Date.parse('2026-08-31T22:30:00Z'))).date).toBe('2026-09-01');
  });
});

describe('atMinute', () => {
  it.each(['2026-03-29', '2026-10-25', '2026-07-01'])('follows the wall clock on %s', (date) => {
    expect(localTimestamp(atMinute(day(date), 9 * 60 + 30))).toMatch(`${date}T09:30:00`);
    expect(localTimestamp(atMinute(day(date), 30))).toMatch(`${date}T00:30:00`);
    expect(localTimestamp(atMinute(day(date), 23 * 60 + 59))).toMatch(`${date}T23:59:00`);
  });
});
