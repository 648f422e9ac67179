import type { Clock } from './clock.ts';

/** The outcome of `work`; rejects where it takes longer than `limitMs`. It goes on all the same. */
export function within<Result>(limitMs: number, work: Promise<Result>, clock: Clock): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const cancel = clock.after(limitMs, () => late.reject(new Error(`no answer within ${limitMs} ms`)));
  return Promise.race([work, late.promise]).finally(cancel);
}
