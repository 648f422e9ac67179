import { describe, expect, it } from 'vitest';
import { watchSilence } from '../../../electron/workers/silence-watch.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';

describe('a watch for silence', () => {
  it('aborts if nothing was heard for the given time', () => {
    const clock = createFixedClock(0);
    const { signal, hear } = watchSilence(clock, 1_000);
    clock.advance(999);
    hear();
    clock.advance(999);
    expect(signal.aborted).toBe(false);
    clock.advance(1);
    expect(signal.aborted).toBe(true);
  });

  it('does not count an intended pause as silence', () => {
    const clock = createFixedClock(0);
    const { signal, pausing } = watchSilence(clock, 1_000);
    const over: number[] = [];
    pausing.after(5_000, () => over.push(clock.now()));
    clock.advance(5_999);
    expect([over, signal.aborted]).toEqual([[5_000], false]);
    clock.advance(1);
    expect(signal.aborted).toBe(true);
  });

  it('ends when it is closed', () => {
    const clock = createFixedClock(0);
    const { signal, close } = watchSilence(clock, 1_000);
    close();
    clock.advance(1_000);
    expect(signal.aborted).toBe(false);
  });
});
