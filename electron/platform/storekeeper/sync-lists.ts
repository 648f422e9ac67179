import { localTimestamp } from '../../../shared/calendar.ts';
import type { StreamProgress } from '../../../shared/contract/connection.ts';
import {
  inCopyTransaction,
  type NewNote,
  replaceNotes,
  replaceNotesByOwner,
  type StoreKeeperDb,
} from '../../store/copies/storekeeper-copy-store.ts';
import { countSeenRows, readSeenRows, removeUnseenRows, writeSeenRows } from '../../store/copies/storekeeper-lists.ts';
import { PlatformError } from '../platform-error.ts';
import { jsonFact } from './facts.ts';
import type { ListAnswer, ListRequest } from './functions.ts';
import { LISTS, type ListName, type ListRow } from './lists.ts';
import { createNote } from './notes.ts';
import { REFUSALS, readMissingUntil } from './offers.ts';
import { rowIdOf } from './records.ts';
import { ask, type SyncContext, type Task } from './sync-context.ts';

/** Rows that are asked for. */
const PAGE_LIMIT = 100;

/** How far the sweep of a list has got. */
interface Sweep {
  readonly number: number;
  readonly begunAt: number;
  /** How many rows of the list have been read. */
  readonly position: number;
  /** Id of the last of them; null where the next page does not begin with it. */
  readonly lastRow: number | null;
  readonly total: number | null;
  /** Whether rows came before the position, or left from there, while it was read. */
  readonly hasShifted: boolean;
}

interface ListState {
  readonly sweep: Sweep | null;
  readonly number: number;
  /** Start of the last sweep that ended, and of the last that has seen every row; null where there was none. */
  readonly sweptAt: number | null;
  readonly wholeAt: number | null;
  readonly nextAt: number;
}

const NEVER_READ: ListState = { sweep: null, number: 0, sweptAt: null, wholeAt: null, nextAt: 0 };

const stateOf = (name: ListName) => jsonFact<ListState>(`list ${name}`, NEVER_READ);

/** A list that is read whole again and again, page by page in the order of ids, as nothing says what changed in it. */
export function createListTask(context: SyncContext, name: ListName): Task {
  const { db, clock, offers } = context;
  const list = LISTS[name];

  return {
    name,

    async dueAt() {
      const missingUntil = await readMissingUntil(db, list.functions);
      if (missingUntil !== null) return missingUntil;
      const { sweep, nextAt } = await stateOf(name).read(db);
      // After the clock was set back it would be due too late.
      return sweep !== null || nextAt - clock.now() > list.intervalMs ? 0 : nextAt;
    },

    async step() {
      const state = await stateOf(name).read(db);
      const sweep = state.sweep ?? beginSweep(state.number + 1, clock.now());
      const answer = await readPage(requestOf(sweep));
      context.expectOn();
      await inCopyTransaction(db, async (transaction) => {
        const newRows = await writePage(transaction, name, answer.rows, { sweep, readAt: clock.now() });
        const after = advance(sweep, answer);
        const isOver = isSweepOver(after, newRows);
        if (isOver) await endSweep(transaction, name, after, clock.now());
        else await stateOf(name).write(transaction, { ...state, sweep: after });
      });
    },
  };

  /** By the first function that the account has and that is not refused. Throws what the last of them throws. */
  async function readPage(request: ListRequest): Promise<ListAnswer> {
    let failure: unknown = new PlatformError('rejected', 'No function reads this list.');
    for (const one of list.functions) {
      if (await offers.isMissing(one)) continue;
      try {
        return await ask(context, one, request);
      } catch (error) {
        failure = error;
        if (!(error instanceof PlatformError)) throw error;
        const isMissing = await offers.noteFailure(one, error);
        if (!isMissing && !REFUSALS.has(error.code)) throw error;
      }
    }
    throw failure;
  }
}

function beginSweep(number: number, begunAt: number): Sweep {
  return { number, begunAt, position: 0, lastRow: null, total: null, hasShifted: false };
}

/** The next page begins with the last row of the page before, which shows whether the list has moved meanwhile. */
function requestOf({ position, lastRow }: Sweep): ListRequest {
  return { start: lastRow === null ? position : position - 1, limit: PAGE_LIMIT, order: [{ name: 'id', dir: 'asc' }] };
}

/** A page may have fewer rows than were asked for: the next one goes on from what came. */
function advance(sweep: Sweep, { rows, total }: ListAnswer): Sweep {
  const isOverlapping = sweep.lastRow !== null;
  const hasShifted = sweep.hasShifted || (isOverlapping && rowIdOf(rows[0]) !== sweep.lastRow);
  const position = sweep.position + Math.max(0, rows.length - (isOverlapping ? 1 : 0));
  // Where a page has one row, it would be the same one for ever.
  const lastRow = rows.length > 1 ? rowIdOf(rows.at(-1)) : null;
  return { ...sweep, position, lastRow, total, hasShifted };
}

/** A list has ended at its total, or once nothing new comes: one that answers the same page again never comes to its total. */
function isSweepOver({ position, total }: Sweep, newRows: number): boolean {
  return newRows === 0 || (total !== null && position >= total);
}

/** Answers how many of its rows this sweep had not seen yet. A row without an id is left out, with a note. */
async function writePage(
  db: StoreKeeperDb,
  name: ListName,
  rows: readonly unknown[],
  { sweep, readAt }: { readonly sweep: Sweep; readonly readAt: number },
): Promise<number> {
  const list = LISTS[name];
  const byId = new Map<number, ListRow>();
  for (const [at, raw] of rows.entries()) {
    const id = rowIdOf(raw) ?? (list.isOneRecord ? at + 1 : null);
    if (id !== null) byId.set(id, { id, raw });
  }
  const known = await readSeenRows(db, name, [...byId.keys()]);
  const written = await list.write(db, [...byId.values()], { sweep: sweep.number, known, readAt });
  const seen = [...byId.keys()].map((row_id) => ({
    ...{ list: name, row_id, sweep: sweep.number, record_id: written.records?.get(row_id) ?? row_id },
  }));
  await writeSeenRows(db, seen);
  const notes = new Map<string, readonly NewNote[]>(written.notes);
  const lost = rows.filter((row) => rowIdOf(row) === null).length;
  const given = { given: `${lost}` };
  if (lost > 0 && !list.isOneRecord) {
    notes.set(`list:${name}:rows`, [createNote('record_unreadable', 'list', name, given)]);
  } else if (sweep.position === 0) notes.set(`list:${name}:rows`, []);
  await replaceNotesByOwner(db, notes, readAt);
  return seen.filter(({ row_id }) => known.get(row_id)?.sweep !== sweep.number).length;
}

async function endSweep(db: StoreKeeperDb, name: ListName, sweep: Sweep, now: number): Promise<void> {
  const list = LISTS[name];
  const { number, begunAt, total, hasShifted } = sweep;
  const before = await stateOf(name).read(db);
  const seen = await countSeenRows(db, name, number);
  const isWhole = total !== null && seen === total && !hasShifted;
  if (isWhole) await list.removeUnseen?.(db, await removeUnseenRows(db, name, number));
  await list.finish?.(db, now);
  const detail = { given: total === null ? '' : String(total), written: String(seen) };
  const notes = isWhole ? [] : [createNote('sweep_incomplete', 'list', name, detail)];
  await replaceNotes(db, `list:${name}`, notes, now);
  await stateOf(name).write(db, {
    ...{ sweep: null, number, sweptAt: begunAt, wholeAt: isWhole ? begunAt : before.wholeAt },
    nextAt: Math.max(begunAt + list.intervalMs, now),
  });
}

/** The list is read again from its beginning, after a sweep that is in progress. */
export async function makeListDue(db: StoreKeeperDb, name: ListName): Promise<void> {
  await stateOf(name).write(db, { ...(await stateOf(name).read(db)), nextAt: 0 });
}

/** Up to when a list was read, in milliseconds since the epoch; null where no reading of it has ended. */
export async function readListTime(db: StoreKeeperDb, name: ListName): Promise<number | null> {
  const { wholeAt, sweptAt } = await stateOf(name).read(db);
  return wholeAt ?? sweptAt;
}

/** How far the sweep in progress is; null where there is none. */
export async function readListProgress(db: StoreKeeperDb, name: ListName, now: number): Promise<StreamProgress | null> {
  const { sweep } = await stateOf(name).read(db);
  if (sweep === null) return null;
  const { position: done, total: of, begunAt } = sweep;
  const leftMs = of === null || done === 0 ? null : ((now - begunAt) / done) * Math.max(0, of - done);
  return { done, of, expectedEnd: leftMs === null ? null : localTimestamp(now + Math.round(Math.max(0, leftMs))) };
}
