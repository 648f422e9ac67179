import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import {
  DISCOUNT_SWITCHES,
  type DiscountSwitch,
  type DiscountSwitches,
  LEAVES,
  SWITCHED,
} from './discount-switches.ts';

export interface DiscountSelection {
  readonly shown: readonly DiscountOrder[];
  /** Of what the other switches leave: how many orders a switch is about. */
  readonly counts: Readonly<Record<DiscountSwitch, number>>;
  /** How many orders come into the list when a switch is turned over. */
  readonly hidden: Readonly<Record<DiscountSwitch, number>>;
}

/** What the switches leave of all orders with a discount, negative ones included, and what they hide. */
export function selectDiscounts(
  orders: readonly DiscountOrder[],
  switches: DiscountSwitches,
): DiscountSelection {
  const leaves = (name: DiscountSwitch, order: DiscountOrder) => LEAVES[name](order, switches[name]);
  const tally = (meets: (order: DiscountOrder, name: DiscountSwitch) => boolean) =>
    countPerSwitch((name) => {
      const others = DISCOUNT_SWITCHES.filter((other) => other !== name);
      const isCounted = (order: DiscountOrder) =>
        meets(order, name) && others.every((other) => leaves(other, order));
      return orders.filter(isCounted).length;
    });
  return {
    shown: orders.filter((order) => DISCOUNT_SWITCHES.every((name) => leaves(name, order))),
    counts: tally((order, name) => SWITCHED[name](order)),
    hidden: tally((order, name) => !leaves(name, order)),
  };
}

function countPerSwitch(count: (name: DiscountSwitch) => number): Record<DiscountSwitch, number> {
  return {
    only_counting: count('only_counting'),
    only_full: count('only_full'),
    include_negative: count('include_negative'),
    hide_rounding: count('hide_rounding'),
  };
}
