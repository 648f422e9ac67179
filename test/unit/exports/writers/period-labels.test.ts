import { describe, expect, it } from 'vitest';
import { formatPeriodText } from '../../../../electron/exports/writers/pdf-text.ts';

describe('a period in words', () => {
  it.each([
    ['2026-10-01', '2026-10-31', '1 t/m 31 oktober 2026', '1 to 31 October 2026'],
    ['2026-10-31', '2026-10-31', '31 oktober 2026', '31 October 2026'],
    ['2026-07-01', '2026-09-30', '1 juli t/m 30 september 2026', '1 July to 30 September 2026'],
    ['2025-12-29', '2026-01-04', '29 december 2025 t/m 4 januari 2026', '29 December 2025 to 4 January 2026'],
  ])('describes %s to %s as %s, or %s', (from, to, nl, en) => {
    expect([formatPeriodText({ from, to }, 'nl'), formatPeriodText({ from, to }, 'en')]).toEqual([nl, en]);
  });
});
