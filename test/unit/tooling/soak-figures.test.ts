import { describe, expect, it } from 'vitest';
import { fitLine, type Minute, summarizeSoak } from '../../bench/soak/soak-figures.ts';

describe('fitLine', () => {
  it('is exact for a line', () => {
    expect(fitLine([100, 102.5, 105, 107.5]).slope).toBeCloseTo(2.5);
    expect(fitLine([100, 102.5, 105, 107.5]).error).toBeCloseTo(0);
  });

  it('is that of the least squares for other values', () => {
    const { slope, error } = fitLine([1, 2, 2, 5]);
    expect(slope).toBeCloseTo(1.2);
    expect(error).toBeCloseTo(Math.sqrt(1.8 / 2 / 5));
  });

  it('is 0 for equal values, and NaN for fewer than two', () => {
    expect(fitLine([7, 7, 7]).slope).toBe(0);
    expect(fitLine([7]).slope).toBeNaN();
    expect(fitLine([]).slope).toBeNaN();
  });
});

describe('summarizeSoak', () => {
  const minuteOf = (memoryMb: number, timeMs = 5): Minute => ({
    ...{ timesMs: [1, timeMs], errors: 0, memoryMb: [memoryMb - 9, memoryMb, memoryMb + 90] },
    ...{ productCpuS: 6, driverCpuS: 3 },
  });
  const steady = Array.from({ length: 60 }, () => minuteOf(120));

  it('is met by a steady run without errors', () => expect(summarizeSoak(steady, 0).isMet).toBe(true));

  it('does not count the memory of the first ten minutes', () => {
    const warming = steady.map((minute, index) => (index < 10 ? minuteOf(80 + index) : minute));
    expect(summarizeSoak(warming, 0).isMet).toBe(true);
  });

  it('is missed by a growing memory, by an error, and by slower calls', () => {
    const growing = steady.map((_, index) => minuteOf(120 + index / 10));
    const slower = steady.map((minute, index) => (index === 0 ? minute : minuteOf(120, 11)));
    expect(summarizeSoak(growing, 0).lines.join()).toContain(': 6 MB an hour (± 0)');
    expect(summarizeSoak(growing, 0).isMet).toBe(false);
    expect(summarizeSoak(steady, 1).isMet).toBe(false);
    expect(summarizeSoak(slower, 0).isMet).toBe(false);
  });

  it('has no figures without a whole minute', () => expect(summarizeSoak([], 0).isMet).toBe(false));
});
