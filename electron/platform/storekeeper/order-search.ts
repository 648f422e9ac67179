import { dateAt } from '../../../shared/calendar.ts';
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
import { ask, type SyncContext } from './sync-context.ts';

/*
 * A list of ids may be cut without a word, as by a maximum of its rows. So some ids below the lowest that it names are asked
 * for before a copy is whole. If one is an order, all ids below are asked for one after the other. If none is, that says
 * something only where orders lie close enough together that one should have been met.
 */

/** How far down ids are asked for besides those right below the lowest. */
const FURTHER_PROBES = 12;

const MIN_PROBES = 12;

const MAX_PROBES = 500;

/** So many of the lowest ids show how far apart orders lie. */
const MEASURED_IDS = 100;

/** Of orders that lie so far apart at random one in 50 stays unmet. */
const PROBES_PER_DISTANCE = 4;

/** After so many ids in a row that nobody has, a run ends. */
const MAX_MISSES = 500;

const IDS_AT_ONCE = 20;

type SearchOutcome = Pick<OrderListing, 'run' | 'isWhole' | 'searchedBelow' | 'unprovenBefore'>;

/** Whether there are orders below the lowest id, as far as that can be found out. */
export async function searchFirst(context: SyncContext): Promise<SearchOutcome> {
  const { db, clock } = context;
  const range = await readIdRange(db);
  const before = dateAt(range?.lowestPurchase ?? clock.now());
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

/** How many ids lie from one order to the next, on average. */
function measureDistance(ids: readonly number[]): number {
  const [lowest = 0] = ids;
  const highest = ids.at(-1) ?? 0;
  return ids.length < 2 ? Number.POSITIVE_INFINITY : (highest - lowest) / (ids.length - 1);
}

function getProbes(lowest: number, count: number): number[] {
  const below = Array.from({ length: count }, (_, at) => lowest - 1 - at);
  const further = Array.from({ length: FURTHER_PROBES }, (_, at) => lowest - Math.floor(lowest / 2 ** (at + 1)));
  return [...new Set([...further, ...below])].filter((id) => id > 0);
}

/** The first of these ids that is an order; null where none is. */
async function findOrder(context: SyncContext, ids: readonly number[]): Promise<number | null> {
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const [found] = await askUnknown(context, ids.slice(at, at + IDS_AT_ONCE));
    if (found !== undefined) return found;
  }
  return null;
}

/** Goes on with a run; null at its end, which is below the lowest order that is known. */
export async function searchBelow(context: SyncContext, run: Run): Promise<Run | null> {
  const ids = Array.from({ length: IDS_AT_ONCE }, (_, at) => run.next - at).filter((id) => id > 0);
  const known = await readKnownIds(context.db, ids);
  const orders = await askUnknown(context, ids);
  const misses = orders.length + known.size > 0 ? 0 : run.misses + IDS_AT_ONCE;
  const next = run.next - IDS_AT_ONCE;
  const lowest = (await readIdRange(context.db))?.lowest ?? 0;
  const isOver = next < 1 || (misses > MAX_MISSES && next < lowest);
  return isOver ? null : { ...run, next, misses };
}

const MAX_ATTEMPTS = 5;

/**
 * Asks for those of these ids that are not known, and names the orders among them: they are read like others. An id that
 * fails while others are answered is left out in the end. Throws where none is answered.
 */
async function askUnknown(context: SyncContext, ids: readonly number[]): Promise<readonly number[]> {
  const { db, expectOn } = context;
  const known = await readKnownIds(db, ids);
  const orders: number[] = [];
  let left = ids.filter((id) => !known.has(id));
  for (let attempt = 1; left.length > 0 && attempt <= MAX_ATTEMPTS; attempt += 1) {
    const asked = await Promise.all(left.map((id) => askFor(context, id)));
    const failed = asked.filter(({ failure }) => failure !== null);
    if (failed.length === asked.length && attempt === 1) throw failed[0]?.failure;
    orders.push(...asked.flatMap(({ id, isOrder }) => (isOrder ? [id] : [])));
    left = failed.map(({ id }) => id);
  }
  expectOn();
  await addKnownOrders(db, orders, { state: 'wanted' });
  return orders;
}

/** Whatever the class of a refusal, there is no such order. Throws what ends the reading. */
async function askFor(context: SyncContext, id: number) {
  const answer = (isOrder: boolean, failure: unknown = null) => ({ id, isOrder, failure });
  try {
    const { record } = await ask(context, 'getOrder', { id });
    return answer(readOrder(record, id).id === id);
  } catch (error) {
    if (error instanceof UnreadableOrder) return answer(error.date !== null);
    if (endsReading(error, context.signal)) throw error;
    if (error instanceof PlatformError && REFUSALS.has(error.code)) return answer(false);
    return answer(false, error);
  }
}
