import type { ShopsTable } from '../../../store/schema.ts';
import { areTillsOpen, type Day, drawInstant, getClockChangeMinutes, getDay } from '../day.ts';
import type { DemoModel } from '../model.ts';
import { createRandomStream, type Random } from '../prng.ts';
import { planCertainSale, planTillOrder, planWebshopOrder } from './order-kinds.ts';
import { FOLLOW_UP_DAYS, type PlannedOrder } from './planned-order.ts';

/** Starts with Monday. */
const WEEKDAY_FACTORS = [0.8, 0.85, 0.9, 1, 1.15, 1.6, 0.5];

const DECEMBER_FACTOR = 1.5;

const MS_PER_MINUTE = 60_000;

/** Plans the orders that start on a day, with their follow-ups. Depends on seed and date only. */
function planDay(model: DemoModel, day: Day): PlannedOrder[] {
  const random = createRandomStream(model.seed, model.profile.accountName, 'day', day.date);
  const count = drawOrderCount(random, model, day);
  const orders = planEdgeSales(random, model, day);
  for (let number = 0; number < count; number += 1) {
    const shop = random.pickWeighted(model.weightedShops);
    const isOpen = shop.type === 'webshop' || areTillsOpen(day);
    if (isOpen) orders.push(planOrder(random, model, shop, day));
  }
  return orders;
}

export function planOrder(random: Random, model: DemoModel, shop: ShopsTable, day: Day): PlannedOrder {
  const purchase = { day, purchasedAt: drawInstant(random, shop, day), shop, customerId: null };
  return shop.type === 'webshop' ? planWebshopOrder(random, model, purchase) : planTillOrder(random, model, purchase);
}

/** Webshop sales at times that would reveal a wrong day boundary or hour. */
export function planEdgeSales(random: Random, model: DemoModel, day: Day): PlannedOrder[] {
  const shop = model.shops.find(({ type }) => type === 'webshop');
  if (!shop) throw new RangeError(`${model.profile.accountName} has no webshop`);
  const sell = (stream: Random, purchasedAt: number) =>
    planCertainSale(stream, model, { day, purchasedAt, shop, customerId: null });
  // A separate stream, so that these sales do not change other orders of the day.
  const ownStream = createRandomStream(model.seed, model.profile.accountName, 'day length', day.date);
  return [
    ...listEdgeTimes(day).map((moment) => sell(random, moment)),
    ...listDayLengthTimes(day).map((moment) => sell(ownStream, moment)),
  ];
}

function listEdgeTimes(day: Day): number[] {
  const minutes: number[] = [];
  if (isFirstOfMonth(day)) minutes.push(30);
  // The skipped hour starts two hours after midnight. The repeated hour is the third and fourth hour.
  if (getClockChangeMinutes(day) < 0) minutes.push(105, 135);
  if (getClockChangeMinutes(day) > 0) minutes.push(150, 210);
  return minutes.map((minute) => day.start + minute * MS_PER_MINUTE);
}

/**
 * Times that would fall on another day if all days had 24 hours: 23:30 on the long day, and 00:30 after the short one.
 */
function listDayLengthTimes(day: Day): number[] {
  if (getClockChangeMinutes(day) > 0) return [day.end - 30 * MS_PER_MINUTE];
  const isAfterShortDay = getClockChangeMinutes(getDay(day.number - 1)) < 0;
  return isAfterShortDay && !isFirstOfMonth(day) ? [day.start + 30 * MS_PER_MINUTE] : [];
}

function isFirstOfMonth({ date }: Day): boolean {
  return date.endsWith('-01');
}

function drawOrderCount(random: Random, { profile }: DemoModel, day: Day): number {
  // Rounds down or up at random, so that small shops reach their average too.
  return Math.floor(profile.ordersPerDay * drawBusyness(random, day) + random.drawFraction());
}

/** Draws the number of orders of a day relative to an average day, by weekday, season and chance. */
export function drawBusyness(random: Random, day: Day): number {
  const season = day.date.slice(5, 7) === '12' ? DECEMBER_FACTOR : 1;
  return (WEEKDAY_FACTORS[day.weekday - 1] ?? 1) * season * (0.85 + 0.3 * random.drawFraction());
}

const MAX_ORDERS_PER_DAY = 1_000;

/**
 * Plans the orders of these days, sorted by id. Ids are numbered by time within a day, so they do not depend on other
 * days. Follow-ups of orders before `fromDay` are left out but keep their ids.
 */
export function planNumberedOrders(model: DemoModel, fromDay: number, toDay: number): NumberedOrder[] {
  const followUps = createFollowUpQueue();
  const orders: NumberedOrder[] = [];
  for (let number = fromDay - FOLLOW_UP_DAYS; number <= toDay; number += 1) {
    const day = getDay(number);
    const started = planDay(model, day).map((plan) => ({ plan, follows: null }));
    const numbered = numberDay(model, day, [...followUps.take(number), ...started]);
    for (const order of numbered) followUps.add(order);
    if (number >= fromDay) orders.push(...numbered.filter((order) => isWithin(order, fromDay)));
  }
  return orders;
}

function numberDay(model: DemoModel, day: Day, entries: readonly UnnumberedOrder[]): NumberedOrder[] {
  if (entries.length >= MAX_ORDERS_PER_DAY) throw new RangeError(`too many orders on ${day.date}`);
  const firstId = model.profile.ids.orders + day.number * MAX_ORDERS_PER_DAY + 1;
  return numberByTime(day, entries, { firstId, digits: 3 });
}

function isWithin({ follows }: NumberedOrder, fromDay: number): boolean {
  return follows === null || follows.plan.day.number >= fromDay;
}

interface UnnumberedOrder {
  readonly plan: PlannedOrder;
  readonly follows: NumberedOrder | null;
}

export interface NumberedOrder extends UnnumberedOrder {
  readonly id: number;
  /** Unique in the account: the date and the position of the order in it. */
  readonly orderNumber: string;
}

export function numberByTime(
  day: Day,
  orders: readonly UnnumberedOrder[],
  { firstId, digits }: { readonly firstId: number; readonly digits: number },
): NumberedOrder[] {
  const date = day.date.slice(2).replaceAll('-', '');
  return orders
    .toSorted((left, right) => left.plan.purchasedAt - right.plan.purchasedAt)
    .map((order, index) => ({
      ...order,
      id: firstId + index,
      orderNumber: `${date}${String(index + 1).padStart(digits, '0')}`,
    }));
}

/** Holds planned follow-ups until their day. */
export function createFollowUpQueue() {
  const ordersByDay = new Map<number, UnnumberedOrder[]>();
  return {
    add(order: NumberedOrder): void {
      for (const plan of order.plan.followUps) {
        const orders = ordersByDay.get(plan.day.number) ?? [];
        orders.push({ plan, follows: order });
        ordersByDay.set(plan.day.number, orders);
      }
    },

    take(dayNumber: number): readonly UnnumberedOrder[] {
      const orders = ordersByDay.get(dayNumber) ?? [];
      ordersByDay.delete(dayNumber);
      return orders;
    },
  };
}
