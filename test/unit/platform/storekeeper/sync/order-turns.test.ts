import { describe, expect, it } from 'vitest';
import { waitOfOrder } from '../../../../../electron/platform/storekeeper/sync/order-turns.ts';
import { NOW } from '../../../../support/fixed-clock.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const now = Date.parse(NOW);

const orderOf = (status: string, isPaid: boolean, ageDays: number) => ({
  ...{ id: 1, status, is_paid: isPaid },
  date_purchased: `${new Date(now - ageDays * DAY_MS).toISOString().slice(0, 19).replace('T', ' ')}+00:00`,
});

const waitOf = (order: Parameters<typeof waitOfOrder>[0], unchanged = 0) => waitOfOrder(order, unchanged, now);

describe('the wait for the next reading of an order', () => {
  it.each([
    ['processing', true, 13, 15 * MINUTE_MS],
    ['new', false, 15, DAY_MS],
    ['complete', false, 13, 15 * MINUTE_MS],
    ['complete', false, 400, DAY_MS],
    ['awaiting_pickup', true, 1, 15 * MINUTE_MS],
    ['complete', true, 29, 6 * HOUR_MS],
    ['complete', true, 99, DAY_MS],
    ['complete', true, 101, 30 * DAY_MS],
    ['refunded', true, 1, 8 * HOUR_MS],
    ['cancelled', false, 1, 8 * HOUR_MS],
  ] as const)('is by status, payment and age: %s, paid %s, %i days', (status, isPaid, ageDays, wait) => {
    expect(waitOf(orderOf(status, isPaid, ageDays))).toBe(wait);
  });

  it('doubles with each second reading that finds nothing new, up to 30 days', () => {
    const young = orderOf('complete', true, 1);
    const waits = [0, 1, 2, 3, 4, 100].map((unchanged) => waitOf(young, unchanged) / HOUR_MS);
    expect(waits).toEqual([6, 6, 12, 12, 24, 30 * 24]);
  });

  it('is 5 minutes while the money of a refund is still to follow, and then grows', () => {
    const refunded = { ...orderOf('complete', true, 200), refunded_price_wt: 12.5, paid_back_value_wt: 0 };
    const waits = [0, 1, 2].map((unchanged) => waitOf(refunded, unchanged) / MINUTE_MS);
    expect(waits).toEqual([5, 10, 20]);
    expect(waitOf({ ...refunded, paid_back_value_wt: 12.5 })).toBe(30 * DAY_MS);
  });

  it('is short three times after a refund or a cancellation, and then long', () => {
    const waits = [0, 1, 2, 3].map((unchanged) => waitOf(orderOf('refunded', true, 1), unchanged) / HOUR_MS);
    expect(waits).toEqual([8, 8, 8, 30 * 24]);
  });
});
