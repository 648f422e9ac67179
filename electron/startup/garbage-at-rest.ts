import type { Clock } from '../base/clock.ts';

interface RestOptions {
  readonly clock: Pick<Clock, 'after'>;
  /** Milliseconds that the event loop has worked since the start. */
  readonly workedMs: () => number;
  readonly collect: () => void;
}

const LOOK_EVERY_MS = 30_000;

/** Less work than this between two looks is rest: a window that is open asks for its figures now and then. */
const REST_MS = 600;

/** Work that is worth the 50 ms that a collection takes. */
const WORK_MS = 500;

/**
 * Collects garbage once the program rests after work. By itself V8 does so only where new objects need room, so that a
 * program that rests keeps all that its start and its last work left behind. Answers what stops it.
 */
export function collectAtRest({ clock, workedMs, collect }: RestOptions): () => void {
  let previous = workedMs();
  let collected = 0;
  let stop: () => void;
  const look = () => {
    const worked = workedMs();
    if (worked - previous < REST_MS && worked - collected >= WORK_MS) {
      collect();
      collected = workedMs();
    }
    previous = workedMs();
    stop = clock.after(LOOK_EVERY_MS, look);
  };
  stop = clock.after(LOOK_EVERY_MS, look);
  return () => stop();
}

/** All that can be freed, with code that has not run for a while; nothing where Node was started without `--expose-gc`. */
export function collectGarbage(): void {
  globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'sync' });
}
