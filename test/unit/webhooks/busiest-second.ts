import { SECOND } from './spans-of-time.ts';

/** The most that fell into one second. */
export function busiestSecond(moments: readonly number[]): number {
  const seconds = Map.groupBy(moments, (moment) => Math.floor(moment / SECOND));
  return Math.max(0, ...[...seconds.values()].map((some) => some.length));
}
