import type { CalendarDate } from '../../../shared/calendar.ts';
import type { StoreKeeperDb } from '../../store/copies/storekeeper-copy-store.ts';
import { retryFailedOrders } from '../../store/copies/storekeeper-known-orders.ts';
import { jsonFact } from './facts.ts';

/** Ids that are asked for one after the other, downwards. */
export interface Run {
  readonly next: number;
  /** How many in a row were no order. */
  readonly misses: number;
  /** Months before this day are not known to be complete. */
  readonly before: CalendarDate;
}

/** How far the ids of orders are known. Moments in milliseconds since the epoch. */
export interface OrderListing {
  /** When all ids were asked for; null before that. */
  readonly allAt: number | null;
  /** How many ids of that list could not be read. */
  readonly unreadableIds: number;
  /** The first day of the month from which on orders have been named; null while none have. */
  readonly window: CalendarDate | null;
  /** When new ids were asked for last, and up to when all that are named had been read before that. */
  readonly newAt: number | null;
  readonly readUpTo: number | null;
  /** The list of ids is cut: ids below it are asked for one by one. */
  readonly run: Run | null;
  /** Whether no older orders are found. */
  readonly isWhole: boolean;
  /** The lowest id when orders were last looked for below it; null where none were, or no order is named. */
  readonly searchedBelow: number | null;
  /** What was asked for then does not show that there are no orders from before this day; null where it does. */
  readonly unprovenBefore: CalendarDate | null;
  /** Orders that were named late since the last check. */
  readonly lateOrders: number;
  /** Orders that were read before this are read again: somebody asked for it, or products came after them. */
  readonly againBefore: number;
}

export const orderListing = jsonFact<OrderListing>('orders', {
  ...{
    allAt: null,
    unreadableIds: 0,
    window: null,
    newAt: null,
    readUpTo: null,
    run: null,
  },
  ...{ isWhole: false, searchedBelow: null, unprovenBefore: null, lateOrders: 0, againBefore: 0 },
});

/** All orders are read again, those that failed at once. */
export async function readOrdersAgain(db: StoreKeeperDb, now: number): Promise<void> {
  await retryFailedOrders(db);
  await orderListing.change(db, { againBefore: now });
}

/** `2026-08-01` as 202608. */
export function monthNumber(date: CalendarDate): number {
  return Number(date.slice(0, 4)) * 100 + Number(date.slice(5, 7));
}

export function addMonths(month: number, count: number): number {
  const months = Math.floor(month / 100) * 12 + (month % 100) - 1 + count;
  return Math.floor(months / 12) * 100 + (months % 12) + 1;
}
