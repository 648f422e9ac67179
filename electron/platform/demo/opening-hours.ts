import type { ShopsTable } from '../../store/schema.ts';
import { atMinute, type Day, dayOf } from './day.ts';
import type { Random } from './prng.ts';

const CLOSED_ON = new Set(['01-01', '12-25']);
/** Minutes of the wall clock between which the tills are open, Monday first. */
const OPENING_MINUTES = [
  [11 * 60, 18 * 60],
  [9.5 * 60, 18 * 60],
  [9.5 * 60, 18 * 60],
  [9.5 * 60, 21 * 60],
  [9.5 * 60, 18 * 60],
  [9 * 60, 17.5 * 60],
  [12 * 60, 17 * 60],
] as const;
/** When people order at home: some by night, more by day, most in the evening. */
const WEBSHOP_MINUTES = [
  [[0, 7 * 60], 6],
  [[7 * 60, 18 * 60], 47],
  [[18 * 60, 24 * 60], 47],
] as const;
const MS_PER_SECOND = 1_000;

export function areTillsOpen(day: Day): boolean {
  return !CLOSED_ON.has(day.date.slice(5));
}

/** A moment of the day at which somebody buys there. */
export function momentAt(random: Random, shop: ShopsTable, day: Day): number {
  const [first, last] = shop.type === 'webshop' ? random.weighted(WEBSHOP_MINUTES) : openingMinutes(day);
  const minute = random.whole(first, last - 1);
  return atMinute(day, minute) + random.whole(0, 59) * MS_PER_SECOND;
}

/** The day so many days later, or the first after it on which the tills are open. */
export function openDayAfter(day: Day, days: number): Day {
  const wanted = dayOf(day.number + days);
  return areTillsOpen(wanted) ? wanted : openDayAfter(wanted, 1);
}

function openingMinutes({ weekday }: Day): readonly [number, number] {
  const minutes = OPENING_MINUTES[weekday - 1];
  if (!minutes) throw new RangeError(`no weekday ${weekday}`);
  return minutes;
}
