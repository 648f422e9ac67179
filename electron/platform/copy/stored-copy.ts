import { COPY_PROBLEMS } from '../../../shared/copy-problems.ts';
import type { Caller } from '../../base/caller.ts';
import { StoreError } from '../../store/store-error.ts';
import type { CopiedRecords, CopyReading } from '../copy-source.ts';
import type { PlatformCalls } from '../platform-calls.ts';
import { PlatformError } from '../platform-error.ts';
import {
  findGenerations,
  type Generation,
  type GenerationLocation,
  openGeneration,
  removeGeneration,
} from './copy-generation.ts';

/** An answer out of the copy, with the moment up to which it was read. */
export interface CopiedAnswer<Answer> {
  readonly answer: Answer;
  /** Null where that is not known. */
  readonly readAt: number | null;
}

interface ReadingControl extends Pick<CopyReading, 'noteOutcome'> {
  readonly stop: AbortSignal;
}

/** The stored part of a copy: the one that answers, and the one that grows beside it. */
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
  /** Runs work on what is read now; null where nothing has been begun. */
  use<Result>(work: (records: CopiedRecords) => Promise<Result>): Promise<Result | null>;
  bytes(): number;
  close(): Promise<void>;
}

/** Of all copies of the data folder together: room for a million products or orders, and a bound to what fills the disk. */
const MAX_BYTES = 4 * 1024 ** 3;

/** Opens what is there; a file that cannot be used is removed, for it is a copy. */
export async function openStoredCopy(
  location: GenerationLocation & {
    readonly maxBytes?: number;
    /** What the other copies of the data folder take. Default: there are none. */
    readonly bytesBeside?: () => number;
  },
): Promise<StoredCopy> {
  const { folder, mark, maxBytes = MAX_BYTES, bytesBeside = () => 0 } = location;
  let isClosed = false;
  const closing = new AbortController();
  let reading = closing.signal;
  let noteOutcome: CopyReading['noteOutcome'] = () => undefined;
  /** The one that answers. */
  let live: Generation | null = null;
  /** The one that is not whole yet. */
  let filling: Generation | null = null;

  for (const number of await findGenerations(location)) {
    const generation = await openIfUsable(number);
    if (generation === null) continue;
    const isWhole = await generation.records.isWhole();
    const outdated = [filling, ...(isWhole ? [live] : [])];
    for (const older of outdated) await older?.discard();
    filling = isWhole ? null : generation;
    if (isWhole) live = generation;
  }

  async function openIfUsable(number: number): Promise<Generation | null> {
    try {
      return await openGeneration(location, number);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      await removeGeneration(folder, mark, number);
      return null;
    }
  }

  function expectOn(): void {
    if (isClosed) throw new PlatformError('unavailable', 'The copy is no longer kept.');
    if (reading.aborted) throw new PlatformError('unavailable', 'Reading was stopped.');
  }

  function ownBytes(): number {
    return [live, filling].reduce((sum, generation) => sum + (generation?.bytes() ?? 0), 0);
  }

  function expectRoom(): void {
    expectOn();
    if (ownBytes() + bytesBeside() <= maxBytes) return;
    throw new PlatformError('invalid_answer', COPY_PROBLEMS.full);
  }

  async function begin(): Promise<Generation> {
    expectOn();
    const generation = await openGeneration(location, (live?.number ?? 0) + 1);
    // Nobody would close it any more.
    if (isClosed) await generation.discard();
    expectOn();
    return generation;
  }

  async function becomeWhole(generation: Generation): Promise<void> {
    if (generation === live) return;
    const before = live;
    live = generation;
    filling = null;
    await before?.discard();
  }

  async function readInto(generation: Generation, caller: Caller): Promise<void> {
    expectRoom();
    await generation.records.readOn({
      ...{ caller, signal: reading, noteOutcome },
      expectOn: expectRoom,
      becomeWhole: () => becomeWhole(generation),
    });
  }

  async function fill(generation: Generation, caller: Caller): Promise<void> {
    filling = generation;
    try {
      await readInto(generation, caller);
    } catch (error) {
      // It can never continue from there: the next reading starts over.
      if (isAstray(error) && filling === generation) {
        filling = null;
        await generation.discard();
      }
      throw error;
    }
  }

  async function readOnWith(caller: Caller): Promise<void> {
    if (live === null || filling !== null) return fill(filling ?? (await begin()), caller);
    try {
      await readInto(live, caller);
    } catch (error) {
      if (!isAstray(error)) throw error;
      await fill(await begin(), caller);
    }
  }

  async function useLive<Result>(work: (records: CopiedRecords) => Promise<Result>) {
    const generation = live;
    return generation === null || isClosed ? null : generation.use(work);
  }

  return {
    answer: (call, ask) =>
      useLive(async (records) => {
        const answer = await ask(records.answers);
        return { answer, readAt: await records.readAt(call) };
      }),
    isWhole: () => live !== null && !isClosed,
    readAt: (call) => useLive((records) => records.readAt(call)),
    async readOn(caller, control) {
      reading = control === undefined ? closing.signal : AbortSignal.any([closing.signal, control.stop]);
      noteOutcome = control?.noteOutcome ?? noteOutcome;
      try {
        await readOnWith(caller);
      } catch (error) {
        // Instead of the error of a file that was closed meanwhile, or of a call that was broken off.
        expectOn();
        throw error;
      }
    },
    async use(work) {
      const generation = filling ?? live;
      return generation === null || isClosed ? null : generation.use(work);
    },
    bytes: ownBytes,
    async close() {
      isClosed = true;
      closing.abort();
      await Promise.all([live?.close(), filling?.close()]);
    },
  };
}

/** The feed cannot continue from there, or does not lead to what the list has. */
function isAstray(error: unknown): boolean {
  return error instanceof PlatformError && error.code === 'position_lost';
}
