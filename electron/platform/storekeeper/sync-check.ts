import { type Amount, sumOf } from '../../../shared/money.ts';
import { inCopyTransaction, replaceNotes } from '../../store/copies/storekeeper-copy-store.ts';
import { makeOrdersDue, readIdRange, readOldOrder } from '../../store/copies/storekeeper-known-orders.ts';
import { readNetValue } from '../../store/copies/storekeeper-orders.ts';
import { PlatformError } from '../platform-error.ts';
import { createJsonFact } from './facts.ts';
import { createNote, type Note } from './notes.ts';
import { endsReading, readMissingUntil } from './offers.ts';
import { compareIds } from './order-ids.ts';
import { orderListing } from './order-listing.ts';
import { readOrder } from './records.ts';
import { callFunction, type SyncContext, type Task } from './sync-context.ts';
import { DAY_MS, OLD_DAYS } from './sync-orders.ts';

/** Time and result of the last check. */
export interface LastCheck {
  readonly checkedAt: number | null;
  /** Number of listed orders that were unknown, and of known orders that are no longer listed. */
  readonly missing: number;
  readonly removed: number;
  /** Number of old orders read again, of those that had changed unnoticed, and by how much, including VAT. */
  readonly compared: number;
  readonly differing: number;
  readonly amount: Amount;
  /** Whether somebody requested a check before the next daily one is due. */
  readonly isAsked: boolean;
}

export const lastCheck = createJsonFact<LastCheck>('check', {
  ...{ checkedAt: null, missing: 0, removed: 0, compared: 0, differing: 0, amount: 0, isAsked: false },
});

/**
 * Compares the copy with StoreKeeper after the first reading and then daily: reads all ids again, and a random sample
 * of old orders.
 */
export function createCheckTask(context: SyncContext): Task {
  const { db, clock } = context;

  return {
    name: 'check',

    async getDueAt() {
      const missingUntil = await readMissingUntil(db, ['listOrderIds']);
      if (missingUntil !== null) return missingUntil;
      if (!(await orderListing.read(db)).isWhole) return null;
      const { checkedAt, isAsked } = await lastCheck.read(db);
      return checkedAt === null || isAsked ? 0 : Math.min(checkedAt, clock.now()) + DAY_MS;
    },

    async runStep() {
      const checkedAt = clock.now();
      const removed = await checkIds(context);
      const { notes, differing, ...sample } = await compareOldOrders(context);
      context.assertCanContinue();
      await inCopyTransaction(db, async (transaction) => {
        await makeOrdersDue(transaction, differing);
        await replaceNotes(transaction, 'check:orders', notes, clock.now());
        const { lateOrders: missing, unprovenBefore } = await orderListing.read(transaction);
        const found = { missing, removed, differing: differing.length, ...sample };
        await lastCheck.write(transaction, { checkedAt, isAsked: false, ...found });
        // Orders of another day may show whether there are older ones.
        const searchAgain = unprovenBefore === null ? {} : { searchedBelow: null };
        await orderListing.change(transaction, { lateOrders: 0, ...searchAgain });
      });
    },
  };
}

/** Makes unlisted orders due. Reading them removes those that StoreKeeper no longer has. Returns their number. */
async function checkIds(context: SyncContext): Promise<number> {
  const { unnamed, isTrusted } = await compareIds(context);
  if (isTrusted) await makeOrdersDue(context.db, unnamed);
  return unnamed.length;
}

const MAX_SAMPLE_SIZE = 30;

interface OldOrders extends Pick<LastCheck, 'compared' | 'amount'> {
  /** Ids of the orders that differ. */
  readonly differing: readonly number[];
  readonly notes: readonly Note[];
}

/** Compares old orders. One that changed unnoticed shows how far the copy is behind. It becomes due immediately. */
async function compareOldOrders(context: SyncContext): Promise<OldOrders> {
  const { db } = context;
  const notes: Note[] = [];
  const differences: { id: number; amount: Amount }[] = [];
  const sample = await sampleOldOrders(context);
  let compared = 0;
  for (const id of sample) {
    const theirs = await readValue(context, id);
    if (theirs === null) continue;
    compared += 1;
    const ours = await readNetValue(db, id);
    if (ours === null || ours === theirs) continue;
    differences.push({ id, amount: Math.abs(theirs - ours) });
    notes.push(createNote('order_differs', 'order', id, { theirs, ours }));
  }
  if (sample.length > 0 && compared === 0) {
    throw new PlatformError(
      'unavailable',
      'StoreKeeper returned none of the orders that the check requested. Try again later.',
      {
        isReported: true,
      },
    );
  }
  const amount = sumOf(differences, (difference) => difference.amount);
  return { compared, differing: differences.map(({ id }) => id), amount, notes };
}

/** Draws from orders that are read only once a week. */
async function sampleOldOrders({ db, clock, random }: SyncContext): Promise<number[]> {
  const range = await readIdRange(db);
  if (range === null) return [];
  const boughtBefore = clock.now() - OLD_DAYS * DAY_MS;
  const sample = new Set<number>();
  for (let attempt = 0; attempt < 3 * MAX_SAMPLE_SIZE && sample.size < MAX_SAMPLE_SIZE; attempt += 1) {
    const from = range.lowest + Math.floor(random() * (range.highest - range.lowest + 1));
    const id = await readOldOrder(db, from, boughtBefore);
    if (id !== null) sample.add(id);
  }
  return [...sample];
}

/** Reads the current value at StoreKeeper including VAT; `null` if the order cannot be read now. */
async function readValue(context: SyncContext, id: number): Promise<Amount | null> {
  let record: unknown;
  try {
    ({ record } = await callFunction(context, 'getOrder', { id }));
  } catch (error) {
    if (endsReading(error, context.signal)) throw error;
    return null;
  }
  try {
    return readOrder(record, id).value.wt;
  } catch {
    return null;
  }
}
