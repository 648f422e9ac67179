import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../electron/base/clock.ts';

export interface StandingClock extends Clock {
  /** Advances the time and runs the tasks that fall due, in order, each at its own time. */
  advance(ms: number): Promise<void>;
  /** Moves the time of day without running timers, as when the computer was asleep or somebody set the clock. */
  sleep(ms: number): void;
  /** Delays of the scheduled tasks, in milliseconds from now. */
  waiting(): number[];
}

/** A clock that only the test advances. Timers follow the elapsed time, as on a real computer. */
export function standingClock(startMs = Date.UTC(2026, 10, 21, 9)): StandingClock {
  let runningMs = 0;
  let aheadMs = startMs;
  let tasks: { readonly atMs: number; readonly run: () => void }[] = [];

  const takeDue = (untilMs: number) => {
    const due = tasks.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
    tasks = tasks.filter((task) => task !== due);
    return due;
  };

  return {
    now: () => runningMs + aheadMs,
    after(delayMs, run) {
      const task = { atMs: runningMs + delayMs, run };
      tasks.push(task);
      return () => {
        tasks = tasks.filter((other) => other !== task);
      };
    },
    async advance(ms) {
      const untilMs = runningMs + ms;
      await settled();
      for (let due = takeDue(untilMs); due; due = takeDue(untilMs)) {
        runningMs = Math.max(runningMs, due.atMs);
        due.run();
        await settled();
      }
      runningMs = untilMs;
    },
    sleep(ms) {
      aheadMs += ms;
    },
    waiting: () => tasks.map(({ atMs }) => atMs - runningMs).sort((a, b) => a - b),
  };
}

/** Runs everything that does not wait for a clock to its end. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await setImmediate();
}
