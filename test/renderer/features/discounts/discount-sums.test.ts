import { describe, expect, it } from 'vitest';
import {
  type DiscountAmounts,
  discountPercentage,
  discountSums,
} from '../../../../renderer/features/discounts/discount-sums.ts';

describe('discountSums', () => {
  it('sums in integers, so that a tenth added ten times is one', () => {
    const tenths = Array.from({ length: 10 }, () => amounts(0.1, 0.1));
    expect(discountSums(tenths)).toEqual(amounts(1, 1));
  });

  it('takes corrections off', () => {
    expect(discountSums([amounts(9, 1), amounts(2.01, -0.01)])).toEqual(amounts(11.01, 0.99));
  });

  it('is zero without rows', () => {
    expect(discountSums([])).toEqual(amounts(0, 0));
  });
});

describe('discountPercentage', () => {
  it.each([
    [90, 10, 10],
    [0, 25, 100],
    [2, 1, 33.33],
    [1, 2, 66.67],
    [10.5, -0.5, -5],
    [-90, -10, 10],
  ])('of a value of %d after a discount of %d is %d', (value, discount, percentage) => {
    expect(discountPercentage(amounts(value, discount))).toBe(percentage);
  });

  it.each([
    [0, 0],
    [5, -5],
  ])('is not defined for a value of %d after a discount of %d', (value, discount) => {
    expect(discountPercentage(amounts(value, discount))).toBeNull();
  });
});

function amounts(value: number, discount: number): DiscountAmounts {
  return { value_wt: value, value_ex_wt: value, discount_value_wt: discount, discount_value_ex_wt: discount };
}
