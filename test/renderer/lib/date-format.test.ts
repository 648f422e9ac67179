import { describe, expect, it } from 'vitest';
import { createDateFormat } from '../../../renderer/lib/format.ts';

describe('createDateFormat', () => {
  it.each([
    ['nl', '05-11-2026', '05-11-2026 09:07', '14:05:09'],
    ['en', '05/11/2026', '05/11/2026 09:07', '14:05:09'],
  ] as const)('writes a day in %s as a moment writes it', (language, day, moment, time) => {
    const format = createDateFormat(language);
    expect(format.day('2026-11-05')).toBe(day);
    expect(format.moment('2026-11-05T09:07:31+01:00')).toBe(moment);
    expect(format.time(Date.parse('2026-11-21T13:05:09Z'))).toBe(time);
  });
});
