import { describe, expect, it } from 'vitest';
import { periodText, shortPeriodText, weekdayText } from '../../../renderer/lib/format.ts';

describe('the text of a period', () => {
  it('names the year once, and on both days where they differ', () => {
    expect(periodText({ from: '2026-11-01', to: '2026-11-30' }, 'nl')).toBe('zo 1 nov – ma 30 nov 2026');
    expect(periodText({ from: '2026-12-28', to: '2027-01-03' }, 'en')).toBe('Mon 28 Dec 2026 – Sun 3 Jan 2027');
  });

  it('leaves out the year of today where it is short', () => {
    expect(shortPeriodText({ from: '2026-10-01', to: '2026-12-31' }, 'nl', '2026-11-20')).toBe('1 okt – 31 dec');
    expect(shortPeriodText({ from: '2025-10-01', to: '2025-12-31' }, 'nl', '2026-01-20')).toBe('1 okt – 31 dec 2025');
  });

  it('writes the weekday of a day', () => {
    expect(weekdayText('2026-03-29', 'nl')).toBe('zondag');
  });
});
