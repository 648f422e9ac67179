import { readFact, writeFacts } from '../../../store/copies/copy-store.ts';
import { inCopyTransaction, type StoreKeeperDb } from '../../../store/copies/storekeeper-copy-store.ts';
import { makeKnownOrdersDue } from '../../../store/copies/storekeeper-orders.ts';
import { hasFailed, listFrom, orNotGiven } from './order-listing.ts';
import type { SyncContext } from './stream.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Ids that StoreKeeper named as changed of late. */
interface Hints {
  readonly askedAt: number;
  readonly ids: readonly number[];
  readonly isRefused: boolean;
  /** StoreKeeper failed, which may be because of what it was asked for. */
  readonly hasFailed?: boolean;
}

const HINTS = 'orders_hints';
const HINTS_MS = 10 * MINUTE_MS;
const HINTS_FAILED_MS = 6 * HOUR_MS;
const HINTS_REFUSED_MS = 7 * DAY_MS;
const MOST_HINTS = 20_000;

async function readHints(db: StoreKeeperDb): Promise<Hints | null> {
  const text = await readFact(db, HINTS);
  return text === undefined ? null : (JSON.parse(text) as Hints);
}

export async function hintsDueAt(db: StoreKeeperDb, now: number): Promise<number> {
  const hints = await readHints(db);
  // After the clock was set back it would be due too late.
  if (hints === null || hints.askedAt > now) return 0;
  if (hints.isRefused) return hints.askedAt + HINTS_REFUSED_MS;
  return hints.askedAt + (hints.hasFailed ? HINTS_FAILED_MS : HINTS_MS);
}

/**
 * Whether StoreKeeper can name orders by the date of their last change is not known, and not every change moves that date:
 * what it names is read sooner, and what it does not name is read in its turn.
 */
export async function askForHints(context: SyncContext): Promise<void> {
  const { db, clock } = context;
  const askedAt = clock.now();
  const before = await readHints(db);
  const named = await readChanged(context, askedAt, before);
  context.expectOn();
  const known = new Set(before?.ids);
  // So many say nothing of any of them, and the first ones say nothing of when they changed.
  const isHint = named !== null && named.length <= MOST_HINTS && before !== null && !before.isRefused;
  const hinted = isHint ? named.filter((id) => !known.has(id)) : [];
  const ids = named !== null && named.length <= MOST_HINTS ? named : [];
  await inCopyTransaction(db, async (transaction) => {
    await makeKnownOrdersDue(transaction, hinted, askedAt);
    await writeFacts(transaction, { [HINTS]: JSON.stringify({ askedAt, ids, isRefused: named === null }) });
  });
}

/** Null where StoreKeeper does not give them. Where it fails, that is written first: it is not asked again soon. */
async function readChanged(context: SyncContext, askedAt: number, before: Hints | null) {
  try {
    return await orNotGiven(listFrom(context, askedAt, 'date_updated'));
  } catch (error) {
    if (context.signal.aborted || !hasFailed(error) || error.isUnreached) throw error;
    context.expectOn();
    const failed: Hints = { askedAt, ids: before?.ids ?? [], isRefused: false, hasFailed: true };
    await writeFacts(context.db, { [HINTS]: JSON.stringify(failed) });
    throw error;
  }
}
