import { setImmediate } from 'node:timers/promises';
import { type CalendarDate, getDateAt, getInstants } from '../../../shared/calendar.ts';
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
import { createFilter, formatFilterDate, type OrderIds } from './functions.ts';
import { readMissingUntil } from './offers.ts';
import { addMonths, type OrderListing, orderListing, toMonthNumber } from './order-listing.ts';
import { continueRun, searchLowerIds } from './order-search.ts';
import { callFunction, type SyncContext, type Task } from './sync-context.ts';

const NEW_INTERVAL_MS = 60_000;

const DAY_MS = 24 * 60 * 60_000;

/** The time zone of filter dates is not documented. */
const MAX_ZONE_DIFFERENCE_MS = 2 * DAY_MS;

/** No order is older. */
const MIN_WINDOW: CalendarDate = '2000-01-01';

/** An order can be bought up to 60 days after its creation, so up to this many months later. */
const MAX_MONTHS_TO_PURCHASE = 2;

/** Reads order ids: all of them once, then month by month back from the current one, and new ones every minute. */
export function createOrderIdsTask(context: SyncContext): Task {
  const { db, clock } = context;

  return {
    name: 'orderIds',

    async getDueAt() {
      const missingUntil = await readMissingUntil(db, ['listOrderIds']);
      if (missingUntil !== null) return missingUntil;
      const listing = await orderListing.read(db);
      if (listing.allAt === null || isNewDue(listing, clock.now())) return 0;
      // Orders that were never read come first.
      if (!(await hasUnreadOrder(db)) && (!listing.isWhole || (await isSearchDue(db, listing)))) return 0;
      return (listing.newAt ?? 0) + NEW_INTERVAL_MS;
    },

    async runStep() {
      const listing = await orderListing.read(db);
      if (listing.allAt === null) return listAll(context);
      if (isNewDue(listing, clock.now())) return listNew(context, listing);
      if (await hasEarlierOrders(db, listing)) return listMonth(context, listing);
      // After the end of a run there may be orders further below.
      if (listing.run !== null) return orderListing.change(db, { run: await continueRun(context, listing.run) });
      await orderListing.change(db, await searchLowerIds(context));
    },
  };
}

/** Whether the lowest known id has changed since orders below it were searched. */
async function isSearchDue(db: StoreKeeperDb, { searchedBelow }: OrderListing): Promise<boolean> {
  return ((await readIdRange(db))?.lowest ?? null) !== searchedBelow;
}

/** Whether the list of all ids has orders that no month has named yet. */
async function hasEarlierOrders(db: StoreKeeperDb, { window, unreadableIds }: OrderListing): Promise<boolean> {
  if (window === null || (await hasOrderInState(db, 'listed'))) return true;
  return window > MIN_WINDOW && (await countUnreadableIds(db)) < unreadableIds;
}

function isNewDue({ newAt, window }: OrderListing, now: number): boolean {
  // `newAt > now` happens after the clock was set back. Waiting would then take too long.
  return window !== null && (newAt === null || newAt > now || now - newAt >= NEW_INTERVAL_MS);
}

/** Reads the ids of orders created since a timestamp; all ids without one. */
async function readIds(context: SyncContext, since?: number): Promise<OrderIds> {
  const from = since === undefined ? getStartOfDay(MIN_WINDOW) : since - MAX_ZONE_DIFFERENCE_MS;
  try {
    return await callFunction(context, 'listOrderIds', {
      filters: [createFilter('date_created', '>=', formatFilterDate(from))],
    });
  } catch (error) {
    if (error instanceof PlatformError) await context.offers.recordFailure('listOrderIds', error);
    throw error;
  }
}

/** Reads all ids, so that the number of orders is known. */
async function listAll(context: SyncContext): Promise<void> {
  const { db, clock, assertCanContinue } = context;
  const allAt = clock.now();
  const { ids, unreadable } = await readIds(context);
  assertCanContinue();
  await nameInBatches(db, ids, { state: 'listed' });
  await orderListing.change(db, { allAt, unreadableIds: unreadable });
}

/** Ids per transaction. Others can read and write between two of them. */
const NAMES_PER_TRANSACTION = 5_000;

/** Adds ids in several transactions. After a kill the ids are read again. `countUnknown` gets the number of new ids. */
async function nameInBatches(
  db: StoreKeeperDb,
  ids: readonly number[],
  naming: OrderState,
  countUnknown?: (db: StoreKeeperDb, unknown: number) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < ids.length; from += NAMES_PER_TRANSACTION) {
    const batch = ids.slice(from, from + NAMES_PER_TRANSACTION);
    await inCopyTransaction(db, async (transaction) => {
      const unknown = await addKnownOrders(transaction, batch, naming);
      if (unknown > 0) await countUnknown?.(transaction, unknown);
    });
    await setImmediate();
  }
}

/** Reads the ids of a month and all later ones. The last step also takes orders that only the full list named. */
async function listMonth(context: SyncContext, listing: OrderListing): Promise<void> {
  const { db, clock, assertCanContinue } = context;
  const askedAt = clock.now();
  const window = listing.window === null ? getFirstOfMonth(askedAt) : getPreviousMonth(listing.window);
  const isLast = window <= MIN_WINDOW;
  const { ids, unreadable } = await readIds(context, isLast ? undefined : getStartOfDay(window));
  // These orders were created in this month or later, whatever the time zone.
  const { ids: certainIds } = await readIds(context, getStartOfDay(window) + 2 * MAX_ZONE_DIFFERENCE_MS);
  assertCanContinue();
  const month = toMonthNumber(window);
  const last_month = addMonths(month, MAX_MONTHS_TO_PURCHASE);
  const months = { first_month: isLast ? 0 : addMonths(month, -1), last_month };
  await nameInBatches(db, certainIds, { state: 'wanted', first_month: isLast ? 0 : month, last_month });
  await nameInBatches(db, ids, { state: 'wanted', ...months });
  await recordUnreadableIds(db, unreadable, months);
  if (isLast) await markListedOrders(db);
  const isFirst = listing.newAt === null;
  await orderListing.change(db, {
    window,
    ...(isFirst && { newAt: askedAt, readUpTo: null }),
  });
}

async function listNew(context: SyncContext, listing: OrderListing): Promise<void> {
  const { db, clock, assertCanContinue } = context;
  const askedAt = clock.now();
  // A clock that is or was ahead would otherwise give a date in the future.
  const since = Math.min(askedAt, listing.newAt ?? askedAt, (await readLatestPurchase(db)) ?? askedAt);
  const { ids, unreadable } = await readIds(context, since);
  assertCanContinue();
  const readUpTo = await readOrdersTime(db);
  const months = getMonths({ since, until: askedAt });
  await nameInBatches(db, ids, { state: 'wanted', is_new: 1, ...months });
  await recordUnreadableIds(db, unreadable, months);
  await orderListing.change(db, { newAt: askedAt, readUpTo });
}

type Months = Pick<KnownOrdersTable, 'first_month' | 'last_month'>;

/** Returns the months in which orders created in this interval may be. */
function getMonths({ since, until }: CreationPeriod): Months {
  return {
    first_month: addMonths(toMonthNumber(getDateAt(since)), -1),
    last_month: addMonths(toMonthNumber(getDateAt(until)), MAX_MONTHS_TO_PURCHASE),
  };
}

const MIN_TRUSTED_MISSING = 20;

const MAX_UNNAMED_SHARE = 20;

export interface ComparedIds {
  /** Orders of the copy that the list lacks. */
  readonly unnamed: readonly number[];
  /** False if the list lacks so many orders that it must be incomplete. Missing orders then do not count as removed. */
  readonly isTrusted: boolean;
}

/**
 * Reads all ids again. Orders that appear late are wanted in every month: until one is read, its month is unknown.
 * During the first reading, the regular steps name them.
 */
export async function compareIds(context: SyncContext): Promise<ComparedIds> {
  const { db, clock, assertCanContinue } = context;
  const askedAt = clock.now();
  const { newAt, isWhole } = await orderListing.read(db);
  const { ids, unreadable } = await readIds(context);
  assertCanContinue();
  if (isWhole) await nameLateOrders(db, ids, { since: newAt ?? askedAt, until: askedAt });
  if (isWhole && unreadable !== (await countUnreadableIds(db))) await searchUnreadableIds(db, unreadable);
  const unnamed = await readUnlistedOrders(db, ids);
  const maxMissing = Math.max(MIN_TRUSTED_MISSING, Math.floor(ids.length / MAX_UNNAMED_SHARE));
  return { unnamed, isTrusted: unnamed.length === 0 || (ids.length > 0 && unnamed.length <= maxMissing) };
}

/** Restarts the search for the months of these ids, from the current one back. */
function searchUnreadableIds(db: StoreKeeperDb, unreadableIds: number): Promise<void> {
  return inCopyTransaction(db, async (transaction) => {
    await removeUnreadableIds(transaction);
    const search = unreadableIds === 0 ? {} : { window: null, isWhole: false };
    await orderListing.change(transaction, { unreadableIds, ...search });
  });
}

interface CreationPeriod {
  readonly since: number;
  readonly until: number;
}

/**
 * Counts late orders for the next check. Orders of the last minutes do not count, because nobody has asked for them
 * yet.
 */
async function nameLateOrders(
  db: StoreKeeperDb,
  ids: readonly number[],
  { since, until }: CreationPeriod,
): Promise<void> {
  const highest = (await readIdRange(db))?.highest ?? Number.POSITIVE_INFINITY;
  const newIds = ids.filter((id) => id > highest);
  await nameInBatches(db, newIds, { state: 'wanted', is_new: 1, ...getMonths({ since, until }) });
  await nameInBatches(db, ids, { state: 'wanted', ...getAllMonths(until) }, async (transaction, unknown) => {
    const { lateOrders } = await orderListing.read(transaction);
    await orderListing.change(transaction, { lateOrders: lateOrders + unknown });
  });
}

/** Returns all months in which an order that exists at this time may be. */
function getAllMonths(until: number): Months {
  return { first_month: 0, last_month: addMonths(toMonthNumber(getDateAt(until)), 1) };
}

function getStartOfDay(date: CalendarDate): number {
  return getInstants(date, date).start;
}

function getFirstOfMonth(instantMs: number): CalendarDate {
  return `${getDateAt(instantMs).slice(0, 7)}-01`;
}

function getPreviousMonth(firstDay: CalendarDate): CalendarDate {
  const month = addMonths(toMonthNumber(firstDay), -1);
  return `${Math.floor(month / 100)}-${String(month % 100).padStart(2, '0')}-01`;
}

/**
 * Returns the time until which all new orders have been read, in milliseconds since the epoch; `null` before the first
 * listing.
 */
export async function readOrdersTime(db: StoreKeeperDb): Promise<number | null> {
  const { newAt, readUpTo } = await orderListing.read(db);
  return (await hasUnreadNewOrder(db)) ? readUpTo : newAt;
}
