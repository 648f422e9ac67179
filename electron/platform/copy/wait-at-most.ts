import type { Clock } from '../../base/clock.ts';

/** Waits until the work is done, but not longer than that: then it goes on by itself. */
export function waitAtMost(clock: Clock, limitMs: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(limitMs, resolve);
    work.then(resolve, reject).finally(cancel);
  });
}
