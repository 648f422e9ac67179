import { localDayAt, localTimestamp } from '../../../shared/calendar.ts';
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
import { ask, type SyncContext, type Task } from './sync-context.ts';
import { writeOrder } from './write-order.ts';

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
function waitOfOrder({ status, isPaid, date }: OrderRecord, now: number): number {
  const ageDays = (now - date) / DAY_MS;
  const isOpen = OPEN_STATUSES.has(status) || (!isPaid && status !== 'cancelled' && status !== 'refunded');
  if (isOpen || ageDays < RECENT_DAYS) return OPEN_MS;
  return ageDays < OLD_DAYS ? DAY_MS : OLD_MS;
}

const FAILED_MS = [2_000, 10_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS] as const;

/** After so many failures in a row an order is unreadable: its months are incomplete. */
const MAX_FAILURES = 5;

/** How long an order that could not be read waits, and nothing else with it. `failures` is at least 1. */
function waitAfterFailure(failures: number): number {
  return FAILED_MS[Math.min(failures, FAILED_MS.length) - 1] ?? DAY_MS;
}

const ORDERS_AT_ONCE = 10;

/** Orders whose ids are known: those that were never read, and beside them those that are due again. */
export function createOrdersTask(context: SyncContext): Task {
  const { db, clock } = context;
  return {
    name: 'orders',

    async dueAt() {
      const missingUntil = await readMissingUntil(db, ['getOrder']);
      return missingUntil ?? (await readNextDueAt(db, await orderListing.read(db)));
    },

    async step() {
      const { againBefore } = await orderListing.read(db);
      const ids = await readDueOrders(db, { now: clock.now(), againBefore, limit: ORDERS_AT_ONCE });
      await readOrders(context, ids);
    },
  };
}

interface Failed {
  readonly id: number;
  readonly failure: Error;
}

/**
 * Reads orders at once, and writes each in a transaction of its own as it arrives. One that cannot be read comes again
 * later by itself, and keeps no other one waiting. Throws what says nothing of one order.
 */
async function readOrders(context: SyncContext, ids: readonly number[]): Promise<void> {
  const { db, clock, offers, expectOn } = context;
  const settled = await Promise.allSettled(ids.map((id) => readOne(context, id)));
  const failed: Failed[] = [];
  for (const [at, one] of settled.entries()) {
    if (one.status === 'fulfilled') continue;
    if (!isOfOrder(one.reason) && endsReading(one.reason, context.signal)) throw one.reason;
    failed.push({ id: ids[at] ?? 0, failure: one.reason });
  }
  expectOn();
  const passing = failed.filter(({ failure }) => isPassing(failure));
  const isOutage = passing.length === ids.length && !(await isAnsweringElsewhere(context, ids));
  const [outage] = passing;
  if (isOutage && outage !== undefined) {
    // It is the fault of none of them.
    for (const { id } of failed) await changeKnownOrder(db, id, { next_read: clock.now() + UNREACHED_MS });
    throw outage.failure;
  }
  const refused = failed.filter(({ failure }) => failure instanceof PlatformError && REFUSALS.has(failure.code));
  for (const { failure } of refused) await offers.noteFailure('getOrder', failure as PlatformError);
  const gone = await findGone(context, refused);
  for (const { id, failure } of failed) {
    expectOn();
    await inCopyTransaction(db, (transaction) =>
      gone.has(id) ? removeKnownOrder(transaction, id) : noteFailure(transaction, id, failure, clock.now()),
    );
  }
}

async function readOne(context: SyncContext, id: number): Promise<void> {
  const { db, clock, expectOn } = context;
  const { record } = await ask(context, 'getOrder', { id });
  expectOn();
  await inCopyTransaction(db, async (transaction) => {
    const order = readOrder(record, id);
    const now = clock.now();
    await writeOrder(transaction, order, { readAt: now, nextReadAt: now + waitOfOrder(order, now) });
  });
}

/** The record itself is odd: StoreKeeper answered. */
function isOfOrder(error: unknown): boolean {
  return error instanceof UnreadableOrder || error instanceof RangeError || isConstraintFailure(error);
}

/** It may be StoreKeeper that fails, or the network, and not this order. */
function isPassing(failure: Error): boolean {
  return failure instanceof PlatformError && !REFUSALS.has(failure.code);
}

const UNREACHED_MS = 5_000;

/** Whether an order is answered that was read before: then those that fail do so by themselves. */
async function isAnsweringElsewhere(context: SyncContext, besides: readonly number[]): Promise<boolean> {
  const known = await readLastReadOrder(context.db, besides);
  if (known === null) return false;
  try {
    await ask(context, 'getOrder', { id: known });
    return true;
  } catch (error) {
    if (endsReading(error, context.signal)) throw error;
    return error instanceof PlatformError && REFUSALS.has(error.code);
  }
}

/** Refused orders that StoreKeeper no longer names either, whatever the class of the refusal. */
async function findGone(context: SyncContext, refused: readonly Failed[]): Promise<ReadonlySet<number>> {
  if (refused.length === 0) return new Set();
  const { unnamed, isBelieved } = await compareQuietly(context);
  const ids = new Set(isBelieved ? unnamed : []);
  return new Set(refused.flatMap(({ id }) => (ids.has(id) ? [id] : [])));
}

/** Where nobody says which orders there are, none of them is gone. */
async function compareQuietly(context: SyncContext): Promise<ComparedIds> {
  try {
    return await compareIds(context);
  } catch (error) {
    if (endsReading(error, context.signal)) throw error;
    return { unnamed: [], isBelieved: false };
  }
}

/** A record that cannot be read is so at once; what StoreKeeper fails to answer after several times. */
async function noteFailure(db: StoreKeeperDb, id: number, failure: Error, now: number): Promise<void> {
  const known = await readKnownOrder(db, id);
  if (known === undefined) return;
  const failures = known.failures + 1;
  const isAnswered = !(failure instanceof PlatformError);
  const isUnreadable = isAnswered || failures >= MAX_FAILURES || known.state === 'unreadable';
  const date = failure instanceof UnreadableOrder ? failure.date : null;
  await changeKnownOrder(db, id, {
    ...{ failures, next_read: now + waitAfterFailure(isAnswered ? failures + MAX_FAILURES : failures) },
    ...(isUnreadable && { state: 'unreadable', is_new: 0 }),
    ...(date !== null && monthsOf(date)),
  });
  if (!isUnreadable) return;
  const given = isAnswered && !(failure instanceof UnreadableOrder) ? CONTRADICTION : failure.message;
  await replaceNotes(db, getUnreadableOwner(id), [createNote('order_unreadable', 'order', id, { given })], now);
}

function monthsOf(date: number): Partial<KnownOrder> {
  const month = Math.floor(localDayAt(date) / 100);
  return { first_month: month, last_month: month, purchased_at: date };
}

const CONTRADICTION = 'It contradicts another record of the copy.';

const MEASURED_MS = 5 * MINUTE_MS;

export async function readOrdersProgress(db: StoreKeeperDb, now: number): Promise<StreamProgress | null> {
  const { allAt, isWhole, run } = await orderListing.read(db);
  if (allAt === null) return null;
  const { listed, wanted, read, unreadable } = await countKnownOrders(db);
  const left = listed + wanted;
  // A new order now and then is no reading of its own.
  if (isWhole && left <= ORDERS_AT_ONCE) return null;
  const done = read + unreadable;
  // How many a cut list leaves out is not known.
  if (run !== null) return { done, of: null, expectedEnd: null };
  const { orders, since } = await countRecentReadings(db, now - MEASURED_MS);
  const expectedEnd = since === null ? null : localTimestamp(now + Math.round((left * (now - since)) / orders));
  return { done, of: done + left, expectedEnd };
}
