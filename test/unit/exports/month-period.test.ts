import { describe, expect, it } from 'vitest';
import { getMonthPeriod } from '../../../electron/exports/package-request.ts';

describe('getMonthPeriod', () => {
  it.each([
    ['2026-10', '2026-10-31'],
    ['2026-12', '2026-12-31'],
    ['2026-04', '2026-04-30'],
    ['2026-02', '2026-02-28'],
    ['2028-02', '2028-02-29'],
  ])('covers %s to its last day', (month, to) => {
    expect(getMonthPeriod(month)).toEqual({ from: `${month}-01`, to });
  });

  it.each(['', '2026', '2026-13', '2026-00', '2026-1', '2026-10-01', '26-10', '1999-12', '2100-01'])(
    'refuses the month "%s"',
    (text) => {
      expect(getMonthPeriod(text)).toBeNull();
    },
  );
});
