import { getDateAt } from '../../../shared/calendar.ts';
import { replaceNotes } from '../../store/copies/storekeeper-copy-store.ts';
import {
  addKnownOrders,
  readIdRange,
  readKnownIds,
  readLowestIds,
} from '../../store/copies/storekeeper-known-orders.ts';
import { PlatformError } from '../platform-error.ts';
import { createNote } from './notes.ts';
import { endsReading, REFUSALS } from './offers.ts';
import type { OrderListing, Run } from './order-listing.ts';
import { readOrder, UnreadableOrder } from './records.ts';
import { callFunction, type SyncContext } from './sync-context.ts';

/* StoreKeeper may silently cut a list of ids, for example at a maximum number of rows. So some ids below the lowest
   listed one are probed before the copy counts as complete. If a probe finds an order, all lower ids are tried one
   by one. If none does, that proves something only if orders are so close together that a probe should have found
   one. */

/** Number of probes further down, besides those directly below the lowest id. */
const DISTANT_PROBES = 12;

const MIN_PROBES = 12;

const MAX_PROBES = 500;

/** Number of the lowest ids that are used to measure the distance between orders. */
const MEASURED_IDS = 100;

/** With this many, one in 50 random gaps of this size is missed. */
const PROBES_PER_DISTANCE = 4;

/** A run ends after this many consecutive ids without an order. */
const MAX_MISSES = 500;

const CONCURRENT_IDS = 20;

type SearchOutcome = Pick<OrderListing, 'run' | 'isWhole' | 'searchedBelow' | 'unprovenBefore'>;

/** Searches for orders below the lowest id. */
export async function searchLowerIds(context: SyncContext): Promise<SearchOutcome> {
  const { db, clock } = context;
  const range = await readIdRange(db);
  const before = getDateAt(range?.lowestPurchase ?? clock.now());
  const outcome = { run: null, isWhole: true, searchedBelow: range?.lowest ?? null };
  if (range === null) return { ...outcome, unprovenBefore: before };
  const { lowest } = range;
  const needed = PROBES_PER_DISTANCE * measureDistance(await readLowestIds(db, MEASURED_IDS));
  const probes = Math.min(Math.max(Math.ceil(needed), MIN_PROBES), MAX_PROBES);
  const found = await findOrder(context, getProbes(lowest, probes));
  if (found !== null) {
    const note = createNote('ids_cut', 'list', 'orders', { given: `${found}` });
    await replaceNotes(db, 'list:order_ids_cut', [note], clock.now());
    return { ...outcome, run: { next: lowest - 1, misses: 0, before }, isWhole: false, unprovenBefore: null };
  }
  const isProven = needed <= MAX_PROBES || lowest <= probes + 1;
  return { ...outcome, unprovenBefore: isProven ? null : before };
}

/** The average distance between two order ids. */
function measureDistance(ids: readonly number[]): number {
  const [lowest = 0] = ids;
  const highest = ids.at(-1) ?? 0;
  return ids.length < 2 ? Number.POSITIVE_INFINITY : (highest - lowest) / (ids.length - 1);
}

function getProbes(lowest: number, count: number): number[] {
  const below = Array.from({ length: count }, (_, at) => lowest - 1 - at);
  const further = Array.from({ length: DISTANT_PROBES }, (_, at) => lowest - Math.floor(lowest / 2 ** (at + 1)));
  return [...new Set([...further, ...below])].filter((id) => id > 0);
}

/** Finds the first of these ids that is an order; `null` if none is. */
async function findOrder(context: SyncContext, ids: readonly number[]): Promise<number | null> {
  for (let at = 0; at < ids.length; at += CONCURRENT_IDS) {
    const [found] = await probeUnknownIds(context, ids.slice(at, at + CONCURRENT_IDS));
    if (found !== undefined) return found;
  }
  return null;
}

/** Continues a run; `null` at its end, which is below the lowest known order. */
export async function continueRun(context: SyncContext, run: Run): Promise<Run | null> {
  const ids = Array.from({ length: CONCURRENT_IDS }, (_, at) => run.next - at).filter((id) => id > 0);
  const known = await readKnownIds(context.db, ids);
  const orders = await probeUnknownIds(context, ids);
  const misses = orders.length + known.size > 0 ? 0 : run.misses + CONCURRENT_IDS;
  const next = run.next - CONCURRENT_IDS;
  const lowest = (await readIdRange(context.db))?.lowest ?? 0;
  const isOver = next < 1 || (misses > MAX_MISSES && next < lowest);
  return isOver ? null : { ...run, next, misses };
}

const MAX_ATTEMPTS = 5;

/**
 * Tries unknown ids and names the orders among them, so that they are read. An id that keeps failing while others
 * answer is skipped. Throws if no id is answered.
 */
async function probeUnknownIds(context: SyncContext, ids: readonly number[]): Promise<readonly number[]> {
  const { db, assertCanContinue } = context;
  const known = await readKnownIds(db, ids);
  const orders: number[] = [];
  let left = ids.filter((id) => !known.has(id));
  for (let attempt = 1; left.length > 0 && attempt <= MAX_ATTEMPTS; attempt += 1) {
    const results = await Promise.all(left.map((id) => probeId(context, id)));
    const failed = results.filter(({ failure }) => failure !== null);
    if (failed.length === results.length && attempt === 1) throw failed[0]?.failure;
    orders.push(...results.flatMap(({ id, isOrder }) => (isOrder ? [id] : [])));
    left = failed.map(({ id }) => id);
  }
  assertCanContinue();
  await addKnownOrders(db, orders, { state: 'wanted' });
  return orders;
}

/** Any refusal means that there is no such order. Throws errors that end the reading. */
async function probeId(context: SyncContext, id: number) {
  const createResult = (isOrder: boolean, failure: unknown = null) => ({ id, isOrder, failure });
  try {
    const { record } = await callFunction(context, 'getOrder', { id });
    return createResult(readOrder(record, id).id === id);
  } catch (error) {
    if (error instanceof UnreadableOrder) return createResult(error.date !== null);
    if (endsReading(error, context.signal)) throw error;
    if (error instanceof PlatformError && REFUSALS.has(error.code)) return createResult(false);
    return createResult(false, error);
  }
}
