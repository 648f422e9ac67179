/** The time for everything that expires or waits. Tests pass a clock that they control. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `task` once after `delayMs`, unless the returned function is called before. Never keeps the process alive. */
  after(delayMs: number, task: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

const TIME_UP = Symbol('time up');

/**
 * The outcome of `work` or, if it takes longer than `limitMs`, what `onTimeout` returns or throws. The work continues,
 * but its outcome no longer counts: work that must stop takes an `AbortSignal`.
 */
export async function withTimeout<Result, Late>(
  clock: Pick<Clock, 'after'>,
  limitMs: number,
  work: Promise<Result>,
  onTimeout: () => Late | Promise<Late>,
): Promise<Result | Late> {
  const timeUp = Promise.withResolvers<typeof TIME_UP>();
  const cancel = clock.after(limitMs, () => timeUp.resolve(TIME_UP));
  const first = await Promise.race([work, timeUp.promise]).finally(cancel);
  return first === TIME_UP ? onTimeout() : first;
}

/**
 * The outcome of `work`. Rejects with the reason of `signal` as soon as that aborts, even if the work does not end: a
 * stream that is already closed does not notice it.
 */
export function untilAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  return Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', onAbort));
}
