import { describe, expect, it } from 'vitest';
import {
  DISCOUNT_SWITCHES,
  type DiscountSwitches,
  selectDiscounts,
} from '../../../../renderer/features/discounts/discount-choices.ts';
import { order } from './discount-order.ts';

/** One of each kind, and of some two kinds at once, by what they are. */
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
  it('leaves what is below a percentage out of the list, its counts and what is hidden', () => {
    // 10 % of one, 9.99 % of the other.
    const orders = [order(1, 90, 10), order(2, 90.01, 9.99), order(3, 0, 5), order(4, -90, -10), order(5, 0.05, 0.05)];
    const { visible, withoutNegative, total, counts } = selectDiscounts(orders, switchesOf('hide_rounding'), '10');
    expect(visible.map(({ id }) => id)).toEqual([1, 3]);
    expect([withoutNegative, total, counts.hide_rounding]).toEqual([[], 3, 1]);
    expect(selectDiscounts(orders, switchesOf(''), '50').visible.map(({ id }) => id)).toEqual([3, 5]);
  });

  // Written out by hand, so that the test does not think as the code does.
  const combinations: readonly [string, Kind[]][] = [
    ['', ['normal', 'full', 'fullOfCents', 'cents', 'cancelled']],
    ['only_counting', ['normal', 'full', 'fullOfCents', 'cents']],
    ['only_full', ['full', 'fullOfCents']],
    [
      'include_negative',
      ['normal', 'full', 'fullOfCents', 'cents', 'negative', 'negativeCents', 'negativeFull', 'cancelled'],
    ],
    ['hide_rounding', ['normal', 'full', 'fullOfCents', 'cancelled']],
    ['only_full include_negative', ['full', 'fullOfCents', 'negativeFull']],
    ['only_full hide_rounding', ['full', 'fullOfCents']],
    ['include_negative hide_rounding', ['normal', 'full', 'fullOfCents', 'negative', 'negativeFull', 'cancelled']],
    ['only_counting include_negative hide_rounding', ['normal', 'full', 'fullOfCents', 'negative', 'negativeFull']],
    ['only_full include_negative hide_rounding', ['full', 'fullOfCents', 'negativeFull']],
  ];

  it.each(combinations)('with %j leaves %j', (names, kinds) => {
    const { visible } = selectDiscounts(ALL, switchesOf(names), null);
    expect(visible).toEqual(kinds.map((kind) => ORDERS[kind]));
  });

  it('counts for each switch the orders that it is about, of those that the others leave', () => {
    expect(selectDiscounts(ALL, switchesOf(''), null).counts).toEqual({
      only_counting: 4,
      only_full: 2,
      include_negative: 3,
      hide_rounding: 1,
    });
    expect(selectDiscounts(ALL, switchesOf('include_negative hide_rounding'), null).counts).toEqual({
      only_counting: 5,
      only_full: 3,
      include_negative: 2,
      hide_rounding: 2,
    });
  });

  it.each(combinations)('with %j hides as many as come when a switch is turned over', (names) => {
    const switches = switchesOf(names);
    const { visible, hidden } = selectDiscounts(ALL, switches, null);
    for (const name of DISCOUNT_SWITCHES) {
      const turned = selectDiscounts(ALL, { ...switches, [name]: !switches[name] }, null).visible;
      expect(hidden[name]).toBe(Math.max(turned.length - visible.length, 0));
    }
  });
});

function switchesOf(names: string): DiscountSwitches {
  return {
    only_counting: names.includes('only_counting'),
    only_full: names.includes('only_full'),
    include_negative: names.includes('include_negative'),
    hide_rounding: names.includes('hide_rounding'),
  };
}
