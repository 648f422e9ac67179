/** Time as everything that expires or waits sees it. Tests hand in a clock that stands still until told. */
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

/** Work took longer than it may. */
export class LateError extends Error {
  override readonly name = 'LateError';
}

/** The outcome of `work`; rejects with `LateError` where it takes longer than `limitMs`. It goes on all the same. */
export function within<Result>(
  limitMs: number,
  work: Promise<Result>,
  clock: Pick<Clock, 'after'>,
): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const cancel = clock.after(limitMs, () => late.reject(new LateError(`no answer within ${limitMs} ms`)));
  return Promise.race([work, late.promise]).finally(cancel);
}

/**
 * The outcome of `work`; rejects with the reason of `signal` as soon as that aborts, whether or not the work ends with
 * it: a stream that has been closed already does not notice.
 */
export function untilAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  return Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', onAbort));
}
