import { dateAt } from '../../../shared/calendar.ts';
import { replaceNotes } from '../../store/copies/storekeeper-copy-store.ts';
import { nameOrders, readIdRange, readKnownIds } from '../../store/copies/storekeeper-orders.ts';
import { PlatformError } from '../platform-error.ts';
import { jsonFact } from './facts.ts';
import { createNote } from './notes.ts';
import { endsReading, REFUSALS } from './offers.ts';
import { changeListing, orderListing, type Run } from './order-listing.ts';
import { readOrder, UnreadableOrder } from './records.ts';
import { ask, type SyncContext, type Task } from './sync-context.ts';

/*
 * A list of ids may leave orders out without a word, as by a maximum of its rows. So ids that it does not name are asked for:
 * some before the first copy is whole, and all of them within a week, again and again. If one is an order, those around it are
 * asked for one after the other.
 */

/** How many ids below the lowest are asked for one after the other, and how far down besides. */
const PROBES = 12;

/** After so many ids in a row that nobody has, a run ends. */
const MAX_MISSES = 500;

const IDS_AT_ONCE = 20;

/** Looks below the lowest id and into some gaps. Null where no order is there. `absent` remembers what was asked for. */
export async function searchFirst(context: SyncContext, absent: Set<number>): Promise<Run | null> {
  const { db, random } = context;
  const range = await readIdRange(db);
  if (range === null) return null;
  const probes = probesOf(range, random).filter((id) => !absent.has(id));
  const { orders, missed } = await askUnknown(context, probes);
  for (const id of missed) absent.add(id);
  const [highest] = [...orders].sort((a, b) => b - a);
  return highest === undefined ? null : beginRun(context, highest, range);
}

async function beginRun(
  { db, clock, expectOn }: SyncContext,
  found: number,
  { lowest, highest, lowestPurchase }: { lowest: number; highest: number; lowestPurchase: number | null },
): Promise<Run> {
  expectOn();
  await replaceNotes(
    db,
    'list:order_ids_cut',
    [createNote('ids_cut', 'list', 'orders', { given: `${found}` })],
    clock.now(),
  );
  // Below the lowest id only older orders are missing; elsewhere those of any month.
  const isGap = found > lowest;
  const before = dateAt(isGap ? clock.now() : (lowestPurchase ?? clock.now()));
  return { next: (isGap ? highest : lowest) - 1, misses: 0, before };
}

function probesOf({ lowest, highest }: { lowest: number; highest: number }, random: () => number): number[] {
  const below = Array.from({ length: PROBES }, (_, at) => lowest - 1 - at);
  const further = Array.from({ length: PROBES }, (_, at) => lowest - Math.floor(lowest / 2 ** (at + 1)));
  const gaps = Array.from({ length: PROBES }, () => lowest + Math.floor(random() * (highest - lowest)));
  return [...new Set([...below, ...further, ...gaps])].filter((id) => id > 0);
}

/** Goes on with a run; null at its end. */
export async function searchBelow(context: SyncContext, run: Run): Promise<Run | null> {
  const ids = Array.from({ length: IDS_AT_ONCE }, (_, at) => run.next - at).filter((id) => id > 0);
  const known = await readKnownIds(context.db, ids);
  const { orders } = await askUnknown(context, ids);
  const misses = orders.length + known.size > 0 ? 0 : run.misses + IDS_AT_ONCE;
  const next = run.next - IDS_AT_ONCE;
  return next < 1 || misses > MAX_MISSES ? null : { ...run, next, misses };
}

const MAX_ATTEMPTS = 5;

/**
 * Asks for those of these ids that are not known. Orders among them are named: they are read like others. An id that fails
 * while others are answered is left out in the end. Throws where none is answered.
 */
async function askUnknown(context: SyncContext, ids: readonly number[]) {
  const { db, expectOn } = context;
  const known = await readKnownIds(db, ids);
  const [orders, missed]: [number[], number[]] = [[], []];
  let left = ids.filter((id) => !known.has(id));
  for (let attempt = 1; left.length > 0 && attempt <= MAX_ATTEMPTS; attempt += 1) {
    const asked = await Promise.all(left.map((id) => askFor(context, id)));
    const failed = asked.filter(({ failure }) => failure !== null);
    if (failed.length === asked.length && attempt === 1) throw failed[0]?.failure;
    orders.push(...asked.flatMap(({ id, isOrder }) => (isOrder === true ? [id] : [])));
    missed.push(...asked.flatMap(({ id, isOrder }) => (isOrder === false ? [id] : [])));
    left = failed.map(({ id }) => id);
  }
  expectOn();
  await nameOrders(db, orders, { state: 'wanted' });
  return { orders, missed };
}

/** Whatever the class of a refusal, there is no such order. Throws what ends the reading. */
async function askFor(context: SyncContext, id: number) {
  const answer = (isOrder: boolean | null, failure: unknown = null) => ({ id, isOrder, failure });
  try {
    const { record } = await ask(context, 'getOrder', { id });
    return answer(readOrder(record, id).id === id);
  } catch (error) {
    if (error instanceof UnreadableOrder) return answer(error.date !== null);
    if (endsReading(error, context.signal)) throw error;
    if (error instanceof PlatformError && REFUSALS.has(error.code)) return answer(false);
    return answer(null, error);
  }
}

/** Where the search of all ids is; of ids that are far apart every nth is asked for. */
interface Round {
  readonly next: number;
  readonly step: number;
  readonly nextAt: number;
}

const roundFact = jsonFact<Round>('search', { next: 0, step: 1, nextAt: 0 });

const ROUND_MS = 5 * 60_000;

/** That many can be asked for within a week. */
const MAX_IDS_OF_ROUND = 40_000;

/** The latest orders may be those that are left out. */
const IDS_ABOVE = 100;

/** Goes through all ids from the highest down that the list does not name, within a week. */
export function createSearchTask(context: SyncContext): Task {
  const { db, clock, random } = context;
  return {
    name: 'search',

    async dueAt() {
      if (!(await orderListing.read(db)).isWhole) return null;
      const { nextAt } = await roundFact.read(db);
      return nextAt - clock.now() > ROUND_MS ? 0 : nextAt;
    },

    async step() {
      const range = await readIdRange(db);
      const nextAt = clock.now() + ROUND_MS;
      if (range === null) return roundFact.write(db, { next: 0, step: 1, nextAt });
      const round = await roundFact.read(db);
      const { next, step } = round.next > 0 ? round : beginRound(range.highest, random);
      const { ids, after } = await findUnknown(context, next, step);
      const { orders } = await askUnknown(context, ids);
      await roundFact.write(db, { next: after, step, nextAt });
      const [found] = orders;
      if (found === undefined) return;
      const run = await beginRun(context, found, range);
      await changeListing(db, { isWhole: false, isSearched: false, run: { ...run, next: found + step * IDS_AT_ONCE } });
    },
  };
}

function beginRound(highest: number, random: () => number): Pick<Round, 'next' | 'step'> {
  const step = Math.ceil(highest / MAX_IDS_OF_ROUND);
  return { next: highest + IDS_ABOVE - Math.floor(random() * step), step };
}

/** The next ids that are not known, and where the ones after them begin. Known ids are passed over without a call. */
async function findUnknown({ db }: SyncContext, first: number, step: number) {
  const ids: number[] = [];
  let next = first;
  for (let looks = 0; looks < IDS_AT_ONCE && ids.length < IDS_AT_ONCE && next > 0; looks += 1) {
    const some = Array.from({ length: IDS_AT_ONCE }, (_, at) => next - at * step).filter((id) => id > 0);
    const known = await readKnownIds(db, some);
    for (const id of some) {
      if (ids.length === IDS_AT_ONCE) break;
      if (!known.has(id)) ids.push(id);
      next = id - step;
    }
  }
  return { ids, after: Math.max(0, next) };
}
