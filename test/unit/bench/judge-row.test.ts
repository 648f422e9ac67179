import { describe, expect, it } from 'vitest';
import { judgeRow } from '../../bench/harness/measure-row.ts';

const atLeast = { comparison: 'ratio', bar: { atLeast: 0.7 } } as const;
const atMost = { comparison: 'ratio', bar: { atMost: 3 } } as const;
const aboveIdle = { comparison: 'difference', bar: { atMost: 50 } } as const;

describe('judgeRow', () => {
  it('compares the medians, so that one bad round decides nothing', () => {
    expect(judgeRow(atLeast, { product: [80, 1, 82], reference: [100, 100, 5] })).toEqual({
      figure: 80,
      reference: 100,
      compared: 0.8,
      isMet: true,
    });
  });

  it('takes the bar itself as met, and anything beyond it as missed', () => {
    const reference = [100];
    expect(judgeRow(atLeast, { product: [70], reference }).isMet).toBe(true);
    expect(judgeRow(atLeast, { product: [69.9], reference }).isMet).toBe(false);
    expect(judgeRow(atMost, { product: [300], reference }).isMet).toBe(true);
    expect(judgeRow(atMost, { product: [300.1], reference }).isMet).toBe(false);
  });

  it('compares a difference in the unit of the row', () => {
    expect(judgeRow(aboveIdle, { product: [61], reference: [11] })).toMatchObject({ compared: 50, isMet: true });
    expect(judgeRow(aboveIdle, { product: [62], reference: [11] }).isMet).toBe(false);
    expect(judgeRow(aboveIdle, { product: [5], reference: [11] })).toMatchObject({ compared: -6, isMet: true });
  });

  it.each([atLeast, atMost, aboveIdle])('misses without figures, $bar', (row) => {
    expect(judgeRow(row, { product: [], reference: [1] }).isMet).toBe(false);
    expect(judgeRow(row, { product: [1], reference: [] }).isMet).toBe(false);
    expect(judgeRow(row, { product: [Number.NaN], reference: [1] }).isMet).toBe(false);
    expect(judgeRow(row, { product: [1], reference: [1, Number.NaN, 1] }).isMet).toBe(false);
    expect(judgeRow(row, { product: [Number.POSITIVE_INFINITY], reference: [1] }).isMet).toBe(false);
  });

  it.each([atLeast, atMost])('misses a ratio to nothing or of nothing, $bar', (row) => {
    expect(judgeRow(row, { product: [1], reference: [0] })).toMatchObject({ compared: Number.NaN, isMet: false });
    expect(judgeRow(row, { product: [0], reference: [1] }).isMet).toBe(false);
  });
});
