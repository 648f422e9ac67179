import { describe, expect, it } from 'vitest';
import { createDateFormat, getWeekdayLetter } from '../../../renderer/lib/format.ts';

describe('createDateFormat', () => {
  it.each([
    ['nl', '05-11-2026', '05-11-2026 09:07', '14:05:09'],
    ['en', '05/11/2026', '05/11/2026 09:07', '14:05:09'],
  ] as const)('shows a day in %s like in a timestamp', (language, day, moment, time) => {
    const format = createDateFormat(language);
    expect(format.day('2026-11-05')).toBe(day);
    expect(format.dateTime('2026-11-05T09:07:31+01:00')).toBe(moment);
    expect(format.time(Date.parse('2026-11-21T13:05:09Z'))).toBe(time);
  });
});

describe('the letter of a weekday', () => {
  it.each([
    ['nl', 'zmdwdvz'],
    ['en', 'SMTWTFS'],
  ] as const)('in %s is the first one of its name', (language, letters) => {
    const week = Array.from({ length: 7 }, (_, index) => `2026-11-0${index + 1}`);
    expect(week.map((date) => getWeekdayLetter(date, language)).join('')).toBe(letters);
  });
});
