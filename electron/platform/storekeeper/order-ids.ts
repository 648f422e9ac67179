import { setImmediate } from 'node:timers/promises';
import { type CalendarDate, dateAt, instantsOf } from '../../../shared/calendar.ts';
import {
  inCopyTransaction,
  type KnownOrdersTable,
  type StoreKeeperDb,
} from '../../store/copies/storekeeper-copy-store.ts';
import {
  addKnownOrders,
  countUnreadableIds,
  hasOrderInState,
  hasUnreadNewOrder,
  hasUnreadOrder,
  markListedOrders,
  type OrderState,
  readIdRange,
  readLatestPurchase,
  readUnlistedOrders,
  recordUnreadableIds,
  removeUnreadableIds,
} from '../../store/copies/storekeeper-known-orders.ts';
import { PlatformError } from '../platform-error.ts';
import { filterDate, type OrderIds, where } from './functions.ts';
import { readMissingUntil } from './offers.ts';
import { addMonths, monthNumber, type OrderListing, orderListing } from './order-listing.ts';
import { searchBelow, searchFirst } from './order-search.ts';
import { ask, type SyncContext, type Task } from './sync-context.ts';

const NEW_MS = 60_000;

const DAY_MS = 24 * 60 * 60_000;

/** In which zone StoreKeeper reads the dates of a filter is not known. */
const ZONE_MS = 2 * DAY_MS;

/** No order is older. */
const FIRST_WINDOW: CalendarDate = '2000-01-01';

/** An order is bought up to 60 days after it was created: so many months after that of its creation. */
const MONTHS_AFTER = 2;

/** The ids of orders: those of this month first, then a month further back each time; and new ones each minute. */
export function createOrderIdsTask(context: SyncContext): Task {
  const { db, clock } = context;

  return {
    name: 'orderIds',

    async dueAt() {
      const missingUntil = await readMissingUntil(db, ['listOrderIds']);
      if (missingUntil !== null) return missingUntil;
      const listing = await orderListing.read(db);
      if (listing.allAt === null || isNewDue(listing, clock.now())) return 0;
      // What is due again does not hold up what was never read.
      if (!(await hasUnreadOrder(db)) && (!listing.isWhole || (await isSearchDue(db, listing)))) return 0;
      return (listing.newAt ?? 0) + NEW_MS;
    },

    async step() {
      const listing = await orderListing.read(db);
      if (listing.allAt === null) return listAll(context);
      if (isNewDue(listing, clock.now())) return listNew(context, listing);
      if (await hasEarlierOrders(db, listing)) return listMonth(context, listing);
      // After the end of a run others may be further below.
      if (listing.run !== null) return orderListing.change(db, { run: await searchBelow(context, listing.run) });
      await orderListing.change(db, await searchFirst(context));
    },
  };
}

/** Whether another order has the lowest id by now than when orders were last looked for below it. */
async function isSearchDue(db: StoreKeeperDb, { searchedBelow }: OrderListing): Promise<boolean> {
  return ((await readIdRange(db))?.lowest ?? null) !== searchedBelow;
}

/** Whether the list of all has orders that no month has named yet. */
async function hasEarlierOrders(db: StoreKeeperDb, { window, unreadableIds }: OrderListing): Promise<boolean> {
  if (window === null || (await hasOrderInState(db, 'listed'))) return true;
  return window > FIRST_WINDOW && (await countUnreadableIds(db)) < unreadableIds;
}

function isNewDue({ newAt, window }: OrderListing, now: number): boolean {
  // After the clock was set back it would be due too late.
  return window !== null && (newAt === null || newAt > now || now - newAt >= NEW_MS);
}

/** The ids of orders that were created from a moment on; of all without one. */
async function readIds(context: SyncContext, since?: number): Promise<OrderIds> {
  const from = since === undefined ? startOfDay(FIRST_WINDOW) : since - ZONE_MS;
  try {
    return await ask(context, 'listOrderIds', { filters: [where('date_created', '>=', filterDate(from))] });
  } catch (error) {
    if (error instanceof PlatformError) await context.offers.noteFailure('listOrderIds', error);
    throw error;
  }
}

/** All ids, so that it is known how many orders there are. */
async function listAll(context: SyncContext): Promise<void> {
  const { db, clock, expectOn } = context;
  const allAt = clock.now();
  const { ids, unreadable } = await readIds(context);
  expectOn();
  await nameInParts(db, ids, { state: 'listed' });
  await orderListing.change(db, { allAt, unreadableIds: unreadable });
}

/** Names per transaction: others read and write between two of them. */
const NAMES_AT_ONCE = 5_000;

/** In several transactions: a kill between them is made good by asking again. `noteUnknown` is told how many nobody had named. */
async function nameInParts(
  db: StoreKeeperDb,
  ids: readonly number[],
  naming: OrderState,
  noteUnknown?: (db: StoreKeeperDb, unknown: number) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < ids.length; from += NAMES_AT_ONCE) {
    const some = ids.slice(from, from + NAMES_AT_ONCE);
    await inCopyTransaction(db, async (transaction) => {
      const unknown = await addKnownOrders(transaction, some, naming);
      if (unknown > 0) await noteUnknown?.(transaction, unknown);
    });
    await setImmediate();
  }
}

/** The ids of a month and of all after it. At the end those that were only listed, whenever they were created. */
async function listMonth(context: SyncContext, listing: OrderListing): Promise<void> {
  const { db, clock, expectOn } = context;
  const askedAt = clock.now();
  const window = listing.window === null ? monthOf(askedAt) : monthBefore(listing.window);
  const isLast = window <= FIRST_WINDOW;
  const { ids, unreadable } = await readIds(context, isLast ? undefined : startOfDay(window));
  // In whatever zone the filter is read, these were created in this month or later.
  const { ids: surely } = await readIds(context, startOfDay(window) + 2 * ZONE_MS);
  expectOn();
  const month = monthNumber(window);
  const last_month = addMonths(month, MONTHS_AFTER);
  const months = { first_month: isLast ? 0 : addMonths(month, -1), last_month };
  await nameInParts(db, surely, { state: 'wanted', first_month: isLast ? 0 : month, last_month });
  await nameInParts(db, ids, { state: 'wanted', ...months });
  await recordUnreadableIds(db, unreadable, months);
  if (isLast) await markListedOrders(db);
  const isFirst = listing.newAt === null;
  await orderListing.change(db, {
    window,
    ...(isFirst && { newAt: askedAt, readUpTo: null }),
  });
}

async function listNew(context: SyncContext, listing: OrderListing): Promise<void> {
  const { db, clock, expectOn } = context;
  const askedAt = clock.now();
  // A clock that is ahead, or was at the last question, would ask from a day that has not come there.
  const since = Math.min(askedAt, listing.newAt ?? askedAt, (await readLatestPurchase(db)) ?? askedAt);
  const { ids, unreadable } = await readIds(context, since);
  expectOn();
  const readUpTo = await readOrdersTime(db);
  const months = monthsOfNew({ since, until: askedAt });
  await nameInParts(db, ids, { state: 'wanted', is_new: 1, ...months });
  await recordUnreadableIds(db, unreadable, months);
  await orderListing.change(db, { newAt: askedAt, readUpTo });
}

type Months = Pick<KnownOrdersTable, 'first_month' | 'last_month'>;

/** In which months orders may lie that were created between these moments. */
function monthsOfNew({ since, until }: Created): Months {
  return {
    first_month: addMonths(monthNumber(dateAt(since)), -1),
    last_month: addMonths(monthNumber(dateAt(until)), MONTHS_AFTER),
  };
}

const MIN_BELIEVED = 20;

const MAX_UNNAMED_SHARE = 20;

export interface ComparedIds {
  /** Orders of the copy that the list does not name. */
  readonly unnamed: readonly number[];
  /** A list that lacks many of them does not have all orders, so that it does not say that one is gone. */
  readonly isBelieved: boolean;
}

/**
 * Asks for all ids again. Orders that are named late are wanted in every month: until one is read, nobody knows where it is
 * missing. While the first copy is read, its own list names them.
 */
export async function compareIds(context: SyncContext): Promise<ComparedIds> {
  const { db, clock, expectOn } = context;
  const askedAt = clock.now();
  const { newAt, isWhole } = await orderListing.read(db);
  const { ids, unreadable } = await readIds(context);
  expectOn();
  if (isWhole) await nameLateOrders(db, ids, { since: newAt ?? askedAt, until: askedAt });
  if (isWhole && unreadable !== (await countUnreadableIds(db))) await placeUnreadableIds(db, unreadable);
  const unnamed = await readUnlistedOrders(db, ids);
  const most = Math.max(MIN_BELIEVED, Math.floor(ids.length / MAX_UNNAMED_SHARE));
  return { unnamed, isBelieved: unnamed.length === 0 || (ids.length > 0 && unnamed.length <= most) };
}

/** In which months these ids lie is found out as in the first copy: a month further back each time. */
function placeUnreadableIds(db: StoreKeeperDb, unreadableIds: number): Promise<void> {
  return inCopyTransaction(db, async (transaction) => {
    await removeUnreadableIds(transaction);
    const search = unreadableIds === 0 ? {} : { window: null, isWhole: false };
    await orderListing.change(transaction, { unreadableIds, ...search });
  });
}

interface Created {
  readonly since: number;
  readonly until: number;
}

/** Counts them for the next check, without the orders of the last minutes, which nobody has asked for yet. */
async function nameLateOrders(db: StoreKeeperDb, ids: readonly number[], { since, until }: Created): Promise<void> {
  const highest = (await readIdRange(db))?.highest ?? Number.POSITIVE_INFINITY;
  const newIds = ids.filter((id) => id > highest);
  await nameInParts(db, newIds, { state: 'wanted', is_new: 1, ...monthsOfNew({ since, until }) });
  await nameInParts(db, ids, { state: 'wanted', ...monthsUntil(until) }, async (transaction, unknown) => {
    const { lateOrders } = await orderListing.read(transaction);
    await orderListing.change(transaction, { lateOrders: lateOrders + unknown });
  });
}

/** All months in which an order may lie that is known at this moment. */
function monthsUntil(until: number): Months {
  return { first_month: 0, last_month: addMonths(monthNumber(dateAt(until)), 1) };
}

function startOfDay(date: CalendarDate): number {
  return instantsOf(date, date).start;
}

/** The first day of the month of this moment. */
function monthOf(instantMs: number): CalendarDate {
  return `${dateAt(instantMs).slice(0, 7)}-01`;
}

function monthBefore(firstDay: CalendarDate): CalendarDate {
  const month = addMonths(monthNumber(firstDay), -1);
  return `${Math.floor(month / 100)}-${String(month % 100).padStart(2, '0')}-01`;
}

/** Up to when all orders were read that StoreKeeper named as new, in milliseconds since the epoch; null before that. */
export async function readOrdersTime(db: StoreKeeperDb): Promise<number | null> {
  const { newAt, readUpTo } = await orderListing.read(db);
  return (await hasUnreadNewOrder(db)) ? readUpTo : newAt;
}
