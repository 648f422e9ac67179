import { describe, expect, it } from 'vitest';
import { createTimedCache } from '../../../electron/base/timed-cache.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';

const TTL_MS = 5_000;

function counting(options: { readonly ttlMs?: number; readonly maxSize?: number } = {}) {
  const clock = createFixedClock('2026-11-01T12:00:00Z');
  const { ttlMs = TTL_MS, maxSize = 10 } = options;
  const cache = createTimedCache<readonly number[]>({ clock, ttlMs, maxSize, sizeOf: (rows) => rows.length });
  let reads = 0;
  const read = (name = 'a', isAgain = false, rows = 1) =>
    cache.read(
      name,
      async () => {
        reads += 1;
        return Array<number>(rows).fill(reads);
      },
      isAgain,
    );
  return { clock, cache, read, reads: () => reads };
}

describe('createTimedCache', () => {
  it('reads once for any number of callers, and again when the time is over', async () => {
    const { clock, read, reads } = counting();

    await Promise.all([read(), read(), read()]);
    clock.advance(TTL_MS - 1);
    await read();
    expect(reads()).toBe(1);
    clock.advance(1);
    await read();
    expect(reads()).toBe(2);
  });

  it('reads again on request, and every time if the time is 0', async () => {
    const { read, reads } = counting();
    await read();
    expect(await read('a', true)).toEqual([2]);
    expect(reads()).toBe(2);

    const without = counting({ ttlMs: 0 });
    await without.read();
    await without.read();
    expect(without.reads()).toBe(2);
  });

  it('forgets everything if the clock was set back', async () => {
    const { clock, read, reads } = counting();
    await read();
    clock.advance(-3_600_000);
    await read();
    expect(reads()).toBe(2);
  });

  it('returns a value that is larger than the whole cache, without storing it', async () => {
    const { read, reads } = counting();
    expect(await read('a', false, 11)).toHaveLength(11);
    await read();
    expect(reads()).toBe(2);
  });

  it('does not store failures', async () => {
    const { cache, read } = counting();
    await expect(cache.read('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await read()).toEqual([1]);
  });
});
