import type { Day } from './day.ts';
import type { DemoProfile } from './demo-profile.ts';
import { areTillsOpen } from './opening-hours.ts';
import { drawBusyness } from './orders/order-plan.ts';
import type { Random } from './prng.ts';

/** How many of `count` orders there are to be by the end of each day: spread by weekday, season and chance. */
export function orderTargets(
  random: Random,
  { shops }: DemoProfile,
  days: readonly Day[],
  count: number,
): number[] {
  const weightOf = (chosen: DemoProfile['shops']) => chosen.reduce((sum, { weight }) => sum + weight, 0);
  const webshops = shops.filter(({ type }) => type === 'webshop');
  const openShare = (day: Day) => (areTillsOpen(day) ? 1 : weightOf(webshops) / weightOf(shops));
  const weights = days.map((day) => drawBusyness(random, day) * openShare(day));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let before = 0;
  return weights.map((weight, index) => {
    before += weight;
    return index === weights.length - 1 ? count : Math.round((before / whole) * count);
  });
}
