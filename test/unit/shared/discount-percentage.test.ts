import { describe, expect, it } from 'vitest';
import { discountPercentage } from '../../../shared/discounts.ts';

describe('discountPercentage', () => {
  it.each([
    [90, 10, 10],
    [0, 25, 100],
    [2, 1, 33.33],
    [1, 2, 66.67],
  ])('of a value of %d after a discount of %d is %d', (value, discount, percentage) => {
    expect(discountPercentage({ value_wt: value, discount_value_wt: discount })).toBe(percentage);
  });

  it.each([
    [0, 0],
    [5, -5],
    [10.5, -0.5],
    [-90, -10],
  ])('is not defined for a value of %d after a discount of %d', (value, discount) => {
    expect(discountPercentage({ value_wt: value, discount_value_wt: discount })).toBeNull();
  });
});
