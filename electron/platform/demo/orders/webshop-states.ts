import { atMinute, type Day, dayOf } from '../day.ts';
import type { Random } from '../prng.ts';
import type { OrderState } from './planned-order.ts';

type Life = (random: Random, day: Day, purchasedAt: number) => OrderState[];

const MS_PER_MINUTE = 60_000;
const PAID_LIVES: readonly (readonly [life: Life, weight: number])[] = [
  [sent, 88],
  [lookedAtFirst, 7],
  [heldBack, 4.5],
  [stuck, 0.5],
];

/** From a webshop order that is paid to the parcel that is sent; over within a week. */
export function drawPaidStates(random: Random, day: Day, purchasedAt: number): OrderState[] {
  return random.weighted(PAID_LIVES)(random, day, purchasedAt);
}

/** Nobody pays, so it is cancelled in the end. */
export function drawUnpaidStates(random: Random, day: Day, purchasedAt: number): OrderState[] {
  const unpaid = { isPaid: 0 } as const;
  const isHeld = random.chance(0.3);
  const held = { since: officeHour(random, day, 1), status: 'on_hold', ...unpaid } as const;
  return [
    { since: purchasedAt, status: 'new', ...unpaid },
    ...(isHeld ? [held] : []),
    { since: officeHour(random, day, isHeld ? 14 : 4), status: 'cancelled', ...unpaid },
  ];
}

/** The usual life of a webshop order. */
export function sent(random: Random, day: Day, purchasedAt: number): OrderState[] {
  return [
    { since: purchasedAt, status: 'processing', isPaid: 1 },
    { since: officeHour(random, day, random.whole(1, 3)), status: 'complete', isPaid: 1 },
  ];
}

function lookedAtFirst(random: Random, day: Day, purchasedAt: number): OrderState[] {
  const lookedAt = purchasedAt + random.whole(5, 180) * MS_PER_MINUTE;
  return [{ since: purchasedAt, status: 'new', isPaid: 1 }, ...sent(random, day, lookedAt)];
}

function heldBack(random: Random, day: Day, purchasedAt: number): OrderState[] {
  return [
    { since: purchasedAt, status: 'processing', isPaid: 1 },
    { since: purchasedAt + random.whole(60, 360) * MS_PER_MINUTE, status: 'on_hold', isPaid: 1 },
    { since: officeHour(random, day, 2), status: 'processing', isPaid: 1 },
    { since: officeHour(random, day, random.whole(3, 5)), status: 'complete', isPaid: 1 },
  ];
}

function stuck(_random: Random, _day: Day, purchasedAt: number): OrderState[] {
  return [{ since: purchasedAt, status: 'on_hold', isPaid: 1 }];
}

function officeHour(random: Random, day: Day, daysLater: number): number {
  return atMinute(dayOf(day.number + daysLater), random.whole(8 * 60, 17 * 60));
}
