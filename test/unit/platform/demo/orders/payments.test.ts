import { describe, expect, it } from 'vitest';
import type { NumberedOrder } from '../../../../../electron/platform/demo/orders/order-plan.ts';
import { type ProviderType, providerIdOf } from '../../../../../electron/platform/demo/reference-records.ts';
import { sumOf } from '../../../../../shared/money.ts';
import { CASH, linesOf, model, orders, plans, valueWt } from './planned-year.ts';

const payments = plans.flatMap((plan) => plan.payments);
const paidBy = (type: ProviderType) =>
  payments.filter(({ providerId }) => providerId === providerIdOf(model.profile.ids, type));

describe('payments', () => {
  it('pay a direct order to the cent, unless nobody pays and it is cancelled', () => {
    const isSettled = (order: NumberedOrder) => {
      const due = order.plan.states[0]?.isPaid === 1 ? valueWt(order) : 0;
      return sumOf(order.plan.payments, ({ amount }) => amount) === due;
    };
    const direct = orders.filter(({ plan }) => plan.term === 'direct');
    expect(direct.filter((order) => !isSettled(order))).toEqual([]);
  });

  it('never pay nothing', () => {
    expect(payments.filter(({ amount }) => amount === 0)).toEqual([]);
  });

  it('are in whole multiples of 5 cents in cash, with a rounding line for the rest', () => {
    const cash = payments.filter(({ providerId }) => providerId === CASH);
    expect(cash.length).toBeGreaterThan(1_000);
    expect(cash.filter(({ amount }) => amount % 500 !== 0)).toEqual([]);
    const roundings = linesOf('rounding').map(({ value_wt }) => value_wt);
    expect(new Set(roundings)).toEqual(new Set([-200, -100, 100, 200]));
  });

  it('round only what is paid in cash', () => {
    const rounded = plans.filter((plan) => plan.items.some(({ type }) => type === 'rounding'));
    for (const plan of rounded) {
      expect(plan.payments.every(({ providerId }) => providerId === CASH)).toBe(true);
    }
  });

  it.each(['returns', 'payment_balance', 'imported', 'dummy'] as const)(
    'name the internal provider %s now and then',
    (type) => {
      expect(paidBy(type).length).toBeGreaterThan(15);
      expect(paidBy(type).length).toBeLessThan(payments.length * 0.03);
    },
  );

  it('are mostly by pin and iDEAL, and never by a provider that is no longer published', () => {
    expect(paidBy('pin').length + paidBy('ideal').length).toBeGreaterThan(payments.length / 2);
    expect(paidBy('chipknip')).toEqual([]);
  });

  it('give money back', () => {
    const back = payments.filter(({ amount }) => amount < 0);
    expect(back.length).toBeGreaterThan(500);
    expect(new Set(back.map(({ providerId }) => providerId)).size).toBeGreaterThan(4);
  });
});
