import { formatTimestamp } from '../../../shared/calendar.ts';
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
import { createJsonFact } from './facts.ts';
import type { ListAnswer, ListRequest } from './functions.ts';
import { LISTS, type ListName, type ListRow } from './lists.ts';
import { createNote } from './notes.ts';
import { REFUSALS, readMissingUntil } from './offers.ts';
import { getRowId } from './records.ts';
import { callFunction, type SyncContext, type Task } from './sync-context.ts';

const PAGE_SIZE = 100;

/** Progress of reading a list. */
interface Sweep {
  readonly number: number;
  readonly begunAt: number;
  readonly position: number;
  /** Id of the last row; `null` if the next page does not overlap. */
  readonly lastRow: number | null;
  readonly total: number | null;
  /** Whether rows before the position were inserted or removed during the sweep. */
  readonly hasShifted: boolean;
}

interface ListState {
  readonly sweep: Sweep | null;
  readonly number: number;
  /** Start of the last finished sweep and of the last one that saw every row; `null` if there was none. */
  readonly sweptAt: number | null;
  readonly wholeAt: number | null;
  readonly nextAt: number;
}

const NEVER_READ: ListState = { sweep: null, number: 0, sweptAt: null, wholeAt: null, nextAt: 0 };

const getState = (name: ListName) => createJsonFact<ListState>(`list ${name}`, NEVER_READ);

/** Reads a list page by page, sorted by id, again and again, because nothing reports changes. */
export function createListTask(context: SyncContext, name: ListName): Task {
  const { db, clock, offers } = context;
  const list = LISTS[name];

  return {
    name,

    async getDueAt() {
      const missingUntil = await readMissingUntil(db, list.functions);
      if (missingUntil !== null) return missingUntil;
      const { sweep, nextAt } = await getState(name).read(db);
      // After the clock was set back it would be due too late.
      return sweep !== null || nextAt - clock.now() > list.intervalMs ? 0 : nextAt;
    },

    async runStep() {
      const state = await getState(name).read(db);
      const sweep = state.sweep ?? beginSweep(state.number + 1, clock.now());
      const answer = await readPage(createRequest(sweep));
      context.assertCanContinue();
      await inCopyTransaction(db, async (transaction) => {
        const newRows = await writePage(transaction, name, answer.rows, { sweep, readAt: clock.now() });
        const after = advance(sweep, answer);
        const isOver = isSweepOver(after, newRows);
        if (isOver) await endSweep(transaction, name, after, clock.now());
        else await getState(name).write(transaction, { ...state, sweep: after });
      });
    },
  };

  /** Uses the first function that the account has and does not refuse. Throws the last error. */
  async function readPage(request: ListRequest): Promise<ListAnswer> {
    let failure: unknown = new PlatformError('rejected', 'The account has no function to read this list.');
    for (const one of list.functions) {
      if (await offers.isMissing(one)) continue;
      try {
        return await callFunction(context, one, request);
      } catch (error) {
        failure = error;
        if (!(error instanceof PlatformError)) throw error;
        const isMissing = await offers.recordFailure(one, error);
        if (!isMissing && !REFUSALS.has(error.code)) throw error;
      }
    }
    throw failure;
  }
}

function beginSweep(number: number, begunAt: number): Sweep {
  return { number, begunAt, position: 0, lastRow: null, total: null, hasShifted: false };
}

/** Each page starts with the last row of the previous one, to notice that the list has moved. */
function createRequest({ position, lastRow }: Sweep): ListRequest {
  return { start: lastRow === null ? position : position - 1, limit: PAGE_SIZE, order: [{ name: 'id', dir: 'asc' }] };
}

/** A page can be shorter than requested. The next one continues after its last row. */
function advance(sweep: Sweep, { rows, total }: ListAnswer): Sweep {
  const isOverlapping = sweep.lastRow !== null;
  const hasShifted = sweep.hasShifted || (isOverlapping && getRowId(rows[0]) !== sweep.lastRow);
  const position = sweep.position + Math.max(0, rows.length - (isOverlapping ? 1 : 0));
  // A page with one row would overlap with itself forever.
  const lastRow = rows.length > 1 ? getRowId(rows.at(-1)) : null;
  return { ...sweep, position, lastRow, total, hasShifted };
}

/** A list ends at its total or at a page without new rows: a server that ignores paging never reaches its total. */
function isSweepOver({ position, total }: Sweep, newRows: number): boolean {
  return newRows === 0 || (total !== null && position >= total);
}

/** Returns how many rows this sweep had not seen yet. Rows without an id are left out with a note. */
async function writePage(
  db: StoreKeeperDb,
  name: ListName,
  rows: readonly unknown[],
  { sweep, readAt }: { readonly sweep: Sweep; readonly readAt: number },
): Promise<number> {
  const list = LISTS[name];
  const byId = new Map<number, ListRow>();
  for (const [at, raw] of rows.entries()) {
    const id = getRowId(raw) ?? (list.isOneRecord ? at + 1 : null);
    if (id !== null) byId.set(id, { id, raw });
  }
  const known = await readSeenRows(db, name, [...byId.keys()]);
  const written = await list.write(db, [...byId.values()], { sweep: sweep.number, known, readAt });
  const seen = [...byId.keys()].map((row_id) => ({
    ...{ list: name, row_id, sweep: sweep.number, record_id: written.records?.get(row_id) ?? row_id },
  }));
  await writeSeenRows(db, seen);
  const notes = new Map<string, readonly NewNote[]>(written.notes);
  const lost = rows.filter((row) => getRowId(row) === null).length;
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
  const before = await getState(name).read(db);
  const seen = await countSeenRows(db, name, number);
  const isWhole = total !== null && seen === total && !hasShifted;
  if (isWhole) await list.removeUnseen?.(db, await removeUnseenRows(db, name, number));
  await list.finish?.(db, now);
  const detail = { given: total === null ? '' : String(total), written: String(seen) };
  const notes = isWhole ? [] : [createNote('sweep_incomplete', 'list', name, detail)];
  await replaceNotes(db, `list:${name}`, notes, now);
  await getState(name).write(db, {
    ...{ sweep: null, number, sweptAt: begunAt, wholeAt: isWhole ? begunAt : before.wholeAt },
    nextAt: Math.max(begunAt + list.intervalMs, now),
  });
}

/** Makes the list due again, after a sweep in progress. */
export async function makeListDue(db: StoreKeeperDb, name: ListName): Promise<void> {
  await getState(name).write(db, { ...(await getState(name).read(db)), nextAt: 0 });
}

/** Returns when a list was last read, in milliseconds since the epoch; `null` if no reading has finished. */
export async function readListTime(db: StoreKeeperDb, name: ListName): Promise<number | null> {
  const { wholeAt, sweptAt } = await getState(name).read(db);
  return wholeAt ?? sweptAt;
}

/** Progress of the current sweep; `null` if there is none. */
export async function readListProgress(db: StoreKeeperDb, name: ListName, now: number): Promise<StreamProgress | null> {
  const { sweep } = await getState(name).read(db);
  if (sweep === null) return null;
  const { position: done, total: of, begunAt } = sweep;
  const leftMs = of === null || done === 0 ? null : ((now - begunAt) / done) * Math.max(0, of - done);
  return { done, of, expectedEnd: leftMs === null ? null : formatTimestamp(now + Math.round(Math.max(0, leftMs))) };
}
