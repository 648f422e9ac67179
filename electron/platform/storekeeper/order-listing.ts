import type { CalendarDate } from '../../../shared/calendar.ts';
import type { StoreKeeperDb } from '../../store/copies/storekeeper-copy-store.ts';
import { retryFailedOrders } from '../../store/copies/storekeeper-known-orders.ts';
import { createJsonFact } from './facts.ts';

/** A descending search through ids, one by one. */
export interface Run {
  readonly next: number;
  /** Number of consecutive ids without an order. */
  readonly misses: number;
  /** Months before this day may be incomplete. */
  readonly before: CalendarDate;
}

/** Progress of listing order ids. Timestamps are in milliseconds since the epoch. */
export interface OrderListing {
  /** The time when all ids were read; `null` before that. */
  readonly allAt: number | null;
  /** Number of unreadable ids in that list. */
  readonly unreadableIds: number;
  /** First day of the earliest month whose orders have been named; `null` if there is none yet. */
  readonly window: CalendarDate | null;
  /** `newAt`: when new ids were last read. `readUpTo`: the time until which all orders named before have been read. */
  readonly newAt: number | null;
  readonly readUpTo: number | null;
  /** Set if the list of ids is cut off: lower ids are tried one by one. */
  readonly run: Run | null;
  /** Whether no older orders were found. */
  readonly isWhole: boolean;
  /** The lowest known id at the last search below it; `null` if there was no search or no order was known. */
  readonly searchedBelow: number | null;
  /** The search could not prove that there are no orders before this day; `null` if it could. */
  readonly unprovenBefore: CalendarDate | null;
  /** Orders that were named late since the last check. */
  readonly lateOrders: number;
  /** Orders last read before this are read again, because somebody asked for it or products came later. */
  readonly againBefore: number;
}

export const orderListing = createJsonFact<OrderListing>('orders', {
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

/** Makes all orders due, and failed ones immediately. */
export async function makeAllOrdersDue(db: StoreKeeperDb, now: number): Promise<void> {
  await retryFailedOrders(db);
  await orderListing.change(db, { againBefore: now });
}

/** `2026-08-01` as 202608. */
export function toMonthNumber(date: CalendarDate): number {
  return Number(date.slice(0, 4)) * 100 + Number(date.slice(5, 7));
}

export function addMonths(month: number, count: number): number {
  const months = Math.floor(month / 100) * 12 + (month % 100) - 1 + count;
  return Math.floor(months / 12) * 100 + (months % 12) + 1;
}
