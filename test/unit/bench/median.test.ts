import { describe, expect, it } from 'vitest';
import { median, percentile } from '../../bench/harness/percentile.ts';

describe('median', () => {
  it('is the middle by size, not by place', () => {
    expect(median([30, 1, 200])).toBe(30);
    expect(median([4])).toBe(4);
  });

  it('lies half-way the two in the middle', () => {
    expect(median([10, 1, 4, 2])).toBe(3);
  });

  it('is no number where there are no values or one of them is none', () => {
    expect(median([])).toBeNaN();
    expect(median([1, Number.NaN, 3])).toBeNaN();
  });
});

describe('percentile', () => {
  it('is the value that so many percent do not exceed', () => {
    const values = Array.from({ length: 200 }, (_, at) => 200 - at);
    expect([percentile(values, 99), percentile(values, 50), percentile(values, 100)]).toEqual([198, 100, 200]);
  });

  it('is no number for no values', () => {
    expect(percentile([], 99)).toBeNaN();
  });
});
