import { describe, expect, it } from 'vitest';
import { type DiscountAmounts, sumDiscounts } from '../../../../renderer/features/discounts/discount-columns.tsx';

describe('sumDiscounts', () => {
  it('sums in integers, so 0.1 added ten times is 1', () => {
    const tenths = Array.from({ length: 10 }, () => row(0.1, 0.1));
    expect(sumDiscounts(tenths)).toEqual(amounts(1, 1));
  });

  it('subtracts corrections', () => {
    expect(sumDiscounts([row(9, 1), row(2.01, -0.01)])).toEqual(amounts(11.01, 0.99));
  });

  it('leaves out orders in another currency', () => {
    expect(sumDiscounts([row(9, 1), { ...row(5, 5), currency: 'GBP' }])).toEqual(amounts(9, 1));
  });

  it('has no value before discount if the lines of an order are unknown', () => {
    const unknown = { ...row(9, 1), sold_before_discount_wt: null };
    expect(sumDiscounts([row(9, 1), unknown]).sold_before_discount_wt).toBeNull();
  });

  it('is zero without rows', () => {
    expect(sumDiscounts([])).toEqual(amounts(0, 0));
  });
});

const row = (value: number, discount: number) => ({ ...amounts(value, discount), currency: 'EUR' });

function amounts(value: number, discount: number): DiscountAmounts {
  const discounts = { discount_value_wt: discount, discount_value_ex_wt: discount };
  return { value_wt: value, value_ex_wt: value, ...discounts, sold_before_discount_wt: value };
}
