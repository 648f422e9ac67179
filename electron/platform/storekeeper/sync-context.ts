import type { Clock } from '../../base/clock.ts';
import type { StoreKeeperDb } from '../../store/copies/storekeeper-copy-store.ts';
import { PlatformError } from '../platform-error.ts';
import type { AnswerOf, ArgumentsOf, StoreKeeperFunction } from './functions.ts';
import type { Offers } from './offers.ts';
import type { StoreKeeperSession } from './session.ts';

/** What the reading of an account works with. */
export interface SyncContext {
  readonly db: StoreKeeperDb;
  readonly session: Pick<StoreKeeperSession, 'call' | 'isChannel'>;
  readonly offers: Offers;
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly signal: AbortSignal;
  /** Throws `PlatformError` where the copy is no longer wanted, or there is no room for more of it. Before each write. */
  readonly expectOn: () => void;
  /** Tells what became of a call: null, or the error. */
  readonly noteOutcome: (error: unknown) => void;
}

/**
 * One sort of record that is read by itself, step by step. All that it knows is in the store, so that it goes on there after
 * a kill: each step is a call, or a few at once, and what came is written in one transaction with how far reading has got.
 */
export interface Task {
  readonly name: string;
  /** When its next step is due, in milliseconds since the epoch; null where it has nothing to read. */
  dueAt(): Promise<number | null>;
  /** Throws `PlatformError`; what was read before stays. */
  step(): Promise<void>;
}

/** A call of the session, of which it is remembered whether the account has the function at all. */
export async function ask<F extends StoreKeeperFunction>(
  { session, offers, signal, noteOutcome }: SyncContext,
  name: F,
  args: ArgumentsOf<F>,
): Promise<AnswerOf<F>> {
  try {
    const answer = await session.call(name, args, { signal });
    noteOutcome(null);
    await offers.noteAnswer(name);
    return answer;
  } catch (error) {
    // What StoreKeeper fails to answer says nothing of whether it can be reached.
    if (error instanceof PlatformError && error.isUnreached && !signal.aborted) noteOutcome(error);
    throw error;
  }
}
