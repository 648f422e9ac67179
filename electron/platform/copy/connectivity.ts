import { ageOf } from '../../base/age-of.ts';
import type { Clock } from '../../base/clock.ts';
import { PlatformError } from '../platform-error.ts';

/** Whether a deployment can be reached, as the last calls found it. */
export interface Connectivity {
  /** True for some seconds after a call found nobody: until then nobody needs to wait for the same once more. */
  isLost(): boolean;
  /** Whether the last call found nobody, however long ago. */
  wasLost(): boolean;
  /** Runs a call of the deployment and learns from what comes of it. */
  ask<Answer>(call: () => Promise<Answer>): Promise<Answer>;
}

/**
 * The same, as one user finds it: what fails for them alone is nobody else's. What it runs asks the deployment through
 * the reach of everybody.
 */
export type OwnConnectivity = Connectivity;

/** Longer than a copy that is used waits until it asks again and is told that nobody is there. */
const LOST_MS = 30_000;

/** That of everybody: only a connection that fails marks it lost. */
export function createConnectivity(clock: Pick<Clock, 'now'>): Connectivity {
  return remembering(clock, (error) => error.isUnreached);
}

export function createOwnConnectivity(reach: Connectivity, clock: Pick<Clock, 'now'>): OwnConnectivity {
  const own = remembering(clock, isAbsence);
  return {
    isLost: () => reach.isLost() || own.isLost(),
    wasLost: () => reach.wasLost() || own.wasLost(),
    ask: own.ask,
  };
}

function remembering(clock: Pick<Clock, 'now'>, isLoss: (error: PlatformError) => boolean): Connectivity {
  let lostAt: number | null = null;

  /** What says nothing of it, such as a deadline that passed or a fault on this computer, leaves it as it was. */
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

/** Nobody answered, or not in time, or not in their right mind; whoever refuses is there. Says nothing of other calls. */
export function isAbsence(error: unknown): boolean {
  return error instanceof PlatformError && (error.code === 'unavailable' || error.code === 'timeout');
}
