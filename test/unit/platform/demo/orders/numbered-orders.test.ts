import { describe, expect, it } from 'vitest';
import { dayNumberOf } from '../../../../../electron/platform/demo/day.ts';
import { planNumberedOrders } from '../../../../../electron/platform/demo/orders/order-plan.ts';
import { model, orders } from './planned-year.ts';

describe('planNumberedOrders', () => {
  it('numbers a day by time, from 1 on where nothing is left out', () => {
    const day = orders.filter(({ plan }) => plan.day.date === '2026-06-13');
    const first = dayNumberOf('2026-06-13') * 1_000 + 1;
    expect(day.map(({ id }) => id)).toEqual(day.map((_, index) => first + index));
    expect(day[0]?.orderNumber).toBe('260613001');
    const times = day.map(({ plan }) => plan.purchasedAt);
    expect(times).toEqual(times.toSorted((left, right) => left - right));
  });

  it('gives an order the same id wherever the plan begins and ends', () => {
    const later = planNumberedOrders(model, dayNumberOf('2026-06-01'), dayNumberOf('2026-06-30'));
    const ids = new Map(orders.map((order) => [order.id, order]));
    expect(later.length).toBeGreaterThan(1_000);
    for (const order of later) {
      expect(ids.get(order.id)?.plan).toEqual(order.plan);
      expect(ids.get(order.id)?.orderNumber).toBe(order.orderNumber);
    }
  });

  it('leaves out what follows an order from before its first day', () => {
    const from = dayNumberOf('2026-06-01');
    const later = planNumberedOrders(model, from, dayNumberOf('2026-06-30'));
    const june = orders.filter(({ plan }) => plan.day.date.startsWith('2026-06'));
    const left = june.filter(({ id }) => !later.some((order) => order.id === id));
    expect(left.length).toBeGreaterThan(20);
    expect(left.every(({ follows }) => follows && follows.plan.day.number < from)).toBe(true);
    expect(later.every(({ follows }) => !follows || follows.plan.day.number >= from)).toBe(true);
  });
});
