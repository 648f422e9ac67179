import { describe, expect, it } from 'vitest';
import {
  addDiscounts,
  calculateDiscountPercentage,
  calculateTallyPercentage,
  NO_DISCOUNTS,
} from '../../../shared/discounts.ts';

/** Sold for 12.50 less 2.50 discount, and goods of 12 were returned: the customer gets 2 back. */
const EXCHANGE = { value_wt: -2, discount_value_wt: 2.5, sold_before_discount_wt: 12.5 };

const percentageOf = (discount_value_wt: number, sold_before_discount_wt: number | null) =>
  calculateDiscountPercentage({ discount_value_wt, sold_before_discount_wt });

describe('discountPercentage', () => {
  it('of an exchange is relative to what was sold, so not 500', () => {
    expect(calculateDiscountPercentage(EXCHANGE)).toBe(20);
  });

  it.each([
    [10, 100, 10],
    [25, 25, 100],
    [1, 3, 33.33],
    [2, 3, 66.67],
    [0, 5, 0],
  ])('of a discount of %d on %d is %d', (discount, sold, percentage) => {
    expect(percentageOf(discount, sold)).toBe(percentage);
  });

  it.each([
    ['nothing was sold', 5, 0],
    ['the lines are not known', 5, null],
    ['the discount was taken back', -5, 100],
    ['the discount is more than what was sold', 10, 2],
  ])('is null if %s', (_why, discount, sold) => {
    expect(percentageOf(discount, sold)).toBeNull();
  });
});

describe('percentageOfTally', () => {
  const order = { value_wt: 90, discount_value_wt: 10, sold_before_discount_wt: 100 };
  const tally = (...orders: Parameters<typeof addDiscounts>[1]) =>
    calculateTallyPercentage(addDiscounts(NO_DISCOUNTS, orders));

  it('is that of all orders together', () => {
    expect(tally(order, EXCHANGE)).toBe(11.11);
    expect(tally()).toBeNull();
  });

  it('is null if the items of one order are unknown', () => {
    expect(tally(order, { ...order, sold_before_discount_wt: null })).toBeNull();
    expect(
      calculateTallyPercentage(
        addDiscounts(addDiscounts(NO_DISCOUNTS, [{ ...order, sold_before_discount_wt: null }]), [order]),
      ),
    ).toBeNull();
  });
});
