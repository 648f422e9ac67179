import { setImmediate } from 'node:timers/promises';
import { dateAt, instantsOf, localTimestamp } from '../../../../shared/calendar.ts';
import type { CopyCheck } from '../../../../shared/contract/connection.ts';
import { readFact, writeFacts } from '../../../store/copies/copy-store.ts';
import {
  countAbsences,
  readKnownRange,
  readOrderMonths,
  readOrderSums,
  verifyTotalsOf,
  wantRemovedOrders,
} from '../../../store/copies/storekeeper-checks.ts';
import { inCopyTransaction, replaceNotes, type StoreKeeperDb } from '../../../store/copies/storekeeper-copy-store.ts';
import { readOwnersOfKind } from '../../../store/copies/storekeeper-notes.ts';
import {
  countKnownOrders,
  makeKnownOrdersDue,
  nameOrders,
  readKnownOrder,
  readNotesOf,
  removeKnownOrder,
  unlistedOwner,
  writeKnownOrder,
} from '../../../store/copies/storekeeper-orders.ts';
import { daysOf } from '../../../store/totals/totals-months.ts';
import { type Note, noteOf } from '../mapping/notes.ts';
import { isPerhapsGone } from '../storekeeper-client.ts';
import {
  createdEver,
  hasFailed,
  isNotGiven,
  mostMissing,
  noteUnreadableIds,
  orNotGiven,
  readListing,
} from './order-listing.ts';
import { CHECK_REMOVED } from './order-readings.ts';
import { settleShops } from './order-record.ts';
import { lastIdOf, MOST_PAGE_ROWS, readPage, rowIdOf } from './pages.ts';
import type { Stream, SyncContext } from './stream.ts';

/** How far a check has got: a fact, as JSON. Ids come first, then what is surplus goes, then the months are added up. */
interface CheckState {
  readonly phase: 'ids' | 'removals' | 'sums';
  readonly begunAt: number;
  /** In how many ways all ids were asked for at which StoreKeeper failed. */
  readonly waysFailed: number;
  /** Of ids in pages: rows that were read, and the last id. */
  readonly position: number;
  readonly after: number;
  readonly limit: number;
  /** How many the copy did not have, and the last of them. */
  readonly missing: number;
  readonly missingIds: readonly number[];
  readonly surplus: readonly number[];
  /** Orders and months that are left to do. */
  readonly removals: readonly number[];
  readonly months: readonly number[];
  /** Orders whose lines are not what their header says. */
  readonly differing: number;
}

const FACTS = {
  state: 'check_state',
  checkedAt: 'check_checked_at',
  /** Somebody asked for a check before the night. */
  again: 'check_again',
  missing: 'check_missing',
  removed: CHECK_REMOVED,
  differing: 'check_differing',
} as const;

/** Compares the copy with StoreKeeper, and with itself: after the first copy, and each night. */
export function createCheckStream(context: SyncContext): Stream {
  const { db, clock } = context;
  const { readBy } = context.plan.resources.orders;

  return {
    name: 'check',

    async dueAt() {
      if (readBy === null) return null;
      if ((await readState(db)) !== null) return 0;
      const listing = await readListing(db);
      if (!listing.isWhole) return null;
      const checkedAt = await readFact(db, FACTS.checkedAt);
      const isAskedFor = (await readFact(db, FACTS.again)) !== undefined;
      return checkedAt === undefined || isAskedFor ? 0 : nextNight(Math.min(Number(checkedAt), clock.now()));
    },

    async step() {
      if (readBy === null) return;
      const state = await readState(db);
      if (state === null || state.phase === 'ids') {
        const beginning = state ?? firstState(clock.now());
        if (readBy === 'listOrders') await comparePage(context, beginning);
        else await compareAll(context, beginning);
      } else if (state.phase === 'removals') await removeNext(context, state);
      else await addUpMonth(context, state);
    },
  };
}

/** The last check, for the page Connection; null where there was none. */
export async function lastCheck(db: StoreKeeperDb): Promise<CopyCheck | null> {
  const checkedAt = await readFact(db, FACTS.checkedAt);
  if (checkedAt === undefined) return null;
  const countOf = async (name: string) => Number((await readFact(db, name)) ?? 0);
  return {
    checkedAt: localTimestamp(Number(checkedAt)),
    missing: await countOf(FACTS.missing),
    removed: await countOf(FACTS.removed),
    differing: await countOf(FACTS.differing),
  };
}

/** The next check does not wait for the night. */
export async function makeCheckDue(db: StoreKeeperDb): Promise<void> {
  await writeFacts(db, { [FACTS.again]: '1' });
}

const HOUR_MS = 60 * 60 * 1_000;

const NIGHT_HOUR = 3;

/** The next 03:00 in Amsterdam after the moment. */
function nextNight(after: number): number {
  const today = nightOf(after);
  return today > after ? today : nightOf(instantsOf(dateAt(after), dateAt(after)).end);
}

/** 03:00 of the local day of the moment, also on a day on which the clock changes. */
function nightOf(moment: number): number {
  const date = dateAt(moment);
  const about = instantsOf(date, date).start + NIGHT_HOUR * HOUR_MS;
  return about + (NIGHT_HOUR - Number(localTimestamp(about).slice(11, 13))) * HOUR_MS;
}

function firstState(begunAt: number): CheckState {
  return {
    ...{
      phase: 'ids',
      begunAt,
      waysFailed: 0,
      position: 0,
      after: 0,
      limit: MOST_PAGE_ROWS,
      missing: 0,
      missingIds: [],
    },
    ...{ surplus: [], removals: [], months: [], differing: 0 },
  };
}

async function readState(db: StoreKeeperDb): Promise<CheckState | null> {
  const text = await readFact(db, FACTS.state);
  return text === undefined ? null : (JSON.parse(text) as CheckState);
}

function writeState(db: StoreKeeperDb, state: CheckState | null): Promise<void> {
  return writeFacts(db, { [FACTS.state]: state === null ? null : JSON.stringify(state) });
}

const IDS_AT_ONCE = 5_000;

/** All ids in one answer. What is missing is wanted part by part; what is surplus is counted at the end, and once. */
async function compareAll(context: SyncContext, beginning: CheckState): Promise<void> {
  const { db, expectOn, clock } = context;
  const ids = await readAllIds(context, beginning);
  expectOn();
  if (ids === null) {
    await inCopyTransaction(db, (transaction) => goOnWithoutIds(transaction, beginning));
    return;
  }
  await noteUnreadableIds(db, ids, clock.now());
  let state = beginning;
  const sorted = [...new Set(ids)].sort((a, b) => a - b);
  for (let from = 0; from === 0 || from < sorted.length; from += IDS_AT_ONCE) {
    const some = sorted.slice(from, from + IDS_AT_ONCE);
    const upTo = from + IDS_AT_ONCE < sorted.length ? (some.at(-1) ?? null) : null;
    const compared = state;
    state = await inCopyTransaction(db, (transaction) => compareRange(transaction, compared, some, upTo));
    await setImmediate();
  }
  const compared = state;
  await inCopyTransaction(db, (transaction) => settleIds(transaction, compared, clock.now()));
}

/**
 * Without a filter, or by one that leaves nothing out; null where StoreKeeper gives neither. A way at which it fails is not
 * tried again in this check, as the failure may be because of what was asked for.
 */
async function readAllIds({ db, session, signal, expectOn }: SyncContext, state: CheckState) {
  const ways = [[], [createdEver()]];
  for (const [at, filters] of ways.entries()) {
    if (at < state.waysFailed) continue;
    try {
      const ids = await orNotGiven(session.call('listOrderIds', { filters }, { stream: 'check', signal }));
      if (ids !== null) return ids;
    } catch (error) {
      if (signal.aborted || !hasFailed(error) || error.isUnreached) throw error;
      expectOn();
      await writeState(db, { ...state, waysFailed: at + 1 });
      throw error;
    }
  }
  return null;
}

/** What earlier checks found of the ids stays. */
async function goOnWithoutIds(db: StoreKeeperDb, state: CheckState): Promise<void> {
  await writeFacts(db, { [FACTS.removed]: '0' });
  await writeState(db, { ...state, phase: 'sums', missingIds: [], surplus: [], months: await monthsToCheck(db) });
}

async function comparePage(context: SyncContext, state: CheckState): Promise<void> {
  const { db, expectOn, clock } = context;
  const request = { start: state.position, limit: state.limit, order: [{ name: 'id', dir: 'asc' as const }] };
  const { answer, limit } = await readPage(context, 'check', 'listOrders', request);
  expectOn();
  const ids = answer.rows.flatMap((row) => rowIdOf(row) ?? []).filter((id) => id > state.after);
  const position = state.position + answer.rows.length;
  const isEnd = answer.rows.length === 0 || (answer.total !== null && position >= answer.total);
  // A list that answers the same page again has no end.
  const isAgain = !isEnd && ids.length === 0 && lastIdOf(answer.rows) !== null;
  if (isAgain) return inCopyTransaction(db, (transaction) => goOnWithoutIds(transaction, state));
  await inCopyTransaction(db, async (transaction) => {
    const compared = await compareRange(transaction, state, ids, isEnd ? null : (ids.at(-1) ?? state.after));
    const after = { ...compared, position, limit, after: ids.at(-1) ?? state.after };
    if (isEnd) await settleIds(transaction, after, clock.now());
    else await writeState(transaction, after);
  });
}

/** Removed orders that StoreKeeper names all the same are looked for once more each night: so many of them. */
const MOST_LOOKED_FOR = 1_000;

const MOST_EXAMPLES = 100;

/** Compares the ids, ascending, with those that are known up to `upTo`, or all; the next range begins after them. */
async function compareRange(
  db: StoreKeeperDb,
  state: CheckState,
  ids: readonly number[],
  upTo: number | null,
): Promise<CheckState> {
  const known = new Map((await readKnownRange(db, state.after, upTo)).map((row) => [row.order_id, row.state]));
  const missing = ids.filter((id) => known.get(id) === undefined || known.get(id) === 'removed');
  const listed = new Set(ids);
  const surplus = [...known].flatMap(([id, is]) => (!listed.has(id) && (is === 'read' || is === 'gone') ? [id] : []));
  await nameOrders(db, missing, 'at_once');
  await wantRemovedOrders(db, missing.slice(-MOST_LOOKED_FOR));
  return {
    ...state,
    after: upTo ?? state.after,
    missing: state.missing + missing.length,
    missingIds: [...state.missingIds, ...missing].slice(-MOST_EXAMPLES),
    surplus: [...state.surplus, ...surplus].slice(0, MOST_SURPLUS),
  };
}

const MOST_SURPLUS = 20_000;

async function settleIds(db: StoreKeeperDb, state: CheckState, now: number): Promise<void> {
  const { surplus, missingIds } = state;
  const { read } = await countKnownOrders(db);
  const most = Math.min(MOST_SURPLUS - 1, mostMissing(read));
  const isTrusted = surplus.length <= most;
  const removals = isTrusted ? await countAbsences(db, surplus, now) : [];
  const notes: Note[] = missingIds.map((id) => noteOf('order_missing', 'order', id));
  const deciding = new Set([...removals, ...(await settleUnlisted(db, surplus, now))]);
  const some = surplus.filter((id) => !deciding.has(id)).slice(-MOST_EXAMPLES);
  if (isTrusted) notes.push(...some.map((id) => noteOf('order_surplus', 'order', id)));
  else notes.push(noteOf('order_surplus', 'list', 'orders', { given: String(surplus.length) }));
  await replaceNotes(db, 'check:ids', notes, now);
  await writeFacts(db, { [FACTS.removed]: '0' });
  const months = await monthsToCheck(db);
  await writeState(db, { ...state, phase: 'removals', missingIds: [], surplus: [], removals, months });
}

/** Orders that StoreKeeper answered although it did not name them. Those that it names now lose their note. */
async function settleUnlisted(db: StoreKeeperDb, surplus: readonly number[], now: number): Promise<readonly number[]> {
  const owners = await readOwnersOfKind(db, 'order_not_listed');
  const noted = new Map(surplus.map((id) => [unlistedOwner(id), id]));
  for (const owner of owners) if (!noted.has(owner)) await replaceNotes(db, owner, [], now);
  return owners.flatMap((owner) => noted.get(owner) ?? []);
}

/** Those with orders, and those that have notes of an earlier check. */
async function monthsToCheck(db: StoreKeeperDb): Promise<number[]> {
  const owners = [
    ...(await readOwnersOfKind(db, 'month_differs')),
    ...(await readOwnersOfKind(db, 'order_differs')),
  ].map((owner) => Number(owner.replace(OWNER, '')));
  return [...new Set([...(await readOrderMonths(db)), ...owners])].sort((a, b) => b - a);
}

const OWNER = 'check:';

/** The next order that two checks did not find: `getOrder` decides whether it is gone. */
async function removeNext(context: SyncContext, state: CheckState): Promise<void> {
  const { db, expectOn, clock } = context;
  const [id, ...removals] = state.removals;
  const answer = id === undefined ? null : await askForOrder(context, id);
  expectOn();
  await inCopyTransaction(db, async (transaction) => {
    if (id !== undefined && answer === 'gone') await removeSurplus(transaction, id);
    if (id !== undefined && answer === 'there') {
      await writeKnownOrder(transaction, id, { absences: 0 });
      await replaceNotes(transaction, unlistedOwner(id), [noteOf('order_not_listed', 'order', id)], clock.now());
    }
    await writeState(transaction, { ...state, removals, phase: removals.length > 0 ? 'removals' : 'sums' });
  });
}

async function removeSurplus(db: StoreKeeperDb, id: number): Promise<void> {
  const known = await readKnownOrder(db, id);
  if (known === undefined || known.state === 'removed') return;
  await removeKnownOrder(db, id);
  await settleShops(db, [known.shop_id]);
  const removed = Number((await readFact(db, FACTS.removed)) ?? 0);
  await writeFacts(db, { [FACTS.removed]: String(removed + 1) });
}

/** `unclear`: it answers neither the order nor that it does not find it, and the next check asks again. */
async function askForOrder({ session, signal }: SyncContext, id: number): Promise<'there' | 'gone' | 'unclear'> {
  try {
    await session.call('getOrder', { id }, { stream: 'check', signal });
    return 'there';
  } catch (error) {
    if (signal.aborted) throw error;
    if (isPerhapsGone(error)) return 'gone';
    if (isNotGiven(error) || hasFailed(error)) return 'unclear';
    throw error;
  }
}

/** A month each time, and the end of the check after the last one. */
async function addUpMonth({ db, expectOn, clock }: SyncContext, state: CheckState): Promise<void> {
  expectOn();
  const now = clock.now();
  const [month, ...months] = state.months;
  if (month === undefined) {
    await inCopyTransaction(db, async (transaction) => {
      await writeState(transaction, null);
      await writeFacts(transaction, {
        [FACTS.checkedAt]: String(state.begunAt),
        [FACTS.again]: null,
        [FACTS.missing]: String(state.missing),
        [FACTS.differing]: String(state.differing),
      });
    });
    return;
  }
  const found = await checkMonth(db, month);
  expectOn();
  await inCopyTransaction(db, async (transaction) => {
    await replaceNotes(transaction, `${OWNER}${month}`, found.notes, now);
    await makeKnownOrdersDue(transaction, found.unexplained, now);
    await writeState(transaction, { ...state, months, differing: state.differing + found.differing });
  });
}

interface MonthFindings {
  readonly notes: readonly Note[];
  /** Orders whose lines are not what their header says. */
  readonly differing: number;
  /** Those of them whose reading did not note that. */
  readonly unexplained: readonly number[];
}

async function checkMonth(db: StoreKeeperDb, month: number): Promise<MonthFindings> {
  const notes: Note[] = [];
  const unexplained: number[] = [];
  let differing = 0;
  const sums = { headed_wt: 0, headed_ex: 0, headed_paid: 0, lines_wt: 0, lines_ex: 0, paid: 0 };
  for (const day of daysOf(month)) {
    for (const order of await readOrderSums(db, day)) {
      const { id, headed_wt, headed_ex, headed_paid, lines_wt, lines_ex, paid } = order;
      // What a header leaves out is what the lines come to.
      const headed = { wt: headed_wt ?? lines_wt, ex: headed_ex ?? lines_ex, paid: headed_paid ?? paid };
      sums.headed_wt += headed.wt;
      sums.headed_ex += headed.ex;
      sums.headed_paid += headed.paid;
      sums.lines_wt += lines_wt;
      sums.lines_ex += lines_ex;
      sums.paid += paid;
      const side = headed.wt !== lines_wt ? 'wt' : headed.ex !== lines_ex ? 'ex' : null;
      if (side === null) continue;
      differing += 1;
      const kinds = (await readNotesOf(db, `order:${id}`)).map(({ kind }) => kind);
      if (kinds.includes('header_differs')) continue;
      unexplained.push(id);
      const ours = side === 'wt' ? lines_wt : lines_ex;
      notes.push(noteOf('order_differs', 'order', id, { given: side, theirs: headed[side], ours }));
    }
    await setImmediate();
  }
  const compared = [
    { given: 'lines wt', theirs: sums.headed_wt, ours: sums.lines_wt },
    { given: 'lines ex', theirs: sums.headed_ex, ours: sums.lines_ex },
    { given: 'payments', theirs: sums.headed_paid, ours: sums.paid },
    ...(await verifyTotalsOf(db, month)).map(({ table, column, kept, right }) => ({
      given: `${table} ${column}`,
      theirs: right ?? 0,
      ours: kept ?? 0,
    })),
  ];
  const record = `${Math.floor(month / 100)}-${String(month % 100).padStart(2, '0')}`;
  for (const detail of compared) {
    if (detail.theirs === detail.ours) continue;
    notes.push(noteOf('month_differs', 'month', `${record} ${detail.given}`, detail));
  }
  return { notes, differing, unexplained };
}
