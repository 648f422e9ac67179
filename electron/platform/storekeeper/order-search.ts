import { dateAt } from '../../../shared/calendar.ts';
import { replaceNotes } from '../../store/copies/storekeeper-copy-store.ts';
import { nameOrders, readIdRange, readKnownIds } from '../../store/copies/storekeeper-orders.ts';
import { PlatformError } from '../platform-error.ts';
import { createNote } from './notes.ts';
import { endsReading, REFUSALS } from './offers.ts';
import type { Run } from './order-listing.ts';
import { readOrder, UnreadableOrder } from './records.ts';
import { ask, type SyncContext } from './sync-context.ts';

/*
 * A list of ids may be cut without a word, as by a maximum of its rows. So some ids below the lowest that it names are asked
 * for before a copy is whole. If one is an order, all ids below are asked for one after the other.
 */

/** How many ids below the lowest are asked for one after the other, and how far down besides. */
const PROBES = 12;

/** After so many ids in a row that nobody has, a run ends. */
const MAX_MISSES = 500;

const IDS_AT_ONCE = 20;

/** Looks below the lowest id. Null where no order is there. */
export async function searchFirst(context: SyncContext): Promise<Run | null> {
  const { db, clock } = context;
  const range = await readIdRange(db);
  if (range === null) return null;
  const { lowest, lowestPurchase } = range;
  const [found] = await askUnknown(context, getProbes(lowest));
  if (found === undefined) return null;
  const note = createNote('ids_cut', 'list', 'orders', { given: `${found}` });
  await replaceNotes(db, 'list:order_ids_cut', [note], clock.now());
  return { next: lowest - 1, misses: 0, before: dateAt(lowestPurchase ?? clock.now()) };
}

function getProbes(lowest: number): number[] {
  const below = Array.from({ length: PROBES }, (_, at) => lowest - 1 - at);
  const further = Array.from({ length: PROBES }, (_, at) => lowest - Math.floor(lowest / 2 ** (at + 1)));
  return [...new Set([...below, ...further])].filter((id) => id > 0);
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
  await nameOrders(db, orders, { state: 'wanted' });
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
