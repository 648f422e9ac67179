import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../electron/base/clock.ts';

export interface VirtualClock extends Clock {
  /** Time goes on, and what falls due on the way runs, each at its own moment. */
  advance(ms: number): Promise<void>;
  /** The time of day jumps and timers know nothing of it: the machine was asleep, or somebody set the clock. */
  jump(byMs: number): void;
  /** Timers that wait. */
  waiting(): number;
}

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** Timers go by the time that has run, moments by the time of day, as on a real machine. */
export function createVirtualClock(startsAt = Date.UTC(2026, 10, 21, 9)): VirtualClock {
  let running = 0;
  let ahead = startsAt;
  const timers = new Set<Timer>();

  function takeDue(until: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of timers) if (timer.at <= until && timer.at < (first?.at ?? Infinity)) first = timer;
    if (first) timers.delete(first);
    return first;
  }

  return {
    now: () => running + ahead,
    after(delayMs, run) {
      const timer = { at: running + delayMs, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    async advance(ms) {
      const until = running + ms;
      await setImmediate();
      for (let due = takeDue(until); due; due = takeDue(until)) {
        running = Math.max(running, due.at);
        due.run();
        // What waits for no timer runs to its end in microtasks: the store answers at once.
        await setImmediate();
      }
      running = until;
    },
    jump(byMs) {
      ahead += byMs;
    },
    waiting: () => timers.size,
  };
}
