import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  calculateLineValue,
  calculateMarginPercentage,
  calculatePercentage,
  fromEuros,
  roundEuros,
  roundToCents,
  sumOf,
  toEuros,
} from '../../../shared/money.ts';

describe('fromEuros', () => {
  it.each([
    [1.15, 11_500],
    [-12.5, -125_000],
    [10.7025, 107_025],
    [0, 0],
  ])('reads %d euros as %d', (euros, amount) => {
    expect(fromEuros(euros)).toBe(amount);
  });

  it.each([0.00001, 1e12, Number.NaN])('refuses %d', (euros) => {
    expect(() => fromEuros(euros)).toThrow(RangeError);
  });

  it('returns every amount that was written as euros', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (amount) => fromEuros(toEuros(amount)) === amount),
      { seed: 7, numRuns: 2_000 },
    );
  });
});

describe('roundedEuros', () => {
  it.each([
    [29.699999999999996, 29.7],
    [8.264463, 8.2645],
    [1.00005, 1.0001],
    [-1.00005, -1.0001],
    [-1.00004, -1],
    [12.5, 12.5],
    [-7, -7],
    [-0.00001, 0],
    [0.0000001, 0],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  ])('rounds %d euros to %d', (euros, rounded) => {
    expect(roundEuros(euros)).toBe(rounded);
  });
});

describe('sumOf', () => {
  it('adds a thousand times 1.15 to 1150, unlike floating point', () => {
    const rows = Array.from({ length: 1_000 }, () => ({ amount: fromEuros(1.15) }));
    expect(toEuros(sumOf(rows, ({ amount }) => amount))).toBe(1150);
  });
});

describe('roundToCents', () => {
  it.each([
    [149, 100],
    [150, 200],
    [-150, -200],
    [-149, -100],
    [-20, 0],
  ])('rounds %d to %d, halves away from zero', (amount, rounded) => {
    expect(Object.is(roundToCents(amount), rounded)).toBe(true);
  });
});

describe('lineValue', () => {
  it.each([
    [3_000, 16_100, 48_300],
    [100_000, 16_116, 1_611_600],
    [3_050, 49_918, 152_200],
    [1_255, 204_900, 257_100],
    [-1_500, 333, -500],
  ])('of %d thousandths at %d is %d', (quantity, unitPrice, value) => {
    expect(calculateLineValue(quantity, unitPrice)).toBe(value);
  });

  it('refuses a product that cannot be exact', () => {
    expect(() => calculateLineValue(1e9, 1e9)).toThrow(RangeError);
  });

  it('is the exact product, rounded once', () => {
    const quantity = fc.integer({ min: -1e6, max: 1e6 });
    const unitPrice = fc.integer({ min: 0, max: 1e8 });
    fc.assert(
      fc.property(quantity, unitPrice, (pieces, price) => calculateLineValue(pieces, price) === exactly(pieces, price)),
      { seed: 7, numRuns: 2_000 },
    );
  });
});

describe('marginPercentage', () => {
  it.each([
    [60, 100, 60],
    [-20, 100, -20],
    [-6, -10, null],
    [-6, 0, null],
  ])('of a margin of %d on a turnover of %d is %j', (margin, turnover, percentage) => {
    expect(calculateMarginPercentage(fromEuros(margin), fromEuros(turnover))).toBe(percentage);
  });
});

describe('percentageOf', () => {
  it.each([
    [1, 3, 33.33],
    [2, 3, 66.67],
    [-1, 8, -12.5],
    [1, 800, 0.13],
    [-1, 800, -0.13],
    [1, -800, -0.13],
    [-1, -3, 33.33],
  ])('%d of %d is %d percent', (part, whole, percent) => {
    expect(calculatePercentage(part, whole)).toBe(percent);
  });

  it('of a total of 0 is unknown', () => {
    expect(calculatePercentage(5, 0)).toBeNull();
  });
});

/** Rounds halves away from zero in arbitrary precision, by comparing twice the remainder with the divisor. */
function exactly(quantity: number, unitPrice: number): number {
  const product = BigInt(quantity) * BigInt(unitPrice);
  const size = product < 0n ? -product : product;
  const cents = size / 100_000n + (2n * (size % 100_000n) >= 100_000n ? 1n : 0n);
  return Number(product < 0n ? -cents : cents) * 100 + 0;
}
