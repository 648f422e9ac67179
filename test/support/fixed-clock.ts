import type { Clock } from '../../electron/base/clock.ts';

/** The time of the services in tests and of the demo shops. */
export const NOW = '2026-11-21T12:00:00Z';

/**
 * A clock that stands still until it is advanced, which runs the tasks that are due. Tasks stay scheduled if it is set
 * back.
 */
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
