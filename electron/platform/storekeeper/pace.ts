import PQueue from 'p-queue';
import { type Clock, untilAborted } from '../../base/clock.ts';

/** How StoreKeeper is spared, which other programs of the same account use as well. */
export interface Pace {
  /** Makes the call in its turn. */
  run<Result>(call: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
}

export interface PaceSettings {
  /** Read for each call. `Infinity`: as many as there are. */
  readonly callsPerSecond: () => number;
}

const DEFAULT_CALLS_PER_SECOND = 4;

const MAX_CALLS_AT_ONCE = 2;

/** How much longer one call may be on its way than another, without StoreKeeper seeing more than it should in a second. */
const TRAVEL_MARGIN_MS = 40;

/** The interval of a queue takes neither our clock nor a number of calls that changes while it runs. */
export function createPace(
  clock: Clock,
  { callsPerSecond = () => DEFAULT_CALLS_PER_SECOND }: Partial<PaceSettings> = {},
): Pace {
  const queue = new PQueue({ concurrency: MAX_CALLS_AT_ONCE });
  let startedAt = Number.NEGATIVE_INFINITY;

  /** Reserves the next start. Answers how long it is until then. */
  function reserveStart(): number {
    const now = clock.now();
    const spacingMs = (1_000 + TRAVEL_MARGIN_MS) / callsPerSecond();
    // After the clock was set back, the last start would be far ahead.
    const waitMs = Math.min(Math.max(0, startedAt + spacingMs - now), MAX_CALLS_AT_ONCE * spacingMs);
    startedAt = now + waitMs;
    return waitMs;
  }

  return {
    run: (call, signal) =>
      queue.add(
        async () => {
          const waitMs = reserveStart();
          if (waitMs > 0) await sleep(clock, waitMs, signal);
          return call();
        },
        { ...(signal && { signal }) },
      ),
  };
}

export async function sleep(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  const over = Promise.withResolvers<void>();
  const cancel = clock.after(ms, over.resolve);
  await (signal === undefined ? over.promise : untilAborted(signal, over.promise)).finally(cancel);
}
