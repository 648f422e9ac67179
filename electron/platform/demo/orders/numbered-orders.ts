import { type Day, dayOf } from '../day.ts';
import type { DemoModel } from '../model.ts';
import { createFollowUpQueue } from './follow-up-queue.ts';
import { type NumberedOrder, numberByTime, type UnnumberedOrder } from './number-by-time.ts';
import { planDay } from './order-plan.ts';
import { FOLLOW_UP_DAYS } from './planned-order.ts';

export type { NumberedOrder } from './number-by-time.ts';

const ORDERS_PER_DAY = 1_000;

/**
 * The orders of the days `fromDay` to `toDay`, in the order of their ids. An order is numbered within its day
 * by time, so its id depends on no other day being asked for. Left out is what follows an order from before
 * `fromDay`; it keeps its place in the numbering.
 */
export function planNumberedOrders(model: DemoModel, fromDay: number, toDay: number): NumberedOrder[] {
  const followUps = createFollowUpQueue();
  const orders: NumberedOrder[] = [];
  for (let number = fromDay - FOLLOW_UP_DAYS; number <= toDay; number += 1) {
    const day = dayOf(number);
    const begun = planDay(model, day).map((plan) => ({ plan, follows: null }));
    const numbered = numberDay(model, day, [...followUps.take(number), ...begun]);
    for (const order of numbered) followUps.add(order);
    if (number >= fromDay) orders.push(...numbered.filter((order) => isWithin(order, fromDay)));
  }
  return orders;
}

function numberDay(model: DemoModel, day: Day, entries: readonly UnnumberedOrder[]): NumberedOrder[] {
  if (entries.length >= ORDERS_PER_DAY) throw new RangeError(`too many orders on ${day.date}`);
  return numberByTime(day, entries, {
    firstId: model.profile.ids.orders + day.number * ORDERS_PER_DAY + 1,
    digits: 3,
  });
}

function isWithin({ follows }: NumberedOrder, fromDay: number): boolean {
  return follows === null || follows.plan.day.number >= fromDay;
}
