import { LONGEST_WAIT_MS } from '../../../store/copies/storekeeper-orders.ts';
import type { OrderRecord } from '../mapping/wire-records.ts';
import { amountOf, flagOf, instantOf, textOf } from '../mapping/wire-values.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Of a refund the goods are there first, and the money some minutes later. */
const ENDED_READINGS = 3;
const ENDED_MS = 8 * HOUR_MS;

/** The money of a refund follows the goods within minutes; where it does not, the order is asked for less and less often. */
const REFUND_MS = 5 * MINUTE_MS;

/** How long until an order is read again: what changes often, and what is young, more often than the rest. */
export function waitOfOrder(record: OrderRecord, unchanged: number, now: number): number {
  const wait = usualWait(record, unchanged, now);
  return isMoneyToFollow(record) ? Math.min(wait, REFUND_MS * 2 ** Math.min(unchanged, 20)) : wait;
}

function isMoneyToFollow({ refunded_price_wt, paid_back_value_wt }: OrderRecord): boolean {
  return Math.abs(amountOf(refunded_price_wt) ?? 0) > Math.abs(amountOf(paid_back_value_wt) ?? 0);
}

function usualWait(record: OrderRecord, unchanged: number, now: number): number {
  const ageMs = now - (instantOf(record.date_purchased) ?? instantOf(record.date_created) ?? now);
  const status = textOf(record.status);
  if (status === 'refunded' || status === 'cancelled') return unchanged < ENDED_READINGS ? ENDED_MS : LONGEST_WAIT_MS;
  const isOpen = status !== 'complete' || flagOf(record.is_paid) !== true;
  // Each second reading that finds nothing new doubles it.
  return Math.min(LONGEST_WAIT_MS, shortestWait(isOpen, ageMs) * 2 ** Math.min(Math.floor(unchanged / 2), 20));
}

function shortestWait(isOpen: boolean, ageMs: number): number {
  if (isOpen) return ageMs < 14 * DAY_MS ? 15 * MINUTE_MS : DAY_MS;
  if (ageMs < 30 * DAY_MS) return 6 * HOUR_MS;
  return ageMs < 100 * DAY_MS ? DAY_MS : LONGEST_WAIT_MS;
}

/** While products are not there yet, lines have no turnover group: they are mapped again once they are. */
export const WAIT_FOR_PRODUCTS_MS = HOUR_MS;

/** An order that could not be found is looked for once more. */
export const GONE_MS = 5 * MINUTE_MS;

/** StoreKeeper failed at one order while it answered others. */
export const FAILED_MS = 5 * MINUTE_MS;

/** After so many failures in a row the order is noted as one that cannot be read. */
export const MOST_FAILURES = 3;

/** Until the next attempt at an order that cannot be read. */
export function waitOfUnreadable(failures: number): number {
  return Math.min(LONGEST_WAIT_MS, HOUR_MS * 2 ** Math.min(failures, 20));
}
