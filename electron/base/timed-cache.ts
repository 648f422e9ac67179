import { LRUCache } from 'lru-cache';
import type { Clock } from './clock.ts';

/** Values that hold for a while. However many ask for one, it is read once; a reading that fails is not stored. */
export interface TimedCache<Value> {
  /** `isAgain`: what is stored does not count. */
  read(name: string, readNow: () => Promise<Value>, isAgain?: boolean): Promise<Value>;
}

interface TimedCacheOptions<Value> {
  readonly clock: Pick<Clock, 'now'>;
  /** 0: a value holds for those alone who ask while it is read. */
  readonly ttlMs: number;
  /** Whether a use of a value lets it hold as long again. Default false. */
  readonly isKeptByUse?: boolean;
  /** Of all values together. */
  readonly maxSize: number;
  /** Default 1. */
  readonly sizeOf?: (value: Value) => number;
}

export function createTimedCache<Value extends object>(options: TimedCacheOptions<Value>): TimedCache<Value> {
  const { clock, ttlMs, isKeptByUse = false, maxSize, sizeOf = () => 1 } = options;
  const cache = new LRUCache<string, Value, () => Promise<Value>>({
    // The library lets a value hold for one millisecond more.
    ...{ maxSize, ttl: Math.max(1, ttlMs - 1), ttlResolution: 0, updateAgeOnGet: isKeptByUse, perf: clock },
    sizeCalculation: (value) => Math.max(1, sizeOf(value)),
    fetchMethod: (_name, _stale, { context: readNow }) => readNow(),
    ignoreFetchAbort: true,
  });
  let latest = Number.NEGATIVE_INFINITY;

  return {
    read(name, readNow, isAgain = false) {
      // After the clock was set back, nothing would expire for as long as it was set back by.
      if (clock.now() < latest) cache.clear();
      latest = clock.now();
      return cache.forceFetch(name, { context: readNow, forceRefresh: isAgain || ttlMs === 0 });
    },
  };
}
