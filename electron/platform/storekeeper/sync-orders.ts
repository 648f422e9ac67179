import { setImmediate } from 'node:timers/promises';
import { type CalendarDate, dateAt, instantsOf, localDayAt, localTimestamp } from '../../../shared/calendar.ts';
import type { StreamProgress } from '../../../shared/contract/connection.ts';
import { inCopyTransaction, replaceNotes, type StoreKeeperDb } from '../../store/copies/storekeeper-copy-store.ts';
import {
  changeKnownOrder,
  countKnownOrders,
  countListed,
  endOrderWaits,
  hasOrderBetween,
  hasOrderIn,
  hasUnreadNewOrder,
  hasUnreadOrder,
  type Naming,
  nameOrders,
  readIdRange,
  readKnownOrder,
  readNextTurn,
  readTurns,
  removeKnownOrder,
  unreadableOwner,
  wantListedOrders,
} from '../../store/copies/storekeeper-orders.ts';
import { isConstraintFailure } from '../../store/store-error.ts';
import { PlatformError } from '../platform-error.ts';
import { isNotFound } from './client.ts';
import { jsonFact } from './facts.ts';
import { filterDate, type OrderIds, where } from './functions.ts';
import { createNote } from './notes.ts';
import { endsReading, REFUSALS, readMissingUntil } from './offers.ts';
import { readOrder, UnreadableOrder } from './records.ts';
import { ask, askAgain, type SyncContext, type Task } from './sync-context.ts';
import { DAY_MS, MAX_FAILURES, waitAfterFailure } from './turns.ts';
import { writeOrder } from './write-order.ts';

/** How far the ids of orders are known. Moments in milliseconds since the epoch. */
export interface OrderListing {
  /** When all ids were asked for last. */
  readonly allAt: number | null;
  /** The first day of the month from which on orders have been named; null while none have. */
  readonly window: CalendarDate | null;
  /** Months in a row that named nothing. */
  readonly emptyMonths: number;
  /** When new ids were asked for last, and up to when all that are named had been read before that. */
  readonly newAt: number | null;
  readonly readUpTo: number | null;
  /** The list of ids is cut: orders below it are asked for one by one. */
  readonly cut: { readonly next: number; readonly misses: number; readonly before: CalendarDate } | null;
  /** Whether orders below the lowest id were asked for. */
  readonly isProbed: boolean;
  /** Whether there are no older orders. */
  readonly isWhole: boolean;
  /** Orders that were read before this are read again: somebody asked for it. */
  readonly againBefore: number;
  /** How long an order took lately. */
  readonly msEach: number | null;
}

export const orderListing = jsonFact<OrderListing>('orders', {
  ...{ allAt: null, window: null, emptyMonths: 0, newAt: null, readUpTo: null, cut: null, isProbed: false },
  ...{ isWhole: false, againBefore: 0, msEach: null },
});

const NEW_MS = 60_000;

/** In which zone StoreKeeper reads the dates of a filter is not known. */
const ZONE_MS = 2 * DAY_MS;

/** A filter that leaves nothing out. */
const LONG_AGO_MS = Date.UTC(2000, 0, 1);

/** Then orders that no month named are read all the same. */
const MAX_EMPTY_MONTHS = 24;

const ORDERS_AT_ONCE = 10;

/** An order is bought up to 60 days after it was created: so many months after that of its creation. */
const MONTHS_AFTER = 2;

/** The ids of orders: those of this month first, then a month further back each time; and new ones each minute. */
export function createOrderIdsTask(context: SyncContext): Task {
  const { db, clock } = context;
  /** Ids that were asked for and do not exist. */
  const absent = new Set<number>();

  return {
    name: 'orderIds',

    async dueAt() {
      const missingUntil = await readMissingUntil(db, ['listOrderIds']);
      if (missingUntil !== null) return missingUntil;
      const listing = await orderListing.read(db);
      if (isNewDue(listing, clock.now()) || listing.allAt === null) return 0;
      if (!listing.isWhole && !(await isOrderDue(context, listing)) && (await canGoFurther(db, listing))) return 0;
      return (listing.newAt ?? 0) + NEW_MS;
    },

    async step() {
      const listing = await orderListing.read(db);
      if (listing.allAt === null) return listAll(context);
      return isNewDue(listing, clock.now()) ? listNew(context, listing) : goFurther(context, listing, absent);
    },
  };
}

/** Orders whose ids are known: those that were never read, and beside them those that are due again. */
export function createOrdersTask(context: SyncContext): Task {
  const { db, clock } = context;
  let endedAt: number | null = null;

  /** How long an order takes, with what passes until the next ones. */
  async function measure(begunAt: number, orders: number): Promise<void> {
    const isInTurn = endedAt !== null && begunAt - endedAt < NEW_MS;
    const each = Math.max(0, clock.now() - (isInTurn ? (endedAt ?? 0) : begunAt)) / orders;
    endedAt = clock.now();
    const listing = await orderListing.read(db);
    if (listing.isWhole) return;
    const msEach = listing.msEach === null ? each : listing.msEach * 0.9 + each * 0.1;
    await orderListing.write(db, { ...listing, msEach });
  }

  return {
    name: 'orders',

    async dueAt() {
      const missingUntil = await readMissingUntil(db, ['getOrder']);
      if (missingUntil !== null) return missingUntil;
      return readNextTurn(db, await orderListing.read(db));
    },

    async step() {
      const { againBefore } = await orderListing.read(db);
      const begunAt = clock.now();
      const ids = await readTurns(db, { now: begunAt, againBefore, most: ORDERS_AT_ONCE });
      if (ids.length === 0) return;
      await readOrders(context, ids);
      await measure(begunAt, ids.length);
    },
  };
}

async function isOrderDue({ db, clock }: SyncContext, listing: OrderListing): Promise<boolean> {
  if ((await readMissingUntil(db, ['getOrder'])) !== null) return false;
  const next = await readNextTurn(db, listing);
  return next !== null && next <= clock.now();
}

function isNewDue({ newAt, window }: OrderListing, now: number): boolean {
  // After the clock was set back it would be due too late.
  return window !== null && (newAt === null || newAt > now || now - newAt >= NEW_MS);
}

/** While orders that failed wait, earlier months are named. Only the end waits for them. */
async function canGoFurther(db: StoreKeeperDb, { isProbed, cut }: OrderListing): Promise<boolean> {
  return (await hasOrderIn(db, 'listed')) || !isProbed || cut !== null || !(await hasUnreadOrder(db));
}

async function goFurther(context: SyncContext, listing: OrderListing, absent: Set<number>): Promise<void> {
  const { db } = context;
  if (listing.window === null || (await hasOrderIn(db, 'listed'))) return listMonth(context, listing);
  if (!listing.isProbed) return probe(context, absent);
  if (listing.cut !== null) return goBelow(context, listing.cut);
  // One that failed is missing where it can lie, and nowhere else.
  if (!(await hasUnreadOrder(db))) await changeListing(db, { isWhole: true });
}

async function changeListing(db: StoreKeeperDb, changes: Partial<OrderListing>): Promise<void> {
  await orderListing.write(db, { ...(await orderListing.read(db)), ...changes });
}

/** The ids of orders that were created from a moment on; of all where it is left out. */
export async function readIds(context: SyncContext, since = LONG_AGO_MS + ZONE_MS): Promise<OrderIds> {
  const filters = [where('date_created', '>=', filterDate(since - ZONE_MS))];
  try {
    return await ask(context, 'listOrderIds', { filters });
  } catch (error) {
    if (error instanceof PlatformError) await context.offers.noteFailure('listOrderIds', error);
    throw error;
  }
}

/** All ids, so that it is known how many orders there are. */
async function listAll(context: SyncContext): Promise<void> {
  const { db, clock, expectOn } = context;
  const allAt = clock.now();
  const ids = await readIds(context);
  expectOn();
  await noteUnreadableIds(db, ids, allAt);
  await nameInParts(db, ids.ids, { state: 'listed' });
  await changeListing(db, { allAt });
}

/** Notes how many ids could not be read, or that all of them could. */
export async function noteUnreadableIds(db: StoreKeeperDb, { unreadable }: OrderIds, now: number): Promise<void> {
  const note = createNote('record_unreadable', 'list', 'orders', { given: String(unreadable) });
  await replaceNotes(db, 'list:order_ids', unreadable === 0 ? [] : [note], now);
}

/** Names per transaction: others read and write between two of them. */
const NAMES_AT_ONCE = 5_000;

/** In several transactions: a kill between them is made good by asking again. Answers what nobody had named before. */
export async function nameInParts(db: StoreKeeperDb, ids: readonly number[], naming: Naming): Promise<number[]> {
  const unknown: number[] = [];
  for (let from = 0; from < ids.length; from += NAMES_AT_ONCE) {
    const some = ids.slice(from, from + NAMES_AT_ONCE);
    unknown.push(...(await inCopyTransaction(db, (transaction) => nameOrders(transaction, some, naming))));
    await setImmediate();
  }
  return unknown;
}

/** The ids of a month and of all after it: of this month at first, then of the month before. */
async function listMonth(context: SyncContext, listing: OrderListing): Promise<void> {
  const { db, clock, expectOn } = context;
  const askedAt = clock.now();
  const window = listing.window === null ? monthOf(askedAt) : monthBefore(listing.window);
  const { ids } = await readIds(context, startOfDay(window));
  // In whatever zone the filter is read, these were created in this month.
  const { ids: surely } = await readIds(context, startOfDay(window) + 2 * ZONE_MS);
  expectOn();
  const found = await countListed(db, ids);
  const month = monthNumber(window);
  const last_month = addMonths(month, MONTHS_AFTER);
  const ofMonth = await nameInParts(db, surely, { state: 'wanted', first_month: month, last_month });
  const perhaps = await nameInParts(db, ids, { state: 'wanted', first_month: addMonths(month, -1), last_month });
  const emptyMonths = found + ofMonth.length + perhaps.length === 0 ? listing.emptyMonths + 1 : 0;
  if (emptyMonths >= MAX_EMPTY_MONTHS) await wantListedOrders(db, NAMES_AT_ONCE, addMonths(month, MONTHS_AFTER));
  await changeListing(db, { window, emptyMonths, ...(listing.newAt === null && { newAt: askedAt, readUpTo: null }) });
}

async function listNew(context: SyncContext, listing: OrderListing): Promise<void> {
  const { db, clock, expectOn } = context;
  const askedAt = clock.now();
  // A clock that was ahead at the last question asked from a day that had not come yet.
  const { ids } = await readIds(context, Math.min(askedAt, listing.newAt ?? askedAt));
  expectOn();
  const readUpTo = await readOrdersTime(db);
  const month = monthNumber(monthOf(askedAt));
  const months = { first_month: addMonths(month, -1), last_month: addMonths(month, 1) };
  await nameInParts(db, ids, { state: 'wanted', is_new: 1, ...months });
  await changeListing(db, { newAt: askedAt, readUpTo });
}

/** How many ids below the lowest are asked for one after the other, and how far down besides. */
const PROBES = 12;

/** After so many ids in a row that nobody has, a cut list has come to its end. */
const MAX_MISSES = 500;

/**
 * A list of ids may be cut without a word, as by a maximum of its rows. So some orders below the lowest id that it names are
 * asked for, and some in its gaps: if one answers, it is cut.
 */
async function probe(context: SyncContext, absent: Set<number>): Promise<void> {
  const { db, expectOn, clock, random } = context;
  const range = await readIdRange(db);
  const found = range === null ? null : await findUnnamed(context, probesOf(range, random), absent);
  expectOn();
  if (found === null || range === null) {
    await changeListing(db, { isProbed: true });
    return;
  }
  const isGap = found > range.lowest;
  const next = (isGap ? range.highest : range.lowest) - 1;
  const first = await readKnownOrder(db, range.lowest);
  const before = dateAt(isGap ? clock.now() : (first?.purchased_at ?? clock.now()));
  const note = createNote('ids_cut', 'list', 'orders', { given: String(range.lowest) });
  await replaceNotes(db, 'list:order_ids_cut', [note], clock.now());
  await changeListing(db, { isProbed: true, cut: { next, misses: 0, before } });
}

function probesOf({ lowest, highest }: { lowest: number; highest: number }, random: () => number): number[] {
  const below = Array.from({ length: PROBES }, (_, at) => lowest - 1 - at);
  const further = Array.from({ length: PROBES }, (_, at) => lowest - Math.floor(lowest / 2 ** (at + 1)));
  const gaps = Array.from({ length: PROBES }, () => lowest + Math.floor(random() * (highest - lowest)));
  return [...new Set([...below, ...further, ...gaps])].filter((id) => id > 0);
}

/** The first of these ids that StoreKeeper answers although it did not name it; null where it answers none. */
async function findUnnamed(context: SyncContext, ids: readonly number[], absent: Set<number>) {
  for (const id of ids) {
    if (absent.has(id) || (await readKnownOrder(context.db, id)) !== undefined) continue;
    if (await isThere(context, id)) return id;
    // A failure at the next one does not ask for this one again.
    absent.add(id);
  }
  return null;
}

async function isThere(context: SyncContext, id: number): Promise<boolean> {
  try {
    const { record } = await askAgain(context, 'getOrder', { id });
    return readOrder(record, id).id === id;
  } catch (error) {
    if (error instanceof UnreadableOrder) return error.date !== null;
    if (endsReading(error, context.signal)) throw error;
    if (error instanceof PlatformError && REFUSALS.has(error.code)) return false;
    throw error;
  }
}

const GUESSES_AT_ONCE = 100;

/** Ids below are read as if they had been named, until there are none for long. */
async function goBelow({ db, expectOn }: SyncContext, cut: NonNullable<OrderListing['cut']>): Promise<void> {
  const { next, misses } = cut;
  const hasFound = await hasOrderBetween(db, next + 1, next + GUESSES_AT_ONCE);
  const missed = hasFound ? 0 : misses + GUESSES_AT_ONCE;
  expectOn();
  if (next < 1 || missed > MAX_MISSES) {
    await changeListing(db, { cut: null });
    return;
  }
  const ids = Array.from({ length: GUESSES_AT_ONCE }, (_, at) => next - at).filter((id) => id > 0);
  await nameInParts(db, ids, { state: 'wanted', is_guess: 1 });
  await changeListing(db, { cut: { ...cut, next: next - GUESSES_AT_ONCE, misses: missed } });
}

/**
 * Reads orders at once, and writes each in a transaction of its own as it arrives. One that cannot be read comes again
 * later by itself, and keeps no other one waiting. Throws what says nothing of one order.
 */
async function readOrders(context: SyncContext, ids: readonly number[]): Promise<void> {
  const settled = await Promise.allSettled(ids.map((id) => readOne(context, id)));
  const thrown = settled.find((one) => one.status === 'rejected');
  if (thrown !== undefined) throw thrown.reason;
  const missed = settled.flatMap((one, at) => (one.status === 'fulfilled' && one.value === 'missed' ? [ids[at]] : []));
  await settleMissed(
    context,
    missed.filter((id) => id !== undefined),
  );
}

async function readOne(context: SyncContext, id: number): Promise<'read' | 'failed' | 'missed'> {
  const { db, clock, offers, signal, expectOn } = context;
  let failure: Error;
  try {
    const { record } = await ask(context, 'getOrder', { id });
    expectOn();
    await inCopyTransaction(db, (transaction) => writeOrder(transaction, readOrder(record, id), clock.now()));
    return 'read';
  } catch (error) {
    if (isNotFound(error)) return 'missed';
    const isOfOrder = error instanceof UnreadableOrder || error instanceof RangeError || isConstraintFailure(error);
    if (!isOfOrder && endsReading(error, signal)) throw error;
    failure = error as Error;
  }
  expectOn();
  if (failure instanceof PlatformError) {
    // Nobody could be reached: that says nothing of this order.
    if (failure.isUnreached || failure.code === 'busy') return postpone(db, id, clock.now());
    await offers.noteFailure('getOrder', failure);
  }
  await inCopyTransaction(db, (transaction) => noteFailure(transaction, id, failure, clock.now()));
  return 'failed';
}

const UNREACHED_MS = 5_000;

async function postpone(db: StoreKeeperDb, id: number, now: number): Promise<'failed'> {
  await changeKnownOrder(db, id, { next_read: now + UNREACHED_MS });
  return 'failed';
}

/** A record that cannot be read is so at once; what StoreKeeper fails to answer after several times. */
async function noteFailure(db: StoreKeeperDb, id: number, failure: Error, now: number): Promise<void> {
  const known = await readKnownOrder(db, id);
  if (known === undefined) return;
  if (known.is_guess === 1 && failure instanceof PlatformError && REFUSALS.has(failure.code)) {
    await removeKnownOrder(db, id);
    return;
  }
  const failures = known.failures + 1;
  const isAnswered = !(failure instanceof PlatformError);
  const isUnreadable = isAnswered || failures >= MAX_FAILURES || known.state === 'unreadable';
  const date = failure instanceof UnreadableOrder ? failure.date : null;
  const month = date === null ? null : Math.floor(localDayAt(date) / 100);
  await changeKnownOrder(db, id, {
    ...{ failures, next_read: now + waitAfterFailure(isAnswered ? failures + MAX_FAILURES : failures) },
    ...(isUnreadable && { state: 'unreadable', is_new: 0 }),
    ...(month !== null && { first_month: month, last_month: month, purchased_at: date }),
  });
  if (!isUnreadable) return;
  const given = isAnswered && !(failure instanceof UnreadableOrder) ? CONTRADICTION : failure.message;
  await replaceNotes(db, unreadableOwner(id), [createNote('order_unreadable', 'order', id, { given })], now);
}

const CONTRADICTION = 'It contradicts another record of the copy.';

/** An order that is not found leaves the copy if it is not named either. One that was only guessed never was there. */
async function settleMissed(context: SyncContext, missed: readonly number[]): Promise<void> {
  const { db, clock, expectOn } = context;
  const known = await Promise.all(missed.map((id) => readKnownOrder(db, id)));
  const isNamedOnce = known.some((order) => order?.is_guess === 0);
  const named = isNamedOnce ? await readNamed(context) : NONE;
  const failure = new PlatformError('unavailable', 'StoreKeeper names the order, and does not find it.');
  for (const order of known) {
    if (order === undefined) continue;
    expectOn();
    const isNamed = order.is_guess === 0 && (named?.has(order.order_id) ?? true);
    await inCopyTransaction(db, (transaction) =>
      isNamed
        ? noteFailure(transaction, order.order_id, failure, clock.now())
        : removeKnownOrder(transaction, order.order_id),
    );
  }
}

const NONE: ReadonlySet<number> = new Set();

/** All ids that StoreKeeper names; null where it does not say. */
async function readNamed(context: SyncContext): Promise<ReadonlySet<number> | null> {
  try {
    return new Set((await readIds(context)).ids);
  } catch (error) {
    if (endsReading(error, context.signal)) throw error;
    return null;
  }
}

function startOfDay(date: CalendarDate): number {
  return instantsOf(date, date).start;
}

/** The first day of the month of this moment. */
function monthOf(instantMs: number): CalendarDate {
  return `${dateAt(instantMs).slice(0, 7)}-01`;
}

function monthBefore(firstDay: CalendarDate): CalendarDate {
  return monthOf(startOfDay(firstDay) - 1);
}

/** `2026-08-01` as 202608. */
export function monthNumber(date: CalendarDate): number {
  return Number(date.slice(0, 4)) * 100 + Number(date.slice(5, 7));
}

export function addMonths(month: number, count: number): number {
  const months = Math.floor(month / 100) * 12 + (month % 100) - 1 + count;
  return Math.floor(months / 12) * 100 + (months % 12) + 1;
}

/** Up to when all orders were read that StoreKeeper named as new, in milliseconds since the epoch; null before that. */
export async function readOrdersTime(db: StoreKeeperDb): Promise<number | null> {
  const { newAt, readUpTo } = await orderListing.read(db);
  return (await hasUnreadNewOrder(db)) ? readUpTo : newAt;
}

export async function readOrdersProgress(db: StoreKeeperDb, now: number): Promise<StreamProgress | null> {
  const { allAt, isWhole, msEach, cut } = await orderListing.read(db);
  if (allAt === null) return null;
  const { listed, wanted, read, unreadable } = await countKnownOrders(db);
  const left = listed + wanted;
  // A new order now and then is no reading of its own.
  if (isWhole && left <= ORDERS_AT_ONCE) return null;
  const done = read + unreadable;
  const expectedEnd = msEach === null ? null : localTimestamp(now + Math.round(left * msEach));
  // How many a cut list leaves out is not known.
  return { done, of: cut === null ? done + left : null, expectedEnd: cut === null ? expectedEnd : null };
}

/** All orders are read again, and all ids are asked for. */
export async function makeOrdersDue(db: StoreKeeperDb, now: number): Promise<void> {
  await endOrderWaits(db);
  await changeListing(db, { againBefore: now });
}
