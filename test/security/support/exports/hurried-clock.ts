import type { Clock } from '../../../../electron/base/clock.ts';

export interface HurriedClock extends Clock {
  /** Of every wait, in milliseconds. */
  readonly waits: readonly number[];
}

/** A clock on which whoever waits is served at once, when the time has gone by. */
export function hurriedClock(startsAt: string): HurriedClock {
  let now = Date.parse(startsAt);
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
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
