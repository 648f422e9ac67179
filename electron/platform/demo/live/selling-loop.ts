import type { Clock } from '../../../base/clock.ts';
import type { Random } from '../prng.ts';

export interface SellingState {
  readonly isSelling: boolean;
  /** Actions a minute. */
  readonly perMinute: number;
}

/** The part of the program's log that is written to. */
export interface SellingLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface SellingLoopDeps {
  readonly act: () => Promise<void>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: SellingLog;
}

export interface SellingLoop {
  state(): SellingState;
  /** Takes effect at once; the action under way ends first. */
  change(state: SellingState): Promise<void>;
  /** Ends it for good, the action under way first. */
  stop(): Promise<void>;
}

const MS_PER_MINUTE = 60_000;
const FAILURES_IN_A_ROW = 10;
/** A pause is so much of the average one, at least and at most. */
const SHORTEST = 0.5;
const LONGEST = 1.5;

/** Acts again and again, one action after the other, with pauses that differ. Begins at rest. */
export function createSellingLoop(
  { act, clock, random, log }: SellingLoopDeps,
  perMinute: number,
): SellingLoop {
  let state: SellingState = { isSelling: false, perMinute };
  let isStopped = false;
  let failures = 0;
  let underWay = Promise.resolve();
  let cancelPause = () => {};

  function pause(): void {
    cancelPause();
    if (!state.isSelling) return;
    const part = SHORTEST + (LONGEST - SHORTEST) * random.fraction();
    cancelPause = clock.after((part * MS_PER_MINUTE) / state.perMinute, () => {
      underWay = actOnce();
    });
  }

  async function actOnce(): Promise<void> {
    try {
      await act();
      failures = 0;
    } catch (err) {
      noteFailure(err);
    }
    pause();
  }

  function noteFailure(err: unknown): void {
    failures += 1;
    log.warn({ err, failures }, 'an action of the live till failed');
    if (failures < FAILURES_IN_A_ROW) return;
    state = { ...state, isSelling: false };
    log.error({ failures }, 'the live till stops: nothing that it does succeeds');
  }

  async function change(next: SellingState): Promise<void> {
    cancelPause();
    state = { ...next, isSelling: next.isSelling && !isStopped };
    failures = 0;
    await underWay;
    pause();
  }

  return {
    state: () => state,
    change,
    stop() {
      isStopped = true;
      return change({ ...state, isSelling: false });
    },
  };
}
