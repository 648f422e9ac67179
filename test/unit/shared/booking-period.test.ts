import { describe, expect, it } from 'vitest';
import { createBookingCode, isSingleBooking } from '../../../shared/journal.ts';

describe('isOneBooking', () => {
  it.each([
    ['a day', '2026-10-01', '2026-10-01', true],
    ['a month', '2026-10-01', '2026-10-31', true],
    ['days of a month', '2026-10-30', '2026-10-31', true],
    ['two days of two months', '2026-10-31', '2026-11-01', false],
    ['the same month of two years', '2025-10-01', '2026-10-31', false],
  ])('is correct for %s', (_what, from, to, isOne) => {
    expect(isSingleBooking({ from, to })).toBe(isOne);
  });
});

describe('bookingCode', () => {
  it.each([
    ['2026-10-01', '2026-10-01', [], 'TD-20261001'],
    ['2026-10-01', '2026-10-31', [], 'TD-202610'],
    ['2026-02-01', '2026-02-28', [], 'TD-202602'],
    ['2028-02-01', '2028-02-28', [], 'TD-20280201-20280228'],
    ['2026-10-02', '2026-10-31', [], 'TD-20261002-20261031'],
    ['2026-10-01', '2026-10-31', [101], 'TD-202610-L101'],
    ['2026-10-01', '2026-10-01', [7], 'TD-20261001-L7'],
    // In whatever order they were given.
    ['2026-10-01', '2026-10-01', [12, 7], 'TD-20261001-L7-12'],
    ['2026-10-01', '2026-10-31', [7], 'TD-202610-L7-S14-15', [15, 14]],
    ['2026-10-01', '2026-10-31', [], 'TD-202610-S14', [14]],
  ])('of %s to %s at location %s is %s', (from, to, location, code, shops: number[] = []) => {
    expect(createBookingCode({ from, to }, location, shops)).toBe(code);
  });
});
