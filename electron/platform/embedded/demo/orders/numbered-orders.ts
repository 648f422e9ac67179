import { type Day, dayOf } from '../day.ts';
import type { DemoModel } from '../model.ts';
import { planDay } from './order-plan.ts';
import { FOLLOW_UP_DAYS, type PlannedOrder } from './planned-order.ts';

export interface NumberedOrder {
  readonly id: number;
  /** Unique in the account: the date, and the place of the order in it. */
  readonly orderNumber: string;
  readonly plan: PlannedOrder;
  readonly follows: NumberedOrder | null;
}

interface Entry {
  readonly plan: PlannedOrder;
  readonly follows: NumberedOrder | null;
}

const ORDERS_PER_DAY = 1_000;

/**
 * The orders of the days `fromDay` to `toDay`, in the order of their ids. An order is numbered within its day
 * by time, so its id depends on no other day being asked for. Left out is what follows an order from before
 * `fromDay`; it keeps its place in the numbering.
 */
export function planNumberedOrders(model: DemoModel, fromDay: number, toDay: number): NumberedOrder[] {
  const waiting = new Map<number, Entry[]>();
  const orders: NumberedOrder[] = [];
  for (let number = fromDay - FOLLOW_UP_DAYS; number <= toDay; number += 1) {
    const day = dayOf(number);
    const begun = planDay(model, day).map((plan) => ({ plan, follows: null }));
    const numbered = numberDay(model, day, [...(waiting.get(number) ?? []), ...begun]);
    waiting.delete(number);
    for (const order of numbered) queueFollowUps(waiting, order);
    if (number >= fromDay) orders.push(...numbered.filter((order) => isWithin(order, fromDay)));
  }
  return orders;
}

function numberDay(model: DemoModel, day: Day, entries: readonly Entry[]): NumberedOrder[] {
  if (entries.length >= ORDERS_PER_DAY) throw new RangeError(`too many orders on ${day.date}`);
  const firstId = model.profile.ids.orders + day.number * ORDERS_PER_DAY;
  const date = day.date.slice(2).replaceAll('-', '');
  return entries
    .toSorted((left, right) => left.plan.purchasedAt - right.plan.purchasedAt)
    .map((entry, index) => ({
      ...entry,
      id: firstId + index + 1,
      orderNumber: `${date}${String(index + 1).padStart(3, '0')}`,
    }));
}

function queueFollowUps(waiting: Map<number, Entry[]>, order: NumberedOrder): void {
  for (const plan of order.plan.followUps) {
    const entries = waiting.get(plan.day.number) ?? [];
    entries.push({ plan, follows: order });
    waiting.set(plan.day.number, entries);
  }
}

function isWithin({ follows }: NumberedOrder, fromDay: number): boolean {
  return follows === null || follows.plan.day.number >= fromDay;
}
