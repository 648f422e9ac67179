import { closeSync, existsSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Caller } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import { renameFile } from '../../base/rename-file.ts';
import { StoreError } from '../../store/store-error.ts';
import type { CopiedRecords, CopyReading, CopySource } from '../copy-source.ts';
import type { PlatformCalls } from '../platform-calls.ts';
import { PlatformError } from '../platform-error.ts';

/** An answer out of the copy, with the time up to which it was read. */
export interface CopiedAnswer<Answer> {
  readonly answer: Answer;
  /** Null where that is not known. */
  readonly readAt: number | null;
}

interface ReadingControl extends Pick<CopyReading, 'noteOutcome'> {
  readonly stop: AbortSignal;
}

/** The database of a copy, and the draft that takes its place when the platform has to be read from the beginning. */
export interface StoredCopy {
  /** Null while there is none that is whole. */
  answer<A>(
    call: keyof PlatformCalls,
    ask: (answers: Partial<PlatformCalls>) => Promise<A>,
  ): Promise<CopiedAnswer<A> | null>;
  isWhole(): boolean;
  /** Up to when what the call reads was read; null where that is not known. */
  readAt(call: keyof PlatformCalls): Promise<number | null>;
  /** Reads on, until `stop` aborts. To be run once at a time. Throws `PlatformError`; what was read till then stays read. */
  readOn(caller: Caller, control?: ReadingControl): Promise<void>;
  /** Runs work on what is read now; null while that is being replaced. */
  use<Result>(work: (records: CopiedRecords) => Promise<Result>): Promise<Result | null>;
  close(): Promise<void>;
}

export interface StoredCopyDeps {
  /** The path of the database. Its folder exists. */
  readonly file: string;
  readonly clock: Clock;
  readonly source: Pick<CopySource, 'open'>;
  /** Throws `PlatformError` if there is no room for more. Default: there is. */
  readonly assertRoom?: () => void;
}

/** Opens what is there. A file that cannot be used is removed: it is only a copy. */
export async function openStoredCopy(deps: StoredCopyDeps): Promise<StoredCopy> {
  const { file, assertRoom = () => undefined } = deps;
  const draftFile = `${file}.draft`;
  const closing = new AbortController();
  let reading = closing.signal;
  let noteOutcome: CopyReading['noteOutcome'] = () => undefined;
  /** Null while the draft takes its place, and after a first reading that cannot continue. */
  let live: OpenRecords | null = await openLive();
  let draft: OpenRecords | null = null;

  async function openLive(): Promise<OpenRecords> {
    // The program ended just before the draft, which is whole, took its place.
    if (!existsSync(file) && existsSync(draftFile)) await renameFile(draftFile, file);
    await removeDatabase(draftFile);
    return open(file);
  }

  async function open(path: string): Promise<OpenRecords> {
    const records = await openRecords(path, deps);
    // Nobody would close it any more.
    if (closing.signal.aborted) await records.close();
    return records;
  }

  function assertReading(): void {
    if (closing.signal.aborted) throw new PlatformError('unavailable', 'The copy is no longer kept.');
    if (reading.aborted) throw new PlatformError('unavailable', 'Reading was stopped.');
  }

  function assertOn(): void {
    assertReading();
    assertRoom();
  }

  async function readInto(records: OpenRecords, caller: Caller): Promise<void> {
    assertOn();
    await records.stored.readOn({
      ...{ caller, signal: reading, noteOutcome, expectOn: assertOn },
      becomeWhole: async () => {
        records.isWhole = true;
      },
    });
  }

  async function readAnew(caller: Caller): Promise<void> {
    draft ??= await open(draftFile);
    try {
      await readInto(draft, caller);
    } catch (error) {
      // It can never continue from there: the next reading starts over.
      if (isPositionLost(error)) await dropDraft();
      throw error;
    }
    if (draft?.isWhole) await replaceByDraft();
  }

  async function dropDraft(): Promise<void> {
    const dropped = draft;
    draft = null;
    await dropped?.close();
    await removeDatabase(draftFile);
  }

  async function replaceByDraft(): Promise<void> {
    const replaced = [live, draft];
    live = null;
    draft = null;
    for (const records of replaced) await records?.close();
    assertReading();
    await removeDatabase(file);
    live = await openLive();
  }

  async function readLive(caller: Caller): Promise<void> {
    live ??= await openLive();
    try {
      await readInto(live, caller);
    } catch (error) {
      if (!isPositionLost(error)) throw error;
      if (live.isWhole) return readAnew(caller);
      await live.close();
      live = null;
      await removeDatabase(file);
      throw error;
    }
  }

  async function askLive<Result>(work: (records: CopiedRecords) => Promise<Result>): Promise<Result | null> {
    return live === null || closing.signal.aborted ? null : live.use(work);
  }

  return {
    answer: async (call, ask) => {
      if (live?.isWhole !== true) return null;
      return askLive(async (records) => {
        const answer = await ask(records.answers);
        return { answer, readAt: await records.readAt(call) };
      });
    },
    isWhole: () => live?.isWhole === true && !closing.signal.aborted,
    readAt: (call) => askLive((records) => records.readAt(call)),
    async readOn(caller, control) {
      reading = control === undefined ? closing.signal : AbortSignal.any([closing.signal, control.stop]);
      noteOutcome = control?.noteOutcome ?? noteOutcome;
      try {
        await (draft === null ? readLive(caller) : readAnew(caller));
      } catch (error) {
        // Instead of the error of a file that was closed meanwhile, or of a call that was broken off.
        assertReading();
        throw error;
      }
    },
    use: async (work) => (draft === null ? askLive(work) : draft.use(work)),
    async close() {
      closing.abort();
      await Promise.all([live?.close(), draft?.close()]);
    },
  };
}

interface OpenRecords {
  readonly stored: CopiedRecords;
  isWhole: boolean;
  /** Runs work on the records, which are not closed before it is done. */
  use<Result>(work: (records: CopiedRecords) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

async function openRecords(file: string, { source, clock }: StoredCopyDeps): Promise<OpenRecords> {
  const records = await openUsable();
  const inUse = new Set<Promise<unknown>>();
  let closing: Promise<void> | null = null;

  async function openUsable(): Promise<CopiedRecords> {
    try {
      makePrivate(file);
      return await source.open(file, clock);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      await removeDatabase(file);
      makePrivate(file);
      return source.open(file, clock);
    }
  }

  return {
    stored: records,
    isWhole: await records.isWhole(),
    async use(work) {
      const used = work(records);
      inUse.add(used);
      return used.finally(() => inUse.delete(used));
    },
    close() {
      closing ??= Promise.allSettled(inUse).then(() => records.close());
      return closing;
    },
  };
}

/** Before SQLite makes the file with wider rights. */
function makePrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}

/** With its log: SQLite would apply that to the next database of this name. */
async function removeDatabase(file: string): Promise<void> {
  for (const part of [`${file}-wal`, `${file}-shm`, file]) await rm(part, { force: true });
}

/** The feed cannot continue from there, or does not lead to what the list has. */
function isPositionLost(error: unknown): boolean {
  return error instanceof PlatformError && error.code === 'position_lost';
}
