import { closeSync, existsSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Caller } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import { renameFile } from '../../base/rename-file.ts';
import { StoreError } from '../../store/store-error.ts';
import type { CopiedRecords, CopyReading, CopySource } from '../copy-source.ts';
import type { PlatformCalls } from '../platform-calls.ts';
import { PlatformError } from '../platform-error.ts';

/** An answer from the copy, with the time when its records were read. */
export interface CopiedAnswer<Answer> {
  readonly answer: Answer;
  /** `null` if unknown. */
  readonly readAt: number | null;
}

interface ReadingControl extends Pick<CopyReading, 'reportOutcome'> {
  readonly stop: AbortSignal;
}

/** The database of a copy, and the draft that replaces it if the platform has to be read from the beginning. */
export interface StoredCopy {
  /** `null` if no complete copy exists yet. */
  answer<A>(
    call: keyof PlatformCalls,
    ask: (answers: Partial<PlatformCalls>) => Promise<A>,
  ): Promise<CopiedAnswer<A> | null>;
  isComplete(): boolean;
  /** Returns when the records that the call needs were last read; `null` if unknown. */
  getReadAt(call: keyof PlatformCalls): Promise<number | null>;
  /**
   * Continues reading until `stop` aborts. Must not run twice at a time. Throws `PlatformError`; records read until
   * then stay.
   */
  continueReading(caller: Caller, control?: ReadingControl): Promise<void>;
  /** Runs `work` on the records that are being read; `null` while the draft replaces them. */
  use<Result>(work: (records: CopiedRecords) => Promise<Result>): Promise<Result | null>;
  close(): Promise<void>;
}

export interface StoredCopyDeps {
  /** Path of the database. Its folder must exist. */
  readonly file: string;
  readonly clock: Clock;
  readonly source: Pick<CopySource, 'open'>;
  /** Throws `PlatformError` if the disk quota is reached. Default: no quota. */
  readonly assertRoom?: () => void;
}

/** Opens a copy. Removes an unusable file, because it is only a copy. */
export async function openStoredCopy(deps: StoredCopyDeps): Promise<StoredCopy> {
  const { file, assertRoom = () => undefined } = deps;
  const draftFile = `${file}.draft`;
  const closing = new AbortController();
  let reading = closing.signal;
  let reportOutcome: CopyReading['reportOutcome'] = () => undefined;
  /** `null` while the draft replaces it, and after a first reading that cannot continue. */
  let live: OpenRecords | null = await openLive();
  let draft: OpenRecords | null = null;

  async function openLive(): Promise<OpenRecords> {
    // The program ended after the draft was complete, before the rename.
    if (!existsSync(file) && existsSync(draftFile)) await renameFile(draftFile, file);
    await removeDatabase(draftFile);
    return open(file);
  }

  async function open(path: string): Promise<OpenRecords> {
    const records = await openRecords(path, deps);
    // `close` has already run and would not close these records.
    if (closing.signal.aborted) await records.close();
    return records;
  }

  function assertReading(): void {
    if (closing.signal.aborted) throw new PlatformError('unavailable', 'The copy was closed. Try again.');
    if (reading.aborted) throw new PlatformError('unavailable', 'Reading was stopped.');
  }

  function assertCanContinue(): void {
    assertReading();
    assertRoom();
  }

  async function readInto(records: OpenRecords, caller: Caller): Promise<void> {
    assertCanContinue();
    await records.stored.continueReading({
      ...{ caller, signal: reading, reportOutcome, assertCanContinue },
      markComplete: async () => {
        records.isComplete = true;
      },
    });
  }

  async function readIntoDraft(caller: Caller): Promise<void> {
    draft ??= await open(draftFile);
    try {
      await readInto(draft, caller);
    } catch (error) {
      // The draft cannot continue from there. The next reading starts a new one.
      if (isPositionLost(error)) await dropDraft();
      throw error;
    }
    if (draft?.isComplete) await promoteDraft();
  }

  async function dropDraft(): Promise<void> {
    const dropped = draft;
    draft = null;
    await dropped?.close();
    await removeDatabase(draftFile);
  }

  async function promoteDraft(): Promise<void> {
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
      if (live.isComplete) return readIntoDraft(caller);
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
      if (live?.isComplete !== true) return null;
      return askLive(async (records) => {
        const answer = await ask(records.answers);
        return { answer, readAt: await records.getReadAt(call) };
      });
    },
    isComplete: () => live?.isComplete === true && !closing.signal.aborted,
    getReadAt: (call) => askLive((records) => records.getReadAt(call)),
    async continueReading(caller, control) {
      reading = control === undefined ? closing.signal : AbortSignal.any([closing.signal, control.stop]);
      reportOutcome = control?.reportOutcome ?? reportOutcome;
      try {
        await (draft === null ? readLive(caller) : readIntoDraft(caller));
      } catch (error) {
        // If the reading was stopped, hides the error of a closed file or an aborted call.
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
  isComplete: boolean;
  /** Runs `work` on the records. They are not closed before it is done. */
  use<Result>(work: (records: CopiedRecords) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

async function openRecords(file: string, { source, clock }: StoredCopyDeps): Promise<OpenRecords> {
  const records = await openUsable();
  const inUse = new Set<Promise<unknown>>();
  let closing: Promise<void> | null = null;

  async function openUsable(): Promise<CopiedRecords> {
    try {
      createPrivateFile(file);
      return await source.open(file, clock);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      await removeDatabase(file);
      createPrivateFile(file);
      return source.open(file, clock);
    }
  }

  return {
    stored: records,
    isComplete: await records.isComplete(),
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

/** Creates the file first, because SQLite would create it with wider permissions. */
function createPrivateFile(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}

/** Removes the write-ahead log too: SQLite would apply it to the next database with this name. */
async function removeDatabase(file: string): Promise<void> {
  for (const part of [`${file}-wal`, `${file}-shm`, file]) await rm(part, { force: true });
}

/** Whether the feed cannot continue from the position, or disagrees with the list. */
function isPositionLost(error: unknown): boolean {
  return error instanceof PlatformError && error.code === 'position_lost';
}
