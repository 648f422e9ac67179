import { formatTimestamp, getLocalDayAt } from '../../../shared/calendar.ts';
import type { StreamProgress } from '../../../shared/contract/connection.ts';
import { inCopyTransaction, replaceNotes, type StoreKeeperDb } from '../../store/copies/storekeeper-copy-store.ts';
import {
  changeKnownOrder,
  countKnownOrders,
  countRecentReadings,
  getUnreadableOwner,
  type KnownOrder,
  readDueOrders,
  readKnownOrder,
  readLastReadOrder,
  readNextDueAt,
  removeKnownOrder,
} from '../../store/copies/storekeeper-known-orders.ts';
import { isConstraintFailure } from '../../store/store-error.ts';
import { PlatformError } from '../platform-error.ts';
import { createNote } from './notes.ts';
import { endsReading, REFUSALS, readMissingUntil } from './offers.ts';
import { type ComparedIds, compareIds } from './order-ids.ts';
import { orderListing } from './order-listing.ts';
import { type OrderRecord, readOrder, UnreadableOrder } from './records.ts';
import { callFunction, type SyncContext, type Task } from './sync-context.ts';
import { writeOrder } from './write-order.ts';

const MINUTE_MS = 60_000;

const HOUR_MS = 60 * MINUTE_MS;

export const DAY_MS = 24 * HOUR_MS;

const OPEN_INTERVAL_MS = 15 * MINUTE_MS;

const RECENT_DAYS = 14;

/** Older orders are read once a week. */
export const OLD_DAYS = 100;

/** Less than a week, so that all old orders are read within one. */
const OLD_INTERVAL_MS = 6 * DAY_MS;

const OPEN_STATUSES: ReadonlySet<string> = new Set(['new', 'processing', 'on_hold']);

/** Returns the interval after which an order is read again. StoreKeeper does not reliably report changes. */
function getOrderIntervalMs({ status, isPaid, date }: OrderRecord, now: number): number {
  const ageDays = (now - date) / DAY_MS;
  const isOpen = OPEN_STATUSES.has(status) || (!isPaid && status !== 'cancelled' && status !== 'refunded');
  if (isOpen || ageDays < RECENT_DAYS) return OPEN_INTERVAL_MS;
  return ageDays < OLD_DAYS ? DAY_MS : OLD_INTERVAL_MS;
}

const FAILURE_WAITS_MS = [2_000, 10_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS] as const;

/** After this many consecutive failures an order is unreadable, and its months are incomplete. */
const MAX_FAILURES = 5;

/** Returns how long an order waits after failed readings. `failures` is at least 1. */
function getFailureWaitMs(failures: number): number {
  return FAILURE_WAITS_MS[Math.min(failures, FAILURE_WAITS_MS.length) - 1] ?? DAY_MS;
}

const CONCURRENT_ORDERS = 10;

/** Reads orders with known ids: new ones first, then those that are due again. */
export function createOrdersTask(context: SyncContext): Task {
  const { db, clock } = context;
  return {
    name: 'orders',

    async getDueAt() {
      const missingUntil = await readMissingUntil(db, ['getOrder']);
      return missingUntil ?? (await readNextDueAt(db, await orderListing.read(db)));
    },

    async runStep() {
      const { againBefore } = await orderListing.read(db);
      const ids = await readDueOrders(db, { now: clock.now(), againBefore, limit: CONCURRENT_ORDERS });
      await readOrders(context, ids);
    },
  };
}

interface Failed {
  readonly id: number;
  readonly failure: Error;
}

/**
 * Reads orders concurrently and writes each in its own transaction. A failed one is retried later and does not block
 * others. Throws errors that concern more than one order.
 */
async function readOrders(context: SyncContext, ids: readonly number[]): Promise<void> {
  const { db, clock, offers, assertCanContinue } = context;
  const settled = await Promise.allSettled(ids.map((id) => readOne(context, id)));
  const failed: Failed[] = [];
  for (const [at, one] of settled.entries()) {
    if (one.status === 'fulfilled') continue;
    if (!isRecordFault(one.reason) && endsReading(one.reason, context.signal)) throw one.reason;
    failed.push({ id: ids[at] ?? 0, failure: one.reason });
  }
  assertCanContinue();
  const transient = failed.filter(({ failure }) => isTransient(failure));
  const isOutage = transient.length === ids.length && !(await canReadOtherOrder(context, ids));
  const [outage] = transient;
  if (isOutage && outage !== undefined) {
    // No single order is at fault.
    for (const { id } of failed) await changeKnownOrder(db, id, { next_read: clock.now() + UNREACHED_WAIT_MS });
    throw outage.failure;
  }
  const refused = failed.filter(({ failure }) => failure instanceof PlatformError && REFUSALS.has(failure.code));
  for (const { failure } of refused) await offers.recordFailure('getOrder', failure as PlatformError);
  const removed = await findRemoved(context, refused);
  for (const { id, failure } of failed) {
    assertCanContinue();
    await inCopyTransaction(db, (transaction) =>
      removed.has(id) ? removeKnownOrder(transaction, id) : recordFailure(transaction, id, failure, clock.now()),
    );
  }
}

async function readOne(context: SyncContext, id: number): Promise<void> {
  const { db, clock, assertCanContinue } = context;
  const { record } = await callFunction(context, 'getOrder', { id });
  assertCanContinue();
  await inCopyTransaction(db, async (transaction) => {
    const order = readOrder(record, id);
    const now = clock.now();
    await writeOrder(transaction, order, { readAt: now, nextReadAt: now + getOrderIntervalMs(order, now) });
  });
}

/** Whether the record itself is faulty: StoreKeeper answered. */
function isRecordFault(error: unknown): boolean {
  return error instanceof UnreadableOrder || error instanceof RangeError || isConstraintFailure(error);
}

/** Whether StoreKeeper or the network may be at fault instead of the order. */
function isTransient(failure: Error): boolean {
  return failure instanceof PlatformError && !REFUSALS.has(failure.code);
}

const UNREACHED_WAIT_MS = 5_000;

/** Whether StoreKeeper answers for an order that was read before. The failures then concern single orders. */
async function canReadOtherOrder(context: SyncContext, besides: readonly number[]): Promise<boolean> {
  const known = await readLastReadOrder(context.db, besides);
  if (known === null) return false;
  try {
    await callFunction(context, 'getOrder', { id: known });
    return true;
  } catch (error) {
    if (endsReading(error, context.signal)) throw error;
    return error instanceof PlatformError && REFUSALS.has(error.code);
  }
}

/** Refused orders that StoreKeeper no longer lists, whatever the error class. */
async function findRemoved(context: SyncContext, refused: readonly Failed[]): Promise<ReadonlySet<number>> {
  if (refused.length === 0) return new Set();
  const { unnamed, isTrusted } = await tryCompareIds(context);
  const ids = new Set(isTrusted ? unnamed : []);
  return new Set(refused.flatMap(({ id }) => (ids.has(id) ? [id] : [])));
}

/** If the ids cannot be listed, no order counts as removed. */
async function tryCompareIds(context: SyncContext): Promise<ComparedIds> {
  try {
    return await compareIds(context);
  } catch (error) {
    if (endsReading(error, context.signal)) throw error;
    return { unnamed: [], isTrusted: false };
  }
}

/** A faulty record is unreadable immediately; an unanswered one after several failures. */
async function recordFailure(db: StoreKeeperDb, id: number, failure: Error, now: number): Promise<void> {
  const known = await readKnownOrder(db, id);
  if (known === undefined) return;
  const failures = known.failures + 1;
  const isAnswered = !(failure instanceof PlatformError);
  const isUnreadable = isAnswered || failures >= MAX_FAILURES || known.state === 'unreadable';
  const date = failure instanceof UnreadableOrder ? failure.date : null;
  await changeKnownOrder(db, id, {
    ...{ failures, next_read: now + getFailureWaitMs(isAnswered ? failures + MAX_FAILURES : failures) },
    ...(isUnreadable && { state: 'unreadable', is_new: 0 }),
    ...(date !== null && getMonths(date)),
  });
  if (!isUnreadable) return;
  const given = isAnswered && !(failure instanceof UnreadableOrder) ? CONTRADICTION : failure.message;
  await replaceNotes(db, getUnreadableOwner(id), [createNote('order_unreadable', 'order', id, { given })], now);
}

function getMonths(date: number): Partial<KnownOrder> {
  const month = Math.floor(getLocalDayAt(date) / 100);
  return { first_month: month, last_month: month, purchased_at: date };
}

const CONTRADICTION = 'The order contradicts another record of the copy.';

const MEASURED_PERIOD_MS = 5 * MINUTE_MS;

export async function readOrdersProgress(db: StoreKeeperDb, now: number): Promise<StreamProgress | null> {
  const { allAt, isWhole, run } = await orderListing.read(db);
  if (allAt === null) return null;
  const { listed, wanted, read, unreadable } = await countKnownOrders(db);
  const left = listed + wanted;
  // A few new orders are not worth a progress display.
  if (isWhole && left <= CONCURRENT_ORDERS) return null;
  const done = read + unreadable;
  // It is unknown how many orders a cut-off list lacks.
  if (run !== null) return { done, of: null, expectedEnd: null };
  const { orders, since } = await countRecentReadings(db, now - MEASURED_PERIOD_MS);
  const expectedEnd = since === null ? null : formatTimestamp(now + Math.round((left * (now - since)) / orders));
  return { done, of: done + left, expectedEnd };
}
