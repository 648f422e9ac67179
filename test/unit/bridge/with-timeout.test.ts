import { describe, expect, it } from 'vitest';
import { withTimeout } from '../../../electron/base/clock.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';

const LIMIT_MS = 500;

function timed(onTimeout: () => string | Promise<string>) {
  const clock = createFixedClock(0);
  const work = Promise.withResolvers<string>();
  return { clock, work, outcome: withTimeout(clock, LIMIT_MS, work.promise, onTimeout) };
}

describe('withTimeout', () => {
  it('returns the outcome of work that ends in time, and leaves no timer', async () => {
    let isLate = false;
    const { clock, work, outcome } = timed(() => {
      isLate = true;
      return 'late';
    });
    work.resolve('done');

    expect(await outcome).toBe('done');
    clock.advance(LIMIT_MS);
    await Promise.resolve();
    expect(isLate).toBe(false);
  });

  it('rejects if the work fails in time', async () => {
    const { work, outcome } = timed(() => 'late');
    work.reject(new Error('broken'));

    await expect(outcome).rejects.toThrow('broken');
  });

  it('returns or throws what the callback does if the work takes longer', async () => {
    const returned = timed(() => 'late');
    returned.clock.advance(LIMIT_MS);
    expect(await returned.outcome).toBe('late');

    const thrown = timed(() => {
      throw new Error('too late');
    });
    thrown.clock.advance(LIMIT_MS);
    await expect(thrown.outcome).rejects.toThrow('too late');
  });

  it('then waits for the work that the callback begins, whatever happens to the first', async () => {
    const instead = Promise.withResolvers<string>();
    const { clock, work, outcome } = timed(() => instead.promise);
    clock.advance(LIMIT_MS);
    work.reject(new Error('broken'));
    instead.resolve('late');

    expect(await outcome).toBe('late');
  });
});
