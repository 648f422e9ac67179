import type { OrderRecord } from './records.ts';

const MINUTE_MS = 60_000;

const HOUR_MS = 60 * MINUTE_MS;

export const DAY_MS = 24 * HOUR_MS;

const OPEN_MS = 15 * MINUTE_MS;

const RECENT_DAYS = 14;

/** From then on an order is old: it is read once a week. */
export const OLD_DAYS = 100;

/** Less than a week, so that all old orders are read within one. */
const OLD_MS = 6 * DAY_MS;

const OPEN_STATUSES: ReadonlySet<string> = new Set(['new', 'processing', 'on_hold']);

/** How long until an order is read again: nothing that StoreKeeper says tells surely that it changed. */
export function waitOfOrder(
  { status, isPaid, date }: Pick<OrderRecord, 'status' | 'isPaid' | 'date'>,
  now: number,
): number {
  const ageDays = (now - date) / DAY_MS;
  const isOpen = OPEN_STATUSES.has(status) || (!isPaid && status !== 'cancelled' && status !== 'refunded');
  if (isOpen || ageDays < RECENT_DAYS) return OPEN_MS;
  return ageDays < OLD_DAYS ? DAY_MS : OLD_MS;
}

const FAILED_MS = [2_000, 10_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS] as const;

/** After so many failures in a row an order is unreadable: its months are incomplete. */
export const MAX_FAILURES = 5;

/** How long an order that could not be read waits, and nothing else with it. `failures` is at least 1. */
export function waitAfterFailure(failures: number): number {
  return FAILED_MS[Math.min(failures, FAILED_MS.length) - 1] ?? DAY_MS;
}
