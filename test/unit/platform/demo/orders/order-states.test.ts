import { describe, expect, it } from 'vitest';
import {
  FOLLOW_UP_DAYS,
  type PlannedOrder,
  stateAt,
} from '../../../../../electron/platform/demo/orders/planned-order.ts';
import { ORDER_STATUSES } from '../../../../../shared/contract/orders.ts';
import { model, plans } from './planned-year.ts';

const MS_PER_DAY = 86_400_000;

describe('order states', () => {
  it('begin with the purchase and go on in time, for sixty days at most', () => {
    const isOrderly = ({ states, purchasedAt }: PlannedOrder) =>
      states[0]?.since === purchasedAt &&
      states.every(({ since }, index) => index === 0 || since > (states[index - 1]?.since ?? 0)) &&
      (states.at(-1)?.since ?? 0) - purchasedAt <= FOLLOW_UP_DAYS * MS_PER_DAY;
    expect(plans.filter((plan) => !isOrderly(plan))).toEqual([]);
  });

  it('have every status of the contract', () => {
    const statuses = new Set(plans.flatMap(({ states }) => states.map(({ status }) => status)));
    expect(statuses).toEqual(new Set(ORDER_STATUSES));
  });

  it('count only what is paid or on invoice', () => {
    const direct = plans.filter(({ term }) => term === 'direct').flatMap(({ states }) => states);
    const unpaid = direct.filter(({ isPaid }) => isPaid === 0).map(({ status }) => status);
    expect(new Set(unpaid)).toEqual(new Set(['new', 'on_hold', 'cancelled']));
  });

  it('leave till sales complete at once and send webshop orders within a week', () => {
    const tills = plans.filter(({ shop }) => shop.type === 'pos');
    expect(tills.every(({ states }) => states[0]?.status === 'complete')).toBe(true);
    const webshop = plans.filter(({ shop, term }) => shop.type === 'webshop' && term === 'direct');
    const sent = webshop.filter((plan) => stateAt(plan, plan.purchasedAt + 7 * MS_PER_DAY)?.status === 'complete');
    expect(sent.length).toBeGreaterThan(webshop.length * 0.9);
  });

  it('leave most till sales without a customer and no webshop order', () => {
    const unknown = plans.filter(({ customerId }) => customerId === null);
    const tills = plans.filter(({ shop }) => shop.type === 'pos');
    expect(unknown.length).toBeGreaterThan(tills.length * 0.75);
    expect(unknown.every(({ shop }) => shop.type === 'pos')).toBe(true);
    const known = new Set(model.customers.rows.map(({ id }) => id));
    expect(plans.every(({ customerId }) => customerId === null || known.has(customerId))).toBe(true);
  });
});

describe('stateAt', () => {
  it('knows nothing of an order before its purchase', () => {
    const [plan] = plans;
    expect(plan && stateAt(plan, plan.purchasedAt - 1)).toBeUndefined();
    expect(plan && stateAt(plan, plan.purchasedAt)).toBe(plan?.states[0]);
  });
});
