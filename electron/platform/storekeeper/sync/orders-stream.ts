import { setImmediate } from 'node:timers/promises';
import { type CalendarDate, localTimestamp, timestampOrNull } from '../../../../shared/calendar.ts';
import { readFact, writeFacts } from '../../../store/copies/copy-store.ts';
import { inCopyTransaction, type StoreKeeperDb } from '../../../store/copies/storekeeper-copy-store.ts';
import {
  countKnownOrders,
  hasOrderInState,
  makeNextOrdersDue,
  nameOrders,
  readKnownOrder,
  readLatestPurchase,
  readNextTurn,
  readTurns,
  wantListedOrders,
} from '../../../store/copies/storekeeper-orders.ts';
import { PlatformError } from '../../platform-error.ts';
import { OrderRecord } from '../mapping/wire-records.ts';
import { readRecord } from '../mapping/wire-values.ts';
import type { IdList } from '../storekeeper-functions.ts';
import { coversAnything } from './coverage.ts';
import { askForHints, hintsDueAt } from './order-hints.ts';
import {
  createdEver,
  hasEveryKnownOrder,
  hasFailed,
  hasUnreadOrder,
  isNotGiven,
  listedAt,
  listFrom,
  monthBefore,
  monthOf,
  nameInParts,
  noteRefusal,
  noteUnreadableIds,
  type OrderListing,
  readListing,
  readUpTo,
  startOfDay,
  writeListing,
} from './order-listing.ts';
import { readOrders, writeListedOrder } from './order-readings.ts';
import { lastIdOf, type PageAnswer, readPage, rowIdOf } from './pages.ts';
import type { Stream, StreamProgressOf, StreamReadAtOf, SyncContext } from './stream.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Between two questions for new ids. */
const LISTING_MS = MINUTE_MS;

/** All ids are asked for again where that failed. */
const ALL_AGAIN_MS = 6 * HOUR_MS;

/** Where all ids are not known, reading ends after so many months in which nothing was bought. */
const EMPTY_WINDOWS = 24;

const ORDERS_AT_ONCE = 10;

/** Orders: those of this month first, then a month further back each time; new ones each minute, and known ones again. */
export function createOrdersStream(context: SyncContext): Stream {
  const { db, clock } = context;
  const { readBy } = context.plan.resources.orders;
  const isPaged = readBy === 'listOrders';
  const measure = createMeasure(context);

  async function readBatch(ids: readonly number[], listing: OrderListing): Promise<void> {
    const end = measure.begin();
    try {
      const isAnswering = clock.now() - (listing.listedAt ?? 0) < 2 * LISTING_MS;
      await readOrders(context, ids, { isAnswering });
    } finally {
      if (!listing.isWhole || ids.length >= ORDERS_AT_ONCE) await end(ids.length);
    }
  }

  return {
    name: 'orders',

    async dueAt() {
      await noteRefusal(db, context.plan);
      if (readBy === null) return null;
      const listing = await readListing(db);
      const now = clock.now();
      const isListingDue = isPaged ? !listing.isWhole : isAllDue(listing, now) || isWindowDue(listing);
      if (isListingDue || isNewDue(listing, now)) return 0;
      if (!listing.isWhole && !(await hasUnreadOrder(db))) return 0;
      const hintsAt = isPaged || !listing.isWhole ? null : await hintsDueAt(db, now);
      const dues = [(listing.listedAt ?? 0) + LISTING_MS, await readNextTurn(db, now), hintsAt];
      return Math.min(...dues.filter((at) => at !== null));
    },

    async step() {
      if (readBy === null) return;
      const listing = await readListing(db);
      const now = clock.now();
      if (isPaged && !listing.isWhole) return readNextPage(context, listing, measure);
      if (!isPaged && isAllDue(listing, now)) return listAll(context, listing);
      if (!isPaged && isWindowDue(listing)) return listWindow(context, listing);
      if (isNewDue(listing, now)) return isPaged ? readTail(context, listing) : listNew(context, listing);
      const ids = await readTurns(db, now, ORDERS_AT_ONCE);
      if (ids.length > 0) return readBatch(ids, listing);
      if (!listing.isWhole && !(await hasUnreadOrder(db))) return endWindow(context, listing);
      if (!isPaged && listing.isWhole && (await hintsDueAt(db, now)) <= now) return askForHints(context);
    },
  };
}

function isAllDue({ allAskedAt, allRefused, isWhole }: OrderListing, now: number): boolean {
  if (allAskedAt === null) return true;
  return allRefused !== null && !isWhole && Math.abs(now - allAskedAt) >= ALL_AGAIN_MS;
}

function isNewDue({ listedAt: asked }: OrderListing, now: number): boolean {
  // After the clock was set back it would be due too late.
  return asked === null || asked > now || now - asked >= LISTING_MS;
}

function isWindowDue({ isWhole, isWindowListed }: OrderListing): boolean {
  return !isWhole && !isWindowListed;
}

/** All ids, so that it is known how many orders there are. Orders are read without them where they are not given. */
async function listAll({ db, session, signal, clock, expectOn }: SyncContext, listing: OrderListing): Promise<void> {
  const allAskedAt = clock.now();
  let ids: IdList;
  try {
    ids = await session.call('listOrderIds', { filters: [] }, { stream: 'orders', signal });
  } catch (error) {
    if (signal.aborted || !(isNotGiven(error) || hasFailed(error))) throw error;
    expectOn();
    await writeListing(db, { ...listing, allAskedAt, allRefused: error.message, allTop: null });
    if (hasFailed(error)) throw error;
    return;
  }
  expectOn();
  await noteUnreadableIds(db, ids, allAskedAt);
  await nameInParts(db, ids, listing.isWhole ? 'in_turn' : 'listed');
  await writeListing(db, { ...listing, allAskedAt, allRefused: null, allTop: await topOfAll(db, ids) });
}

/**
 * The highest of all ids; null where they are not all. An empty list is none: an answer without a response looks the same.
 * What the copy knew before it asked has to be among them.
 */
async function topOfAll(db: StoreKeeperDb, ids: readonly number[]): Promise<number | null> {
  if (ids.length === 0 || !(await hasEveryKnownOrder(db, ids))) return null;
  return ids.reduce((top, id) => Math.max(top, id), 0);
}

/** The ids of a month and of all after it. */
async function listWindow(context: SyncContext, listing: OrderListing): Promise<void> {
  const { db, clock } = context;
  const askedAt = clock.now();
  const window = listing.window ?? monthOf(askedAt);
  const ids = await listFrom(context, startOfDay(window));
  context.expectOn();
  const after = await listedAt(db, listing, askedAt);
  const { wanted, unknown } = await nameInParts(db, ids, 'in_turn');
  // An order that was not among all ids is new, or those were not all: they are asked for again, and compared.
  const isSomeUnknown = listing.allTop !== null && unknown.length > 0;
  await writeListing(db, {
    ...after,
    ...{ window, isWindowListed: true, emptyWindows: wanted === 0 ? listing.emptyWindows + 1 : 0 },
    ...(isSomeUnknown && { allAskedAt: null }),
  });
}

async function listNew(context: SyncContext, listing: OrderListing): Promise<void> {
  const { db, clock } = context;
  const askedAt = clock.now();
  // A clock that was ahead at the last question asked from a day that had not come yet: the latest order was known by then.
  const knownUpTo = [listing.listedAt, await readLatestPurchase(db)].filter((at) => at !== null);
  const ids = await listFrom(context, Math.min(askedAt, ...knownUpTo));
  context.expectOn();
  const after = await listedAt(db, listing, askedAt);
  await nameInParts(db, ids, 'at_once');
  await writeListing(db, after);
}

/** Everything of the window has been read: the month before it comes, unless there is none. */
async function endWindow(context: SyncContext, listing: OrderListing): Promise<void> {
  const { db } = context;
  const { window, allTop, emptyWindows } = listing;
  if (window === null) return;
  const read = { ...listing, readFrom: window };
  const isLongEmpty = emptyWindows >= EMPTY_WINDOWS;
  const isSomeLeft = await hasOrderInState(db, 'listed');
  // Lists that are cut off at the beginning of a month have nothing left either: the month before has to be empty as well.
  const isPerhapsWhole = isLongEmpty || (allTop !== null && emptyWindows > 0);
  if (!isSomeLeft && isPerhapsWhole) return confirmWhole(context, read, monthBefore(window));
  await inCopyTransaction(db, async (transaction) => {
    if (!isLongEmpty) await writeListing(transaction, { ...read, window: monthBefore(window), isWindowListed: false });
    // What no window names has no date that is known: it is read all the same.
    else await wantListedOrders(transaction, ORDERS_AT_ONCE * 100);
  });
}

/**
 * Nothing seems to be left: all ids are asked for in another way, as the list without a filter may have lacked some. What it
 * did not have is read, from the month before on. Where neither list can be trusted, only empty months end the reading.
 */
async function confirmWhole(context: SyncContext, read: OrderListing, before: CalendarDate): Promise<void> {
  const { db, session, signal, expectOn } = context;
  const further = { ...read, window: before, isWindowListed: false };
  const unconfirmed = read.emptyWindows >= EMPTY_WINDOWS ? { ...read, isWhole: true } : { ...further, allTop: null };
  let ids: readonly number[];
  try {
    ids = await session.call('listOrderIds', { filters: [createdEver()] }, { stream: 'orders', signal });
  } catch (error) {
    const isRefused = isNotGiven(error) || (hasFailed(error) && !error.isUnreached);
    if (signal.aborted || !isRefused) throw error;
    expectOn();
    await writeListing(db, unconfirmed);
    if (hasFailed(error)) throw error;
    return;
  }
  expectOn();
  const { unknown } = await nameInParts(db, ids, 'listed');
  if (unknown.length > 0) await writeListing(db, { ...further, allTop: await topOfAll(db, ids) });
  else if (await hasEveryKnownOrder(db, ids)) await writeListing(db, { ...read, isWhole: true });
  else await writeListing(db, unconfirmed);
}

function readOrdersPage(context: SyncContext, start: number, limit: number): Promise<PageAnswer> {
  return readPage(context, 'orders', 'listOrders', { start, limit, order: [{ name: 'id', dir: 'asc' }] });
}

/** The next page of all orders. A row that is missed, as one before it was deleted meanwhile, is found by the check. */
async function readNextPage(context: SyncContext, listing: OrderListing, measure: Measure): Promise<void> {
  const { db, clock } = context;
  const end = measure.begin();
  const askedAt = clock.now();
  const { answer, limit } = await readOrdersPage(context, listing.position, listing.limit);
  await writeRows(context, answer.rows);
  const position = listing.position + answer.rows.length;
  const isWhole = answer.rows.length === 0 || (answer.total !== null && position >= answer.total);
  const lastId = isWhole ? null : expectFurther(answer.rows, listing.lastId);
  const after = { ...listing, position, total: answer.total, limit, isWhole, lastId };
  await writeListing(db, isWhole ? { ...after, listedAt: askedAt } : after);
  await end(answer.rows.length);
}

/**
 * The highest id of the page. Throws `PlatformError` where the page brings nothing that comes after the page before: such
 * a list never ends.
 */
function expectFurther(rows: readonly unknown[], lastId: number | null): number | null {
  const last = lastIdOf(rows);
  if (last === null || lastId === null) return last ?? lastId;
  if (last > lastId) return last;
  throw new PlatformError('invalid_answer', 'StoreKeeper answers the same orders on every page.', { isReported: true });
}

/** Known rows before the new ones: as many orders may have been deleted meanwhile. */
const OVERLAP = 20;

/** The last pages of all orders, one at each step: new ones come at the end. */
async function readTail(context: SyncContext, listing: OrderListing): Promise<void> {
  const { db, clock } = context;
  const askedAt = clock.now();
  const start = listing.tail ?? Math.max(0, listing.position - OVERLAP);
  const { answer, limit } = await readOrdersPage(context, start, listing.limit);
  const { rows, total } = answer;
  await writeRows(context, rows);
  const tail = start + rows.length;
  const isEnd = rows.length === 0 || (total !== null && tail >= total);
  const known = { ...listing, total, limit };
  if (!isEnd) {
    const lastId = expectFurther(rows, listing.tail === null ? null : listing.lastId);
    await writeListing(db, { ...known, tail, lastId });
  }
  // Where nothing comes any more, so many were deleted.
  else
    await writeListing(db, {
      ...(await listedAt(db, known, askedAt)),
      tail: null,
      lastId: null,
      position: Math.min(tail, total ?? tail),
    });
}

/** Those of the rows that the copy does not have. What has no id cannot be named. */
async function writeRows(context: SyncContext, rows: readonly unknown[]): Promise<void> {
  for (const row of rows) {
    const id = rowIdOf(row);
    if (id === null) continue;
    context.expectOn();
    await inCopyTransaction(context.db, (transaction) => nameOrders(transaction, [id], 'at_once'));
    if ((await readKnownOrder(context.db, id))?.state === 'wanted') {
      await writeListedOrder(context, id, readRecord(OrderRecord, row));
    }
  }
}

const MS_PER_READING = 'orders_ms_per_reading';

interface Measure {
  /** Answers what ends the measurement of so many readings. */
  begin(): (readings: number) => Promise<void>;
}

/** A pause that is longer belongs to no reading: the program was away. */
const LONGEST_PAUSE_MS = MINUTE_MS;

/** How much the latest readings count. */
const WEIGHT = 0.1;

/** How long a reading takes, with what passes until the next one. */
function createMeasure({ db, clock }: SyncContext): Measure {
  let endedAt: number | null = null;
  return {
    begin() {
      const now = clock.now();
      const isInTurn = endedAt !== null && now >= endedAt && now - endedAt < LONGEST_PAUSE_MS;
      const from = isInTurn && endedAt !== null ? endedAt : now;
      return async (readings) => {
        endedAt = clock.now();
        if (readings === 0) return;
        const known = await readFact(db, MS_PER_READING);
        const each = Math.max(0, endedAt - from) / readings;
        const average = known === undefined ? each : Number(known) * (1 - WEIGHT) + each * WEIGHT;
        await writeFacts(db, { [MS_PER_READING]: average.toFixed(3) });
      };
    },
  };
}

export const ordersReadAt: StreamReadAtOf = async (db, now) => {
  const listing = await readListing(db);
  return coversAnything(listing, now) ? readUpTo(db, listing) : null;
};

export const ordersProgress: StreamProgressOf = async (db, now) => {
  const readAt = await ordersReadAt(db, now);
  return { readAt: timestampOrNull(readAt), progress: await progressOf(db, await readListing(db), now) };
};

async function progressOf(db: StoreKeeperDb, listing: OrderListing, now: number) {
  if (listing.allAskedAt === null && listing.listedAt === null && listing.position === 0) return null;
  const { read, unread, again } = await countKnownOrders(db);
  const left = unread + again;
  // A new order now and then is no reading of its own.
  if (listing.isWhole && left <= ORDERS_AT_ONCE) return null;
  const isCountKnown = listing.isWhole || listing.allTop !== null;
  const of = isCountKnown ? read + unread : listing.total;
  const done = read - again;
  const msEach = await readFact(db, MS_PER_READING);
  const isEndKnown = of !== null && msEach !== undefined;
  const expectedEnd = isEndKnown ? localTimestamp(now + Math.round(Math.max(0, of - done) * Number(msEach))) : null;
  return { done, of, expectedEnd };
}

const ORDERS_PER_STATEMENT = 5_000;

/** All orders are due again, and all ids are asked for. */
export async function makeOrdersDue(db: StoreKeeperDb): Promise<void> {
  let after: number | null = 0;
  while (after !== null) {
    const from: number = after;
    after = await inCopyTransaction(db, (transaction) => makeNextOrdersDue(transaction, from, ORDERS_PER_STATEMENT));
    await setImmediate();
  }
  await inCopyTransaction(db, async (transaction) => {
    const listing = await readListing(transaction);
    await writeListing(transaction, { ...listing, allAskedAt: null });
  });
}
