import { getAgeMs } from '../../base/age-of.ts';
import type { Clock } from '../../base/clock.ts';
import { PlatformError } from '../platform-error.ts';

export interface Connectivity {
  /** Whether a call failed to connect in the last seconds. Other calls then need not wait for the same failure. */
  isRecentlyLost(): boolean;
  /** Whether the last call failed to connect, however long ago. */
  isLost(): boolean;
  /** Calls the platform and records whether it could be reached. */
  ask<Answer>(call: () => Promise<Answer>): Promise<Answer>;
  /** Records the outcome of a call: its error, or `null`. */
  recordOutcome(error: unknown): void;
}

/** Longer than the refresh interval of a copy in use. */
const LOST_MS = 30_000;

/** Creates the state shared by all users. Only a failed connection counts as lost. */
export function createConnectivity(clock: Pick<Clock, 'now'>): Connectivity {
  return createTracker(clock, (error) => error.isUnreached, null);
}

/** Creates the state of one user. Failures that affect only this user do not change the shared state. */
export function createUserConnectivity(shared: Connectivity, clock: Pick<Clock, 'now'>): Connectivity {
  return createTracker(clock, isUnreachable, shared);
}

function createTracker(
  clock: Pick<Clock, 'now'>,
  isLoss: (error: PlatformError) => boolean,
  shared: Connectivity | null,
): Connectivity {
  let lostAt: number | null = null;

  function recordOutcome(error: unknown): void {
    shared?.recordOutcome(error);
    if (error === null) lostAt = null;
    // A fault on this computer says nothing about the connection, nor does another user's timeout.
    else if (!(error instanceof PlatformError)) return;
    else if (isLoss(error)) lostAt = clock.now();
    else if (!isUnreachable(error)) lostAt = null;
  }

  return {
    isRecentlyLost: () => (lostAt !== null && getAgeMs(clock, lostAt) < LOST_MS) || shared?.isRecentlyLost() === true,
    isLost: () => lostAt !== null || shared?.isLost() === true,
    recordOutcome,
    async ask(call) {
      try {
        const answer = await call();
        recordOutcome(null);
        return answer;
      } catch (error) {
        recordOutcome(error);
        throw error;
      }
    },
  };
}

/** Whether there was no answer, or none in time. A refusal is an answer. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof PlatformError && (error.code === 'unavailable' || error.code === 'timeout');
}
