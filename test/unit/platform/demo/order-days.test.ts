import { describe, expect, it } from 'vitest';
import { dayNumberOf } from '../../../../electron/platform/demo/day.ts';
import { planOrderDays } from '../../../../electron/platform/demo/generate-shops.ts';
import { makeModel } from '../../../../electron/platform/demo/model.ts';
import { lindeEnLoofChain } from '../../../../electron/platform/demo/shop-profiles.ts';

const model = makeModel(lindeEnLoofChain({ products: 500, orders: 3_000, days: 120 }), 7);

function plan(from: string, to: string, count: number) {
  return [...planOrderDays(model, { first: dayNumberOf(from), last: dayNumberOf(to) }, count)];
}

describe('planOrderDays', () => {
  const days = plan('2025-11-01', '2026-02-28', 3_000);
  const orders = days.flat();

  it.each([1, 2, 7, 119, 121, 2_999])('plans exactly %d orders, what follows included', (count) => {
    expect(plan('2025-11-01', '2026-02-28', count).flat()).toHaveLength(count);
  });

  it('plans exactly as many on a single day', () => {
    const single = plan('2026-02-28', '2026-02-28', 400).flat();
    expect(single).toHaveLength(400);
    expect(single.every(({ follows }) => follows === null)).toBe(true);
  });

  it('numbers all orders in a row, by day and time', () => {
    const first = model.profile.ids.orders + 1;
    expect(orders.map(({ id }) => id)).toEqual(orders.map((_, index) => first + index));
    const times = orders.map((order) => order.plan.purchasedAt);
    expect(times).toEqual(times.toSorted((left, right) => left - right));
    expect(orders[0]?.orderNumber).toBe('25110100001');
    expect(new Set(orders.map(({ orderNumber }) => orderNumber)).size).toBe(3_000);
  });

  it('plans all that follows within the days, each after what it follows', () => {
    const followed = orders.flatMap(({ follows }) => follows ?? []);
    expect(followed.length).toBeGreaterThan(100);
    const last = dayNumberOf('2026-02-28');
    const coming = orders.flatMap((order) => order.plan.followUps.filter((later) => later.day.number <= last));
    expect(followed).toHaveLength(coming.length);
    expect(orders.every(({ id, follows }) => follows === null || follows.id < id)).toBe(true);
  });

  it('sells at tills on no day on which they are closed', () => {
    const christmas = orders.filter(({ plan: { day } }) => day.date === '2025-12-25');
    expect(christmas.length).toBeGreaterThan(3);
    expect(christmas.every(({ plan: { shop } }) => shop.type === 'webshop')).toBe(true);
  });

  it('has a sale just after each month begins', () => {
    for (const date of ['2025-12-01', '2026-01-01', '2026-02-01']) {
      const at = Date.parse(`${date}T00:30:00+01:00`);
      expect(orders.some((order) => order.plan.purchasedAt === at)).toBe(true);
    }
  });

  it('fills baskets with about three lines', () => {
    const lines = orders.reduce((sum, order) => sum + order.plan.items.length, 0);
    expect(lines / orders.length).toBeGreaterThan(2.7);
    expect(lines / orders.length).toBeLessThan(3.3);
  });
});
