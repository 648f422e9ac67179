import { ageOf } from '../../base/age-of.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { CopyShelf } from './copy-shelf.ts';

const LOOK_MS = 5_000;
const SWEEP_MS = 60 * 60_000;

/**
 * Removes what may no longer be kept: when the program starts, every hour, and within seconds of a setting that lets less
 * be kept. The returned function ends it.
 */
export function startCopySweeps(deps: {
  readonly shelf: Pick<CopyShelf, 'sweep'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly keepsAnswersMs: () => number;
}): () => Promise<void> {
  const { shelf, clock, log, keepsAnswersMs } = deps;
  let sweeping = Promise.resolve();
  let sweptAt = Number.NEGATIVE_INFINITY;
  let keptMs = Number.POSITIVE_INFINITY;
  let cancel = () => {};

  function look(): void {
    const keepsMs = keepsAnswersMs();
    if (keepsMs < keptMs || ageOf(clock, sweptAt) >= SWEEP_MS) {
      sweptAt = clock.now();
      sweeping = sweeping.then(() => shelf.sweep(keepsMs)).catch(tell);
    }
    keptMs = keepsMs;
    cancel = clock.after(LOOK_MS, look);
  }

  function tell(err: unknown): void {
    log.error({ err }, 'the copies were not swept');
  }

  look();
  return () => {
    cancel();
    return sweeping;
  };
}
