import type { ShopsTable } from '../../../../store/schema.ts';
import { changeMinutes, type Day } from '../day.ts';
import type { DemoModel } from '../model.ts';
import { type Random, randomStream } from '../prng.ts';
import { areTillsOpen, momentAt } from './opening-hours.ts';
import type { PlannedOrder } from './planned-order.ts';
import { planTillOrder } from './till-orders.ts';
import { planCertainSale, planWebshopOrder } from './webshop-orders.ts';

/** Monday first. */
const WEEKDAY_FACTORS = [0.8, 0.85, 0.9, 1, 1.15, 1.6, 0.5];
const DECEMBER_FACTOR = 1.5;
const MS_PER_MINUTE = 60_000;

/** The orders that begin on a day, each with all that follows from it: a function of the seed and the date. */
export function planDay(model: DemoModel, day: Day): PlannedOrder[] {
  const random = randomStream(model.seed, model.profile.accountName, 'day', day.date);
  const count = orderCount(random, model, day);
  const orders = edgeMoments(day).map((moment) => planEdgeSale(random, model, day, moment));
  for (let number = 0; number < count; number += 1) {
    const shop = random.weighted(model.weightedShops);
    const isOpen = shop.type === 'webshop' || areTillsOpen(day);
    if (isOpen) orders.push(planOrder(random, model, shop, day));
  }
  return orders;
}

export function planOrder(random: Random, model: DemoModel, shop: ShopsTable, day: Day): PlannedOrder {
  const purchase = { day, purchasedAt: momentAt(random, shop, day), shop, customerId: null };
  return shop.type === 'webshop'
    ? planWebshopOrder(random, model, purchase)
    : planTillOrder(random, model, purchase);
}

export function planEdgeSale(random: Random, model: DemoModel, day: Day, purchasedAt: number): PlannedOrder {
  const shop = model.shops.find(({ type }) => type === 'webshop');
  if (!shop) throw new RangeError(`${model.profile.accountName} has no webshop`);
  return planCertainSale(random, model, { day, purchasedAt, shop, customerId: null });
}

/** Where a wrong day boundary or a wrong hour would show: just after a month begins, and around a clock change. */
export function edgeMoments(day: Day): number[] {
  const minutes: number[] = [];
  if (day.date.endsWith('-01')) minutes.push(30);
  // The hour that is skipped begins after two hours; the hour that comes twice is the third and the fourth.
  if (changeMinutes(day) < 0) minutes.push(105, 135);
  if (changeMinutes(day) > 0) minutes.push(150, 210);
  return minutes.map((minute) => day.start + minute * MS_PER_MINUTE);
}

function orderCount(random: Random, { profile }: DemoModel, day: Day): number {
  // The part of an order is one now and then, so that small shops have their average too.
  return Math.floor(profile.ordersPerDay * drawBusyness(random, day) + random.fraction());
}

/** How many orders the day sees, in proportion to an average one, by weekday, season and chance. */
export function drawBusyness(random: Random, day: Day): number {
  const season = day.date.slice(5, 7) === '12' ? DECEMBER_FACTOR : 1;
  return (WEEKDAY_FACTORS[day.weekday - 1] ?? 1) * season * (0.85 + 0.3 * random.fraction());
}
