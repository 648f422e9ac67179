import { ageOf } from '../../base/age-of.ts';
import type { Clock } from '../../base/clock.ts';
import { PlatformError } from '../platform-error.ts';

export interface Connectivity {
  /** Whether a call failed to connect in the last seconds. Other calls then need not wait for the same failure. */
  isLost(): boolean;
  /** Whether the last call failed to connect, however long ago. */
  wasLost(): boolean;
  /** Calls the platform and records whether it could be reached. */
  ask<Answer>(call: () => Promise<Answer>): Promise<Answer>;
  /** Records the outcome of a call: its error, or `null`. */
  note(error: unknown): void;
}

/** Longer than the refresh interval of a copy in use. */
const LOST_MS = 30_000;

/** For all users. Only a failed connection counts as lost. */
export function createConnectivity(clock: Pick<Clock, 'now'>): Connectivity {
  return createMemory(clock, (error) => error.isUnreached, null);
}

/** For one user. Failures that affect only this user do not change the shared state. */
export function createOwnConnectivity(shared: Connectivity, clock: Pick<Clock, 'now'>): Connectivity {
  return createMemory(clock, isAbsence, shared);
}

function createMemory(
  clock: Pick<Clock, 'now'>,
  isLoss: (error: PlatformError) => boolean,
  shared: Connectivity | null,
): Connectivity {
  let lostAt: number | null = null;

  function note(error: unknown): void {
    shared?.note(error);
    if (error === null) lostAt = null;
    // A fault on this computer says nothing about the connection, nor does another user's timeout.
    else if (!(error instanceof PlatformError)) return;
    else if (isLoss(error)) lostAt = clock.now();
    else if (!isAbsence(error)) lostAt = null;
  }

  return {
    isLost: () => (lostAt !== null && ageOf(clock, lostAt) < LOST_MS) || shared?.isLost() === true,
    wasLost: () => lostAt !== null || shared?.wasLost() === true,
    note,
    async ask(call) {
      try {
        const answer = await call();
        note(null);
        return answer;
      } catch (error) {
        note(error);
        throw error;
      }
    },
  };
}

/** Whether there was no answer, or none in time. A refusal is an answer. */
export function isAbsence(error: unknown): boolean {
  return error instanceof PlatformError && (error.code === 'unavailable' || error.code === 'timeout');
}
