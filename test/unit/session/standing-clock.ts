import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../electron/base/clock.ts';

export interface StandingClock extends Clock {
  /** Moves time on and runs what falls due on the way, in order, each at its own moment. */
  advance(ms: number): Promise<void>;
  /** Moves time on without running anything: the machine was asleep. */
  sleep(ms: number): void;
  /** Delays of what is waiting, in milliseconds from now. */
  waiting(): number[];
}

/** A clock that stands still until it is told to move. */
export function standingClock(startMs = Date.UTC(2026, 10, 21, 9)): StandingClock {
  let nowMs = startMs;
  let tasks: { readonly atMs: number; readonly run: () => void }[] = [];

  const takeDue = (untilMs: number) => {
    const due = tasks.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
    tasks = tasks.filter((task) => task !== due);
    return due;
  };

  return {
    now: () => nowMs,
    after(delayMs, run) {
      const task = { atMs: nowMs + delayMs, run };
      tasks.push(task);
      return () => {
        tasks = tasks.filter((other) => other !== task);
      };
    },
    async advance(ms) {
      const untilMs = nowMs + ms;
      await settled();
      for (let due = takeDue(untilMs); due; due = takeDue(untilMs)) {
        nowMs = Math.max(nowMs, due.atMs);
        due.run();
        await settled();
      }
      nowMs = untilMs;
    },
    sleep(ms) {
      nowMs += ms;
    },
    waiting: () => tasks.map(({ atMs }) => atMs - nowMs).sort((a, b) => a - b),
  };
}

/** Lets everything that waits for no clock run to its end. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await setImmediate();
}
