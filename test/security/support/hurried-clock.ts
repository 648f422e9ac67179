import type { Clock } from '../../../electron/base/clock.ts';

export interface HurriedClock extends Clock {
  /** Every wait, in milliseconds. */
  readonly waits: readonly number[];
  /** Moves the clock on. */
  pass(ms: number): void;
}

/** A clock on which a wait is over at once, when its time has gone by. */
export function hurriedClock(startsAtMs: number): HurriedClock {
  let now = startsAtMs;
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    pass(ms) {
      now += ms;
    },
    after(delayMs, task) {
      waits.push(delayMs);
      const handle = setImmediate(() => {
        now += delayMs;
        task();
      });
      return () => clearImmediate(handle);
    },
  };
}
