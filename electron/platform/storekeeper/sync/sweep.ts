import { localTimestamp, timestampOrNull } from '../../../../shared/calendar.ts';
import { readFact, writeFacts } from '../../../store/copies/copy-store.ts';
import { inCopyTransaction, replaceNotes, type StoreKeeperDb } from '../../../store/copies/storekeeper-copy-store.ts';
import type { Resource } from '../handshake.ts';
import { noteOf } from '../mapping/notes.ts';
import type { ListAnswer, ListFunction, ListRequest } from '../storekeeper-functions.ts';
import { MOST_PAGE_ROWS, readPage, rowIdOf } from './pages.ts';
import type { Stream, StreamProgressOf, StreamReadAtOf, SyncContext } from './stream.ts';

/**
 * A list that is read whole again and again, page by page in the order of ids, as nothing says what changed in it. What is
 * stored of it, and what is removed, is up to the stream.
 */
export interface SweptList {
  readonly name: 'products' | 'customers';
  readonly resource: Resource;
  /** From the start of a sweep to the next one. */
  readonly intervalMs: number;
  /** Stores a page. Answers how many of its rows this sweep had not seen yet. */
  writePage(db: StoreKeeperDb, page: SweepPage): Promise<number>;
  /** How many different rows the sweep has seen. */
  countSeen(db: StoreKeeperDb, sweep: number): Promise<number>;
  /** After a sweep that has seen every row. */
  removeUnseen(db: StoreKeeperDb, sweep: number): Promise<void>;
  /** After every sweep, also after one that is not sure to have seen every row. */
  afterSweep?(db: StoreKeeperDb): Promise<void>;
}

export interface SweepPage {
  readonly rows: readonly unknown[];
  /** Number of the sweep. */
  readonly sweep: number;
  readonly readAt: number;
}

/** How far a sweep has got: a fact, as JSON. */
interface SweepState {
  readonly sweep: number;
  readonly attempt: number;
  readonly begunAt: number;
  /** How many rows of the list have been read. */
  readonly position: number;
  /** Id of the last of them; null where the next page does not begin with it. */
  readonly lastRow: number | null;
  readonly total: number | null;
  /** Whether rows came before the position, or left from there, while it was read. */
  readonly hasShifted: boolean;
  /** What the steps took. */
  readonly tookMs: number;
  readonly limit: number;
}

const ATTEMPTS = 3;

const DAY_MS = 24 * 60 * 60 * 1_000;

/** As long as a sweep that takes longer than its interval has taken, but for no longer than this. */
const LONGEST_PAUSE_MS = DAY_MS;

export function createSweepStream(context: SyncContext, list: SweptList): Stream {
  const { db, clock } = context;
  const readBy = context.plan.resources[list.resource].readBy as ListFunction | null;

  return {
    name: list.name,

    async dueAt() {
      if (readBy === null) return null;
      const facts = factNames(list.name);
      if ((await readState(db, list.name)) !== null || (await readFact(db, facts.again)) !== undefined) return 0;
      const next = Number((await readFact(db, facts.next)) ?? 0);
      // After the clock was set back it would be due too late.
      return next - clock.now() > Math.max(list.intervalMs, LONGEST_PAUSE_MS) ? 0 : next;
    },

    async step() {
      if (readBy === null) return;
      const stepBegunAt = clock.now();
      const known = await readState(db, list.name);
      const state = known ?? (await firstState(db, list.name, stepBegunAt));
      const { answer, limit } = await readPage(context, list.name, readBy, requestOf(state));
      context.expectOn();
      await inCopyTransaction(db, async (transaction) => {
        const readAt = clock.now();
        const page = { rows: answer.rows, sweep: state.sweep, readAt };
        const newRows = await list.writePage(transaction, page);
        const tookMs = state.tookMs + Math.max(0, readAt - stepBegunAt);
        const after = { ...advanced(state, answer), tookMs, limit };
        if (known === null) await writeFacts(transaction, { [factNames(list.name).again]: null });
        if (isOver(after, answer, { lastRow: state.lastRow, newRows }))
          await endSweep(transaction, list, after, readAt);
        else await writeState(transaction, list.name, after);
      });
    },
  };
}

/** The list is read again from its beginning, after a sweep that is under way. */
export async function makeSweepDue(db: StoreKeeperDb, name: SweptList['name']): Promise<void> {
  await writeFacts(db, { [factNames(name).again]: '1' });
}

/**
 * The start of the last sweep that has seen every row; where none is sure to have, as in a list without a total, that of the
 * last one that ended.
 */
export function sweepReadAt(name: SweptList['name']): StreamReadAtOf {
  return async (db) => {
    const facts = factNames(name);
    const readAt = (await readFact(db, facts.readAt)) ?? (await readFact(db, facts.sweptAt));
    return readAt === undefined ? null : Number(readAt);
  };
}

/** What a sweep says of itself. */
export function sweepProgress(name: SweptList['name']): StreamProgressOf {
  const readAtOf = sweepReadAt(name);
  return async (db, now) => {
    const state = await readState(db, name);
    return {
      readAt: timestampOrNull(await readAtOf(db, now)),
      progress: state && { done: state.position, of: state.total, expectedEnd: expectedEnd(state, now) },
    };
  };
}

/** By the time that the pages took: what passes between two steps does not count. */
function expectedEnd({ position, total, tookMs }: SweepState, now: number): string | null {
  if (position === 0 || total === null) return null;
  return localTimestamp(now + Math.round((tookMs / position) * Math.max(0, total - position)));
}

function factNames(name: SweptList['name']) {
  return {
    state: `${name}_sweep`,
    number: `${name}_sweep_number`,
    /** Start of the last sweep that has seen every row. */
    readAt: `${name}_read_at`,
    /** Start of the last sweep that ended, whether or not it has seen every row. */
    sweptAt: `${name}_swept_at`,
    /** How many rows that one had seen, and the total, where these differed. */
    incomplete: `${name}_incomplete`,
    next: `${name}_next`,
    again: `${name}_again`,
  };
}

async function readState(db: StoreKeeperDb, name: SweptList['name']): Promise<SweepState | null> {
  const text = await readFact(db, factNames(name).state);
  return text === undefined ? null : (JSON.parse(text) as SweepState);
}

async function writeState(db: StoreKeeperDb, name: SweptList['name'], state: SweepState): Promise<void> {
  const facts = factNames(name);
  await writeFacts(db, { [facts.state]: JSON.stringify(state), [facts.number]: String(state.sweep) });
}

async function firstState(db: StoreKeeperDb, name: SweptList['name'], now: number): Promise<SweepState> {
  const last = Number((await readFact(db, factNames(name).number)) ?? 0);
  return beginningOf(last + 1, 1, now);
}

function beginningOf(sweep: number, attempt: number, begunAt: number): SweepState {
  const atStart = { position: 0, lastRow: null, total: null, hasShifted: false, tookMs: 0 };
  return { sweep, attempt, begunAt, ...atStart, limit: MOST_PAGE_ROWS };
}

/** The next page begins with the last row of the page before, which shows whether the list has moved meanwhile. */
function requestOf({ position, lastRow, limit }: SweepState): ListRequest {
  const start = lastRow === null ? position : position - 1;
  return { start, limit, order: [{ name: 'id', dir: 'asc' }] };
}

/** A page may have fewer rows than were asked for: the next one goes on from what came. */
function advanced(state: SweepState, { rows, total }: ListAnswer): SweepState {
  const isOverlapping = state.lastRow !== null;
  const hasShifted = state.hasShifted || (isOverlapping && rowIdOf(rows[0]) !== state.lastRow);
  const position = state.position + Math.max(0, rows.length - (isOverlapping ? 1 : 0));
  // Where a page has one row, it would be the same one for ever.
  const lastRow = rows.length > 1 ? rowIdOf(rows.at(-1)) : null;
  return { ...state, position, lastRow, total, hasShifted };
}

/** A list has ended at its total, or once nothing new comes: one that answers the same page again never comes to its total. */
function isOver(
  { position, total }: SweepState,
  { rows }: ListAnswer,
  { lastRow, newRows }: { readonly lastRow: number | null; readonly newRows: number },
): boolean {
  if (total === null) return newRows === 0;
  const isAgain = newRows === 0 && rows.some((row) => ![null, lastRow].includes(rowIdOf(row)));
  return position >= total || rows.length === 0 || isAgain;
}

async function endSweep(db: StoreKeeperDb, list: SweptList, state: SweepState, now: number): Promise<void> {
  const { sweep, attempt, begunAt, total, tookMs, hasShifted } = state;
  const facts = factNames(list.name);
  const seen = await list.countSeen(db, sweep);
  const isWhole = total !== null && seen === total && !hasShifted;
  const outcome = isWhole ? null : `${seen} ${total}`;
  // A total that the list did not come to before either is not tried for again; without a total nothing can be sure.
  const isKnown = seen !== total && outcome === ((await readFact(db, facts.incomplete)) ?? null);
  if (!isWhole && total !== null && attempt < ATTEMPTS && !isKnown) {
    await writeState(db, list.name, beginningOf(sweep + 1, attempt + 1, now));
    return;
  }
  if (isWhole) await list.removeUnseen(db, sweep);
  await list.afterSweep?.(db);
  const detail = { given: total === null ? '' : String(total), written: String(seen) };
  const owner = `list:${list.name}`;
  await replaceNotes(db, owner, isWhole ? [] : [noteOf('sweep_incomplete', 'list', list.name, detail)], now);
  const pauseMs = Math.min(Math.max(begunAt + list.intervalMs - now, tookMs), LONGEST_PAUSE_MS);
  await writeFacts(db, {
    [facts.state]: null,
    [facts.number]: String(sweep),
    [facts.incomplete]: outcome,
    [facts.sweptAt]: String(begunAt),
    ...(isWhole && { [facts.readAt]: String(begunAt) }),
    [facts.next]: String(now + pauseMs),
  });
}
