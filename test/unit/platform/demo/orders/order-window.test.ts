import { describe, expect, it } from 'vitest';
import { dayOf } from '../../../../../electron/platform/demo/day.ts';
import { windowStartDay } from '../../../../../electron/platform/demo/orders/order-rows.ts';

describe('windowStartDay', () => {
  it.each([
    ['2026-11-21T12:00:00+01:00', '2025-10-01'],
    ['2026-01-31T12:00:00+01:00', '2024-12-01'],
    ['2026-02-01T12:00:00+01:00', '2025-01-01'],
    ['2026-12-31T12:00:00+01:00', '2025-11-01'],
  ])('is, seen from %s, %s', (now, start) => {
    expect(dayOf(windowStartDay(Date.parse(now))).date).toBe(start);
  });

  it('moves at local midnight', () => {
    expect(dayOf(windowStartDay(Date.parse('2026-08-31T21:59:59Z'))).date).toBe('2025-07-01');
    expect(dayOf(windowStartDay(Date.parse('2026-08-31T22:00:00Z'))).date).toBe('2025-08-01');
  });
});
