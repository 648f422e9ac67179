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

/** The outcome of `work`; rejects where it takes longer than `limitMs`. It goes on all the same. */
export function within<Result>(limitMs: number, work: Promise<Result>, clock: Clock): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const cancel = clock.after(limitMs, () => late.reject(new Error(`no answer within ${limitMs} ms`)));
  return Promise.race([work, late.promise]).finally(cancel);
}
