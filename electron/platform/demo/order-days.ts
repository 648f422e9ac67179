import type { ShopsTable } from '../../store/schema.ts';
import { type Day, dayOf } from './day.ts';
import type { DemoModel } from './model.ts';
import { areTillsOpen } from './opening-hours.ts';
import { orderTargets } from './order-targets.ts';
import { createFollowUpQueue } from './orders/follow-up-queue.ts';
import { type NumberedOrder, numberByTime } from './orders/number-by-time.ts';
import { planEdgeSales, planOrder } from './orders/order-plan.ts';
import type { PlannedOrder } from './orders/planned-order.ts';
import { type Random, randomStream } from './prng.ts';

const PLACE_DIGITS = 5;

/** Days by their numbers, both included. */
export interface DayRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Exactly `count` orders, day by day, in the order of their ids. An order is planned with all that follows from
 * it, so what follows within the days is counted when the order is planned, and comes when its day has come.
 */
export function* planOrderDays(model: DemoModel, range: DayRange, count: number): Generator<NumberedOrder[]> {
  const { seed, profile } = model;
  const days = Array.from({ length: range.last - range.first + 1 }, (_, index) => dayOf(range.first + index));
  const targets = orderTargets(randomStream(seed, profile.accountName, 'targets'), profile, days, count);
  const followUps = createFollowUpQueue();
  const sizeOf = (order: PlannedOrder) =>
    1 + order.followUps.filter(({ day }) => day.number <= range.last).length;
  let planned = 0;
  let firstId = profile.ids.orders + 1;
  for (const [index, day] of days.entries()) {
    const begun = [];
    for (const plan of ordersOf(model, day)) {
      if (planned >= (targets[index] ?? 0)) break;
      // One that would be too many with what follows it is left out, and another one is drawn.
      if (planned + sizeOf(plan) > count) continue;
      planned += sizeOf(plan);
      begun.push({ plan, follows: null });
    }
    const orders = numberByTime(day, [...followUps.take(day.number), ...begun], {
      firstId,
      digits: PLACE_DIGITS,
    });
    for (const order of orders) followUps.add(order);
    firstId += orders.length;
    yield orders;
  }
}

/** As many orders of a day as are wanted; without end. */
function* ordersOf(model: DemoModel, day: Day): Generator<PlannedOrder> {
  const random = randomStream(model.seed, model.profile.accountName, 'day', day.date);
  yield* planEdgeSales(random, model, day);
  for (;;) yield planOrder(random, model, drawShop(random, model, day), day);
}

function drawShop(random: Random, model: DemoModel, day: Day): ShopsTable {
  const shop = random.weighted(model.weightedShops);
  return shop.type === 'webshop' || areTillsOpen(day) ? shop : drawShop(random, model, day);
}
