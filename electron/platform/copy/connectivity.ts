import { ageOf } from '../../base/age-of.ts';
import type { Clock } from '../../base/clock.ts';
import { PlatformError } from '../platform-error.ts';

export interface Connectivity {
  /** True for some seconds after a call could not connect: until then other calls need not wait for the same. */
  isLost(): boolean;
  /** Whether the last call could not connect, however long ago. */
  wasLost(): boolean;
  /** Runs a call of the platform and notes whether it could be reached. */
  ask<Answer>(call: () => Promise<Answer>): Promise<Answer>;
  /** The outcome of a call of the platform: its error, or `null`. */
  note(error: unknown): void;
}

/** Longer than an active copy waits until it asks again. */
const LOST_MS = 30_000;

/** For all users: only a connection that fails counts as lost. */
export function createConnectivity(clock: Pick<Clock, 'now'>): Connectivity {
  return createMemory(clock, (error) => error.isUnreached, null);
}

/** As one user finds it: what fails only for them concerns nobody else. */
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
    // A fault on this computer says nothing of the connection, nor does a deadline that passed for somebody else.
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

/** No answer, or none in time. A refusal is an answer. */
export function isAbsence(error: unknown): boolean {
  return error instanceof PlatformError && (error.code === 'unavailable' || error.code === 'timeout');
}
