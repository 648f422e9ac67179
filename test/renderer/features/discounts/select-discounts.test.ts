import { describe, expect, it } from 'vitest';
import { selectDiscounts } from '../../../../renderer/features/discounts/discount-choices.ts';
import type { DiscountFilters } from '../../../../shared/discounts.ts';
import { order } from './discount-order.ts';

/** One order of each kind, and some of two kinds, named after what they are. */
const ORDERS = {
  normal: order(1, 90, 10),
  full: order(2, 0, 12.1),
  fullOfCents: order(3, 0, 0.05),
  cents: order(4, 1494.34, 0.01),
  negative: order(5, -90, -10),
  negativeCents: order(6, -10, -0.05),
  negativeFull: order(7, 0, -12.1),
  cancelled: { ...order(8, 90, 10), status: 'cancelled' as const },
};
type Kind = keyof typeof ORDERS;
const ALL = Object.values(ORDERS);

describe('selectDiscounts', () => {
  it('leaves discounts below a percentage out of the list and its counts', () => {
    // One has 10%, the other 9.99%.
    const orders = [order(1, 90, 10), order(2, 90.01, 9.99), order(3, 0, 5), order(4, -90, -10), order(5, 0.05, 0.05)];
    const { visible, withoutNegative, counts } = selectDiscounts(orders, { hide_rounding: true, min_percentage: 10 });
    expect(visible.map(({ id }) => id)).toEqual([1, 3]);
    expect([withoutNegative, counts.hide_rounding, counts.only_full, counts.both]).toEqual([[], 2, 1, 2]);
    expect(selectDiscounts(orders, { min_percentage: 50 }).visible.map(({ id }) => id)).toEqual([3, 5]);
    expect(selectDiscounts(orders, { min_percentage: 9.995 }).visible.map(({ id }) => id)).toEqual([1, 3, 5]);
  });

  it('treats an amount as the size of the discount, above or below 0', () => {
    const orders = [order(1, 90, 10), order(2, 90, 9.99), order(3, -90, -10), order(4, -90, -9.99)];
    const listed = (filters: DiscountFilters) =>
      selectDiscounts(orders, { min_discount_wt: 10, ...filters }).visible.map(({ id }) => id);
    expect([listed({}), listed({ include_negative: true }), listed({ only_negative: true })]).toEqual([
      [1],
      [1, 3],
      [3],
    ]);
  });

  // Written out by hand, independent of the code.
  const combinations: readonly [DiscountFilters, Kind[]][] = [
    [{}, ['normal', 'full', 'fullOfCents', 'cents', 'cancelled']],
    [{ only_counting: true }, ['normal', 'full', 'fullOfCents', 'cents']],
    [{ only_full: true }, ['full', 'fullOfCents']],
    [
      { include_negative: true },
      ['normal', 'full', 'fullOfCents', 'cents', 'negative', 'negativeCents', 'negativeFull', 'cancelled'],
    ],
    [{ only_negative: true }, ['negative', 'negativeCents', 'negativeFull']],
    [{ hide_rounding: true }, ['normal', 'full', 'fullOfCents', 'cancelled']],
    [{ only_full: true, include_negative: true }, ['full', 'fullOfCents', 'negativeFull']],
    [{ only_full: true, only_negative: true }, ['negativeFull']],
    [{ only_full: true, hide_rounding: true }, ['full', 'fullOfCents']],
    [{ only_negative: true, hide_rounding: true }, ['negative', 'negativeFull']],
    [
      { include_negative: true, hide_rounding: true },
      ['normal', 'full', 'fullOfCents', 'negative', 'negativeFull', 'cancelled'],
    ],
    [
      { only_counting: true, include_negative: true, hide_rounding: true },
      ['normal', 'full', 'fullOfCents', 'negative', 'negativeFull'],
    ],
    [{ only_full: true, include_negative: true, hide_rounding: true }, ['full', 'fullOfCents', 'negativeFull']],
  ];

  it.each(combinations)('with %j leaves %j', (filters, kinds) => {
    expect(selectDiscounts(ALL, filters).visible).toEqual(kinds.map((kind) => ORDERS[kind]));
  });

  it.each(combinations)('with %j counts for each option the orders that the list would have', (filters) => {
    const { counts } = selectDiscounts(ALL, filters);
    const lengthWith = (choice: DiscountFilters) => selectDiscounts(ALL, { ...filters, ...choice }).visible.length;
    expect(counts).toEqual({
      only_full: lengthWith({ only_full: true }),
      hide_rounding: lengthWith({ hide_rounding: true }),
      only_counting: lengthWith({ only_counting: true }),
      positive: lengthWith({ include_negative: false, only_negative: false }),
      both: lengthWith({ include_negative: true, only_negative: false }),
      negative: lengthWith({ include_negative: false, only_negative: true }),
    });
  });

  it('has the negative discounts that the sums leave out, of those that pass the other filters', () => {
    const left = (filters: DiscountFilters) => selectDiscounts(ALL, filters).withoutNegative;
    expect(left({ hide_rounding: true })).toEqual([ORDERS.negative, ORDERS.negativeFull]);
    expect([left({ include_negative: true }), left({ only_negative: true })]).toEqual([[], []]);
  });
});
