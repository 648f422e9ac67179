import type { Clock } from '../../electron/base/clock.ts';

/** The moment of the tests' services and of the demo shops. */
export const NOW = '2026-11-21T12:00:00Z';

/** Stands still until it is advanced, which runs the tasks that fall due. Set back, they stay scheduled. */
export interface FixedClock extends Clock {
  advance(ms: number): void;
}

interface Task {
  dueAt: number;
  readonly run: () => void;
}

export function createFixedClock(startsAt: string | number): FixedClock {
  let now = typeof startsAt === 'number' ? startsAt : Date.parse(startsAt);
  let tasks: Task[] = [];

  return {
    now: () => now,

    after(delayMs, run) {
      const task = { dueAt: now + delayMs, run };
      tasks = [...tasks, task].sort((left, right) => left.dueAt - right.dueAt);
      return () => {
        tasks = tasks.filter((other) => other !== task);
      };
    },

    advance(ms) {
      const until = now + ms;
      if (ms < 0) for (const task of tasks) task.dueAt += ms;
      for (let [task] = tasks; task && task.dueAt <= until; [task] = tasks) {
        tasks = tasks.slice(1);
        now = task.dueAt;
        task.run();
      }
      now = until;
    },
  };
}
