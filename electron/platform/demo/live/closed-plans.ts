import { dayNumberAt } from '../day.ts';
import type { DemoModel } from '../model.ts';
import { type NumberedOrder, planNumberedOrders } from '../orders/numbered-orders.ts';

/** The live till follows orders of so many days at most. */
export const FOLLOWED_DAYS = 30;

/**
 * Ids of the planned orders of late to which nothing more happens by plan, and nothing has happened: with any other the
 * next start would meet what the live till did to it.
 */
export function closedPlans(model: DemoModel, toppedUpUntil: number): ReadonlySet<number> {
  const lastDay = dayNumberAt(toppedUpUntil);
  const orders = planNumberedOrders(model, lastDay - FOLLOWED_DAYS, lastDay);
  return new Set(orders.filter((order) => isClosed(order, toppedUpUntil)).map(({ id }) => id));
}

function isClosed({ plan: { states, followUps } }: NumberedOrder, instant: number): boolean {
  return followUps.length === 0 && states.every(({ since }) => since <= instant);
}
