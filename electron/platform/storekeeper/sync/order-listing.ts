import { setImmediate } from 'node:timers/promises';
import { type CalendarDate, dateAt, instantsOf } from '../../../../shared/calendar.ts';
import { readFact, writeFacts } from '../../../store/copies/copy-store.ts';
import { readKnownRange } from '../../../store/copies/storekeeper-checks.ts';
import { inCopyTransaction, replaceNotes, type StoreKeeperDb } from '../../../store/copies/storekeeper-copy-store.ts';
import { hasNewOrder, hasOrderInState, type Naming, nameOrders } from '../../../store/copies/storekeeper-orders.ts';
import { PlatformError, type PlatformErrorCode } from '../../platform-error.ts';
import type { ReadingPlan } from '../handshake.ts';
import { noteOf } from '../mapping/notes.ts';
import { type Filter, filterDate, type IdList, where } from '../storekeeper-functions.ts';
import { MOST_PAGE_ROWS } from './pages.ts';
import type { SyncContext } from './stream.ts';

/** How far the ids of orders are known: a fact, as JSON. Moments in milliseconds since the epoch. */
export interface OrderListing {
  /** When all ids were asked for last; null where they never were. */
  readonly allAskedAt: number | null;
  /** Why they are not known; null where they are. */
  readonly allRefused: string | null;
  /** The highest id of all that StoreKeeper named without a filter; null where that is not known, or not all of them. */
  readonly allTop: number | null;
  /** The first day of the month of which, and after which, orders are being read. */
  readonly window: CalendarDate | null;
  /** Whether the ids of the window are known. */
  readonly isWindowListed: boolean;
  /** Windows in a row that brought nothing new. */
  readonly emptyWindows: number;
  /** All orders that were created from this day on have been read; null while none of a month have. */
  readonly readFrom: CalendarDate | null;
  /** Whether there are no older orders. */
  readonly isWhole: boolean;
  /** When new ids were asked for last. */
  readonly listedAt: number | null;
  /** Up to when all orders had been read before the last listing that named new ones. */
  readonly readAt: number | null;
  /** Where orders come in pages: how many of them have come, and how many there are. */
  readonly position: number;
  readonly total: number | null;
  /** Where the reading of the last pages has got; null while none is under way. */
  readonly tail: number | null;
  /** The highest id of the page before, of such a reading; null where the next page is its first one. */
  readonly lastId: number | null;
  /** Rows of a page. */
  readonly limit: number;
}

const AT_FIRST: OrderListing = {
  ...{ allAskedAt: null, allRefused: null, allTop: null, window: null, isWindowListed: false, emptyWindows: 0 },
  ...{
    readFrom: null,
    isWhole: false,
    listedAt: null,
    readAt: null,
    position: 0,
    total: null,
    tail: null,
    lastId: null,
    limit: MOST_PAGE_ROWS,
  },
};

const LISTING = 'orders_listing';

export async function readListing(db: StoreKeeperDb): Promise<OrderListing> {
  const text = await readFact(db, LISTING);
  return text === undefined ? AT_FIRST : { ...AT_FIRST, ...(JSON.parse(text) as Partial<OrderListing>) };
}

export function writeListing(db: StoreKeeperDb, listing: OrderListing): Promise<void> {
  return writeFacts(db, { [LISTING]: JSON.stringify(listing) });
}

/** Names per transaction: others read and write between two of them. */
const NAMES_AT_ONCE = 5_000;

export interface Named {
  /** How many are to be read that were not before. */
  readonly wanted: number;
  /** Ids that nobody had named before, not even among all ids. */
  readonly unknown: readonly number[];
}

/** Remembers ids that StoreKeeper named, in several transactions: a kill between them is made good by asking again. */
export async function nameInParts(db: StoreKeeperDb, ids: readonly number[], naming: Naming): Promise<Named> {
  let wanted = 0;
  const unknown: number[] = [];
  for (const some of partsOf([...new Set(ids)])) {
    const named = await inCopyTransaction(db, (transaction) => nameOrders(transaction, some, naming));
    wanted += named.wanted;
    for (const id of named.unknown) unknown.push(id);
    await setImmediate();
  }
  return { wanted, unknown };
}

function* partsOf(ids: readonly number[]): Generator<readonly number[]> {
  for (let from = 0; from < ids.length; from += NAMES_AT_ONCE) yield ids.slice(from, from + NAMES_AT_ONCE);
}

/** Notes how many of all ids could not be read, or that all of them could. */
export async function noteUnreadableIds(db: StoreKeeperDb, { unreadable = 0 }: IdList, now: number): Promise<void> {
  const notes = unreadable === 0 ? [] : [noteOf('record_unreadable', 'list', 'orders', { given: String(unreadable) })];
  await replaceNotes(db, 'list:order_ids', notes, now);
}

/** Whether every order that the copy knows, but for those that are gone, is among these ids. Reads in parts. */
export async function hasEveryKnownOrder(db: StoreKeeperDb, ids: readonly number[]): Promise<boolean> {
  const sorted = [...new Set(ids)].sort((a, b) => a - b);
  for (let from = 0, after = 0; from === 0 || from < sorted.length; from += NAMES_AT_ONCE) {
    const some = sorted.slice(from, from + NAMES_AT_ONCE);
    const upTo = from + NAMES_AT_ONCE < sorted.length ? (some.at(-1) ?? null) : null;
    const named = new Set(some);
    for (const { order_id, state } of await readKnownRange(db, after, upTo)) {
      if (state !== 'gone' && state !== 'removed' && !named.has(order_id)) return false;
    }
    after = upTo ?? after;
    await setImmediate();
  }
  return true;
}

const MOST_MISSING_SHARE = 20;
const FEW = 20;

/** A list that lacks more of so many orders does not have all of them: nothing is removed because of it. */
export function mostMissing(orders: number): number {
  return Math.max(FEW, Math.floor(orders / MOST_MISSING_SHARE));
}

/** Before any order. */
const LONG_AGO_MS = Date.UTC(2000, 0, 1);

/** A filter that leaves nothing out. */
export function createdEver(): Filter {
  return where('date_created', '>=', filterDate(LONG_AGO_MS));
}

/** The listing after new ids were asked for at `askedAt`; read before they are named. */
export async function listedAt(db: StoreKeeperDb, listing: OrderListing, askedAt: number): Promise<OrderListing> {
  return { ...listing, readAt: await readUpTo(db, listing), listedAt: askedAt };
}

/** Up to when all orders have been read that StoreKeeper named as new; null where it was never asked. */
export async function readUpTo(db: StoreKeeperDb, { listedAt: asked, readAt }: OrderListing): Promise<number | null> {
  return (await hasNewOrder(db)) ? readAt : asked;
}

export async function hasUnreadOrder(db: StoreKeeperDb): Promise<boolean> {
  return hasOrderInState(db, 'wanted');
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** In which zone StoreKeeper reads the dates of a filter is not known. */
const ZONE_MS = 2 * DAY_MS;

/** From when on ids are asked for, so that none is missing of those that were created from this moment on. */
function askedFrom(instantMs: number): number {
  return instantMs - ZONE_MS;
}

/** The ids of orders that were created, or changed, from a moment on. */
export function listFrom(
  { session, signal }: SyncContext,
  instantMs: number,
  member: 'date_created' | 'date_updated' = 'date_created',
): Promise<readonly number[]> {
  const filters = [where(member, '>=', filterDate(askedFrom(instantMs)))];
  return session.call('listOrderIds', { filters }, { stream: 'orders', signal });
}

export function startOfDay(date: CalendarDate): number {
  return instantsOf(date, date).start;
}

/** The first day of the month of this moment. */
export function monthOf(instantMs: number): CalendarDate {
  return `${dateAt(instantMs).slice(0, 7)}-01`;
}

export function monthBefore(firstDay: CalendarDate): CalendarDate {
  return monthOf(startOfDay(firstDay) - 1);
}

const REFUSED = 'orders_refused';

/** Why orders cannot be read; null where they can be. */
export async function readRefusal(db: StoreKeeperDb): Promise<string | null> {
  return (await readFact(db, REFUSED)) ?? null;
}

/** Remembers it for the question what the copy covers; writes nothing where it is the same. */
export async function noteRefusal(db: StoreKeeperDb, { resources: { orders } }: ReadingPlan): Promise<void> {
  const reasons = orders.refused.map(({ reason }) => reason.replace(/\.$/, ''));
  const refusal = orders.readBy === null ? reasons.join('; ') : null;
  if ((await readRefusal(db)) !== refusal) await writeFacts(db, { [REFUSED]: refusal });
}

const NOT_GIVEN: ReadonlySet<PlatformErrorCode> = new Set(['rejected', 'forbidden', 'invalid_answer']);
const FAILED: ReadonlySet<PlatformErrorCode> = new Set(['unavailable', 'timeout']);

/** Whether StoreKeeper does not give what it was asked for; another question may be answered. */
export function isNotGiven(error: unknown): error is PlatformError {
  return error instanceof PlatformError && NOT_GIVEN.has(error.code);
}

/** Whether StoreKeeper failed, which may be because of what it was asked for. */
export function hasFailed(error: unknown): error is PlatformError {
  return error instanceof PlatformError && FAILED.has(error.code);
}

/** The answer; null where StoreKeeper does not give it. */
export async function orNotGiven<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (isNotGiven(error)) return null;
    throw error;
  }
}
