import type { CopyStatus } from '../../shared/contract/connection.ts';
import type { Caller } from '../base/caller.ts';
import type { Clock } from '../base/clock.ts';
import type { PlatformCalls } from './platform-calls.ts';

/** A kind of copied platform: how to read it, and which calls its copy answers. */
export interface CopySource {
  /** The calls that a copy answers once it is complete. The platform answers the others. */
  readonly calls: ReadonlySet<keyof PlatformCalls>;
  /** Whether the platform itself cannot answer any of `calls`. */
  readonly isCopyOnly: boolean;
  /** Older records are refreshed before the call is answered. `Infinity`: never, the answer states its age. */
  getMaxAgeMs(call: keyof PlatformCalls): number;
  /** Opens the records in `file` or creates the file. Throws `StoreError`. */
  open(file: string, clock: Clock): Promise<CopiedRecords>;
}

/** The stored records of one user's copy. The user may see all of them, so no rights are checked here. */
export interface CopiedRecords {
  /** Answers `CopySource.calls`. Every caller is treated as the user whose copy it is. */
  readonly answers: Partial<PlatformCalls>;
  /** Returns when the records that a call needs were last read; `null` if never. */
  getReadAt(call: keyof PlatformCalls): Promise<number | null>;
  /**
   * Reads until nothing is due. Must not run twice at a time. What was read before a failure or a kill stays. Throws
   * `PlatformError`; after `position_lost`, reading starts over into a draft while these records answer.
   */
  continueReading(reading: CopyReading): Promise<void>;
  /** Marks everything as due, including what was read just now. */
  markAllDue(): Promise<void>;
  isComplete(): Promise<boolean>;
  getStatus(): Promise<CopiedStatus>;
  close(): Promise<void>;
}

/** The part of the status on the page Data source that the records provide. */
export type CopiedStatus = Omit<CopyStatus, 'state' | 'problem' | 'triesAgainAt' | 'confirmedAt' | 'bytes'>;

export interface CopyReading {
  /** The user with rights that were just confirmed, and their credential. */
  readonly caller: Caller;
  /** Aborted when the copy is closed, stopped or removed. */
  readonly signal: AbortSignal;
  /**
   * Called before each write. Throws `PlatformError` if nobody needs the copy any longer or the disk quota is reached.
   */
  assertCanContinue(): void;
  /** Reports the outcome of a step that called the platform: its error, or `null`. */
  reportOutcome(error: unknown): void;
  /** Called when `isWhole` becomes true, possibly more than once. These records answer from then on. */
  markComplete(): Promise<void>;
}
