import { describe, expect, it } from 'vitest';
import { formatBriefPeriod, formatPeriod, formatShortPeriod, formatWeekday } from '../../../renderer/lib/format.ts';

describe('the text of a period', () => {
  it('names the year once, or on both days if they differ', () => {
    expect(formatPeriod({ from: '2026-11-01', to: '2026-11-30' }, 'nl')).toBe('zo 1 nov – ma 30 nov 2026');
    expect(formatPeriod({ from: '2026-12-28', to: '2027-01-03' }, 'en')).toBe('Mon 28 Dec 2026 – Sun 3 Jan 2027');
  });

  it('leaves out the current year if it is short', () => {
    expect(formatShortPeriod({ from: '2026-10-01', to: '2026-12-31' }, 'nl', '2026-11-20')).toBe('1 okt – 31 dec');
    expect(formatShortPeriod({ from: '2025-10-01', to: '2025-12-31' }, 'nl', '2026-01-20')).toBe('1 okt – 31 dec 2025');
  });

  it('is as short as possible with its year in a list of periods', () => {
    const brief = (from: string, to: string) => formatBriefPeriod({ from, to }, 'nl');
    expect(brief('2024-02-01', '2024-02-29')).toBe('feb 2024');
    expect(brief('2026-02-01', '2026-02-27')).toBe('1 – 27 feb 2026');
    expect(brief('2026-11-23', '2026-11-23')).toBe('23 nov 2026');
    expect(brief('2026-07-01', '2026-09-30')).toBe('1 jul – 30 sep 2026');
    expect(brief('2025-12-28', '2026-01-03')).toBe('28 dec 2025 – 3 jan 2026');
    const october = { from: '2026-10-01', to: '2026-10-31' };
    expect(formatBriefPeriod(october, 'nl', { from: '2026-09-01', to: '2026-09-30' })).toBe('okt');
    expect(formatBriefPeriod(october, 'nl', { from: '2025-10-01', to: '2025-10-31' })).toBe('okt 2026');
  });

  it('includes the weekday of a day', () => {
    expect(formatWeekday('2026-03-29', 'nl')).toBe('zondag');
  });
});
