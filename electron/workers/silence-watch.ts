import type { Clock } from '../base/clock.ts';

/** Aborts `signal` if neither `hear` nor a pause was noticed for `limitMs`. */
export function watchSilence(clock: Clock, limitMs: number) {
  const controller = new AbortController();
  let stop: () => void = () => undefined;

  function wait(ms: number): void {
    stop();
    stop = clock.after(ms, () => controller.abort());
  }

  wait(limitMs);
  return {
    signal: controller.signal,
    hear: () => wait(limitMs),
    /** A clock for intended pauses: they do not count as silence. */
    pausing: {
      now: clock.now,
      after(delayMs, task) {
        wait(delayMs + limitMs);
        return clock.after(delayMs, task);
      },
    } satisfies Clock,
    close: () => stop(),
  };
}
