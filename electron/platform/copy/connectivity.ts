import { ageOf } from '../../base/age-of.ts';
import type { Clock } from '../../base/clock.ts';
import { PlatformError } from '../platform-error.ts';

export interface Connectivity {
  /** True for some seconds after a call could not connect: until then other calls need not wait for the same. */
  isLost(): boolean;
  /** Whether the last call could not connect, however long ago. */
  wasLost(): boolean;
  /** Runs a call of the deployment and notes whether it could be reached. */
  ask<Answer>(call: () => Promise<Answer>): Promise<Answer>;
}

/** Longer than an active copy waits until it asks again. */
const LOST_MS = 30_000;

/** For all users: only a connection that fails counts as lost. */
export function createConnectivity(clock: Pick<Clock, 'now'>): Connectivity {
  return remembering(clock, (error) => error.isUnreached);
}

/** As one user finds it: what fails for them alone concerns nobody else. */
export function createOwnConnectivity(connectivity: Connectivity, clock: Pick<Clock, 'now'>): Connectivity {
  const own = remembering(clock, isAbsence);
  return {
    isLost: () => connectivity.isLost() || own.isLost(),
    wasLost: () => connectivity.wasLost() || own.wasLost(),
    ask: own.ask,
  };
}

function remembering(clock: Pick<Clock, 'now'>, isLoss: (error: PlatformError) => boolean): Connectivity {
  let lostAt: number | null = null;

  /** A deadline that passed, or a fault on this computer, changes nothing. */
  function learn(error: unknown): void {
    if (!(error instanceof PlatformError)) return;
    if (isLoss(error)) lostAt = clock.now();
    else if (!isAbsence(error)) lostAt = null;
  }

  return {
    isLost: () => lostAt !== null && ageOf(clock, lostAt) < LOST_MS,
    wasLost: () => lostAt !== null,
    async ask(call) {
      try {
        const answer = await call();
        lostAt = null;
        return answer;
      } catch (error) {
        learn(error);
        throw error;
      }
    },
  };
}

/** No answer, or none in time. A refusal is an answer. */
export function isAbsence(error: unknown): boolean {
  return error instanceof PlatformError && (error.code === 'unavailable' || error.code === 'timeout');
}
