import type { Clock } from '../../base/clock.ts';
import type { StoreKeeperDb } from '../../store/copies/storekeeper-copy-store.ts';
import { PlatformError } from '../platform-error.ts';
import type { AnswerOf, ArgumentsOf, StoreKeeperFunction } from './functions.ts';
import type { Offers } from './offers.ts';
import type { StoreKeeperSession } from './session.ts';

/** Dependencies of reading an account. */
export interface SyncContext {
  readonly db: StoreKeeperDb;
  readonly session: Pick<StoreKeeperSession, 'call' | 'isChannel'>;
  readonly offers: Offers;
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly signal: AbortSignal;
  /**
   * Called before each write. Throws `PlatformError` if nobody needs the copy any longer or the disk quota is reached.
   */
  readonly assertCanContinue: () => void;
  /** Reports the outcome of a call: its error, or `null`. */
  readonly reportOutcome: (error: unknown) => void;
}

/**
 * Reads one kind of record step by step. All state is in the store, so that it continues after a kill: each step makes
 * one or a few calls and writes their results and its progress in one transaction.
 */
export interface Task {
  readonly name: string;
  /** Returns when the next step is due, in milliseconds since the epoch; `null` if there is nothing to read. */
  getDueAt(): Promise<number | null>;
  /** Throws `PlatformError`. Earlier steps stay. */
  runStep(): Promise<void>;
}

/** Calls a function and records that the account has it. */
export async function callFunction<F extends StoreKeeperFunction>(
  { session, offers, signal, reportOutcome }: SyncContext,
  name: F,
  args: ArgumentsOf<F>,
): Promise<AnswerOf<F>> {
  try {
    const answer = await session.call(name, args, { signal });
    reportOutcome(null);
    await offers.recordAnswer(name);
    return answer;
  } catch (error) {
    // A failed call says nothing about the connection unless StoreKeeper could not be reached.
    if (error instanceof PlatformError && error.isUnreached && !signal.aborted) reportOutcome(error);
    throw error;
  }
}
