import { LRUCache } from 'lru-cache';
import type { Clock } from './clock.ts';

/** Values with a limited lifetime. Concurrent readers of one share a single read, and a failed read is not stored. */
export interface TimedCache<Value> {
  /** `isAgain` ignores the stored value. */
  read(name: string, readNow: () => Promise<Value>, isAgain?: boolean): Promise<Value>;
}

interface TimedCacheOptions<Value> {
  readonly clock: Pick<Clock, 'now'>;
  /** 0: a value is shared only by those who ask while it is read. */
  readonly ttlMs: number;
  /** Whether using a value extends its lifetime. Default: false. */
  readonly isKeptByUse?: boolean;
  /** For all values together. */
  readonly maxSize: number;
  /** Default 1. */
  readonly sizeOf?: (value: Value) => number;
}

export function createTimedCache<Value extends object>(options: TimedCacheOptions<Value>): TimedCache<Value> {
  const { clock, ttlMs, isKeptByUse = false, maxSize, sizeOf = () => 1 } = options;
  const cache = new LRUCache<string, Value, () => Promise<Value>>({
    // The library keeps a value for one millisecond longer.
    ...{ maxSize, ttl: Math.max(1, ttlMs - 1), ttlResolution: 0, updateAgeOnGet: isKeptByUse, perf: clock },
    sizeCalculation: (value) => Math.max(1, sizeOf(value)),
    fetchMethod: (_name, _stale, { context: readNow }) => readNow(),
    ignoreFetchAbort: true,
  });
  let latest = Number.NEGATIVE_INFINITY;

  return {
    read(name, readNow, isAgain = false) {
      // After the clock was set back, nothing would expire for that long.
      if (clock.now() < latest) cache.clear();
      latest = clock.now();
      return cache.forceFetch(name, { context: readNow, forceRefresh: isAgain || ttlMs === 0 });
    },
  };
}
