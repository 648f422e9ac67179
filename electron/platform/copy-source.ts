import type { CopyStatus } from '../../shared/contract/connection.ts';
import type { Caller } from '../base/caller.ts';
import type { Clock } from '../base/clock.ts';
import type { PlatformCalls } from './platform-calls.ts';

/** What differs between the platforms that are copied: how one is read, and what its copy answers. */
export interface CopySource {
  /** The calls that a copy answers once it is whole; the others are the platform's. */
  readonly calls: ReadonlySet<keyof PlatformCalls>;
  /** Whether the platform itself answers none of them. */
  readonly isAloneInAnswering: boolean;
  /** What a call reads and is older is read on before it answers. `Infinity`: it answers as it is, with its age. */
  mostAgeMs(call: keyof PlatformCalls): number;
  /** Opens what is stored in `file`, and creates it where it does not exist. Throws `StoreError`. */
  open(file: string, clock: Clock): Promise<CopiedRecords>;
}

/** The stored records of one user's copy. All of them are that user's: nothing is kept from a reader of the copy. */
export interface CopiedRecords {
  /** The calls of `CopySource.calls`; every caller is answered as the reader of the copy. */
  readonly answers: Partial<PlatformCalls>;
  /** Up to when the records that a call reads were read; null where they never were. */
  readAt(call: keyof PlatformCalls): Promise<number | null>;
  /**
   * Reads on until nothing is due. Run once at a time; what was read before a failure or a kill stays. Throws
   * `PlatformError`; after `position_lost` new records are read beside those that answer.
   */
  readOn(reading: CopyReading): Promise<void>;
  /** Makes everything due, also what was read a moment ago. */
  readAgain(): Promise<void>;
  isWhole(): Promise<boolean>;
  status(): Promise<CopiedStatus>;
  close(): Promise<void>;
}

/** What the records themselves say on the page Data source. */
export type CopiedStatus = Omit<CopyStatus, 'state' | 'problem' | 'triesAgainAt' | 'confirmedAt' | 'bytes'>;

export interface CopyReading {
  /** With rights that were confirmed just now, and the credential that acts for them. */
  readonly caller: Caller;
  /** Aborted when the copy is closed, stopped or removed. */
  readonly signal: AbortSignal;
  /** Throws `PlatformError` where nobody needs the copy any more, or there is no room for more of it. Before each write. */
  expectOn(): void;
  /** Tells what became of a step that asked the platform, where a reading goes on after it: null, or the error. */
  noteOutcome(error: unknown): void;
  /** Called once `isWhole` answers true, and perhaps again: from then on these records answer. */
  becomeWhole(): Promise<void>;
}
