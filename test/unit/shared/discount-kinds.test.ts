import { describe, expect, it } from 'vitest';
import { isFullyDiscounted, isNegativeDiscount, isRoundingOnly } from '../../../shared/discounts.ts';

describe('isRoundingOnly', () => {
  it.each([
    [1494.34, 0.01],
    [10, 0.05],
    [10, -0.05],
    [-10, 0.02],
  ])('is true for a value of %d after a discount of %d', (value, discount) => {
    expect(isRoundingOnly({ value_wt: value, discount_value_wt: discount })).toBe(true);
  });

  it.each([
    [10, 0.06],
    [10, -0.06],
    [10, 0],
    // Given away for free, however little it was worth.
    [0, 0.05],
  ])('is false for a value of %d after a discount of %d', (value, discount) => {
    expect(isRoundingOnly({ value_wt: value, discount_value_wt: discount })).toBe(false);
  });
});

describe('isFullyDiscounted', () => {
  it('is true if nothing is left to pay', () => {
    expect(isFullyDiscounted({ value_wt: 0, discount_value_wt: 12.1 })).toBe(true);
    expect(isFullyDiscounted({ value_wt: 0.01, discount_value_wt: 12.1 })).toBe(false);
  });
});

describe('isNegativeDiscount', () => {
  it('is true if a discount was taken back', () => {
    expect(isNegativeDiscount({ value_wt: -9, discount_value_wt: -1 })).toBe(true);
    expect(isNegativeDiscount({ value_wt: 9, discount_value_wt: 0.01 })).toBe(false);
  });
});
