import { readFact, writeFacts } from '../../../store/copies/copy-store.ts';
import { inCopyTransaction, replaceNotes, type StoreKeeperDb } from '../../../store/copies/storekeeper-copy-store.ts';
import {
  countKnownOrders,
  readKnownOrder,
  removeKnownOrder,
  unreadableOwner,
  writeKnownOrder,
} from '../../../store/copies/storekeeper-orders.ts';
import { isConstraintFailure } from '../../../store/store-error.ts';
import { PlatformError, type PlatformErrorCode } from '../../platform-error.ts';
import { type NoteKind, noteOf } from '../mapping/notes.ts';
import type { OrderRecord } from '../mapping/wire-records.ts';
import { isPerhapsGone } from '../storekeeper-client.ts';
import { readAccountFacts } from './account-facts.ts';
import { createdEver, hasFailed, isNotGiven, mostMissing } from './order-listing.ts';
import { type OrderSurroundings, settleShops, writeOrderRecord } from './order-record.ts';
import { FAILED_MS, GONE_MS, MOST_FAILURES, waitOfUnreadable } from './order-turns.ts';
import type { SyncContext } from './stream.ts';

/** StoreKeeper has something against this order, or answered something that is none. */
const REFUSED: ReadonlySet<PlatformErrorCode> = new Set(['rejected', 'invalid_answer']);

/**
 * Reads orders at once, and writes each in a transaction of its own as it arrives. An order that cannot be read or written
 * is noted, and comes again later. Throws `PlatformError` where that is not because of one order.
 */
export async function readOrders(
  context: SyncContext,
  ids: readonly number[],
  {
    isAnswering = false,
  }: { /** Whether StoreKeeper answered something else just now. */ readonly isAnswering?: boolean } = {},
): Promise<void> {
  const surroundings = await readSurroundings(context);
  const settled = await Promise.allSettled(ids.map((id) => readOrder(context, id, surroundings)));
  const thrown = settled.find((one) => one.status === 'rejected');
  if (thrown !== undefined) throw thrown.reason;
  context.signal.throwIfAborted();
  const outcomes = settled.flatMap((one) => (one.status === 'fulfilled' ? (one.value ?? []) : []));
  const missed = outcomes.filter(({ error }) => isPerhapsGone(error));
  const others = outcomes.filter(({ error }) => !isPerhapsGone(error));
  const failures = others.filter(({ error }) => !REFUSED.has(error.code));
  const refusals = [...others.filter(({ error }) => REFUSED.has(error.code)), ...(await missOrders(context, missed))];
  const isOfSome = failures.length < ids.length;
  if (isOfSome || isAnswering) {
    for (const { id, error } of failures) if (hasFailed(error)) await postpone(context, id, error.message, isOfSome);
  }
  const [failure] = failures;
  if (failure !== undefined) throw failure.error;
  const [refusal] = refusals;
  if (refusal !== undefined && refusals.length === ids.length && ids.length > 1) throw refusal.error;
}

interface Failure {
  readonly id: number;
  readonly error: PlatformError;
}

/** Null where the order was read; a refusal is noted already, but for one that says that it is perhaps gone. */
async function readOrder(context: SyncContext, id: number, surroundings: OrderSurroundings): Promise<Failure | null> {
  const { db, session, signal, clock, expectOn } = context;
  let record: OrderRecord;
  try {
    record = await session.call('getOrder', { id }, { stream: 'orders', signal });
  } catch (error) {
    if (!(error instanceof PlatformError) || signal.aborted) throw error;
    if (isPerhapsGone(error) || !REFUSED.has(error.code)) return { id, error };
    expectOn();
    await inCopyTransaction(db, (transaction) => noteUnreadable(transaction, id, error.message, clock.now()));
    return { id, error };
  }
  expectOn();
  await writeRecord(context, id, record, surroundings);
  return null;
}

/** Writes an order that came in a list; null for a row that is none. */
export async function writeListedOrder(context: SyncContext, id: number, record: OrderRecord | null): Promise<void> {
  await writeRecord(context, id, record, await readSurroundings(context));
}

async function writeRecord(
  { db, clock }: SyncContext,
  id: number,
  record: OrderRecord | null,
  surroundings: OrderSurroundings,
): Promise<void> {
  const readAt = clock.now();
  try {
    if (record === null || Number(record.id) !== id) throw new RangeError(`what came is not order ${id}`);
    await inCopyTransaction(db, async (transaction) => {
      await writeOrderRecord(transaction, record, readAt, surroundings);
      await replaceNotes(transaction, unreadableOwner(id), [], readAt);
    });
  } catch (error) {
    if (!(error instanceof RangeError) && !isConstraintFailure(error)) throw error;
    const reason = error instanceof RangeError ? error.message : 'it contradicts another record of the copy';
    await inCopyTransaction(db, (transaction) => noteUnreadable(transaction, id, reason, readAt));
  }
}

async function readSurroundings({ db, plan }: SyncContext): Promise<OrderSurroundings> {
  return {
    account: await readAccountFacts(db),
    areShopsListed: plan.resources.shops.readBy !== null,
    areProductsRead: plan.resources.products.readBy === null || (await readFact(db, PRODUCTS_SWEPT)) !== undefined,
  };
}

/** A fact of the stream of products. */
const PRODUCTS_SWEPT = 'products_swept_at';

/** Orders that the last check did not find, and that are gone. */
export const CHECK_REMOVED = 'check_removed';

/**
 * Orders that StoreKeeper does not find: what they have in the copy stays until a list does not name them either. Answers
 * those of which it is not known that they are gone.
 */
async function missOrders(context: SyncContext, missed: readonly Failure[]): Promise<Failure[]> {
  if (missed.length === 0) return [];
  const { db, clock, expectOn } = context;
  const known = await Promise.all(missed.map(({ id }) => readKnownOrder(db, id)));
  const isLookedFor = known.some((order) => order?.state === 'gone' && order.absences === 0);
  const named = isLookedFor ? await readAllNamed(context) : null;
  const unexplained: Failure[] = [];
  for (const one of missed) {
    expectOn();
    const isUnnamed = named !== null && !named.has(one.id);
    const isGone = await inCopyTransaction(db, (transaction) => missOrder(transaction, one, isUnnamed, clock.now()));
    if (!isGone) unexplained.push(one);
  }
  return unexplained;
}

/** All ids that StoreKeeper names; null where it does not give them, or not all of them. */
async function readAllNamed({ db, session, plan, signal }: SyncContext): Promise<ReadonlySet<number> | null> {
  if (plan.resources.orders.readBy !== 'listOrderIds') return null;
  try {
    const ids = await session.call('listOrderIds', { filters: [createdEver()] }, { stream: 'orders', signal });
    const { read } = await countKnownOrders(db);
    return ids.length === 0 || ids.length < read - mostMissing(read) ? null : new Set(ids);
  } catch (error) {
    if (signal.aborted || !(isNotGiven(error) || hasFailed(error))) throw error;
    return null;
  }
}

/**
 * At first it is looked for again. Then it is removed if no list names it, neither now nor in the last check; an order that
 * is named is noted. Answers whether it is removed.
 */
async function missOrder(db: StoreKeeperDb, { id, error }: Failure, isUnnamed: boolean, now: number): Promise<boolean> {
  const known = await readKnownOrder(db, id);
  if (known === undefined) return false;
  const isLookedFor = known.state === 'gone';
  if (known.absences === 0 && !(isLookedFor && isUnnamed)) {
    if (isLookedFor || known.failures > 0) await noteUnreadable(db, id, error.message, now, 'order_not_answered');
    else await writeKnownOrder(db, id, { state: 'gone', next_read: now + GONE_MS });
    return false;
  }
  await removeKnownOrder(db, id);
  await settleShops(db, [known.shop_id]);
  if (known.absences === 0) return true;
  const removed = Number((await readFact(db, CHECK_REMOVED)) ?? 0);
  await writeFacts(db, { [CHECK_REMOVED]: String(removed + 1) });
  return true;
}

/** It counts as read, so that what waits for it goes on, and it is tried again later. */
async function noteUnreadable(
  db: StoreKeeperDb,
  id: number,
  given: string,
  now: number,
  kind: NoteKind = 'record_unreadable',
): Promise<void> {
  const known = await readKnownOrder(db, id);
  if (known === undefined) return;
  const failures = known.failures + 1;
  await replaceNotes(db, unreadableOwner(id), [noteOf(kind, 'order', id, { given })], now);
  await writeKnownOrder(db, id, { state: 'read', failures, next_read: now + waitOfUnreadable(failures) });
}

/**
 * StoreKeeper answered others meanwhile: the order comes later, so that it does not hold up the others. Where it answered no
 * other order, that counts only against one at which it failed before.
 */
async function postpone({ db, clock }: SyncContext, id: number, given: string, isOfThisOrder: boolean): Promise<void> {
  await inCopyTransaction(db, async (transaction) => {
    const known = await readKnownOrder(transaction, id);
    if (known === undefined || (known.failures === 0 && !isOfThisOrder)) return;
    const failures = known.failures + 1;
    if (failures >= MOST_FAILURES) await noteUnreadable(transaction, id, given, clock.now());
    else await writeKnownOrder(transaction, id, { failures, next_read: clock.now() + FAILED_MS });
  });
}
