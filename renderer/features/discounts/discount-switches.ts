import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import {
  isCounting,
  isFullyDiscounted,
  isNegativeDiscount,
  isRoundingOnly,
} from '../../../shared/discount-kinds.ts';

/** Under the names that the address and the export know them by. */
export const DISCOUNT_SWITCHES = ['only_counting', 'only_full', 'include_negative', 'hide_rounding'] as const;
export type DiscountSwitch = (typeof DISCOUNT_SWITCHES)[number];
export type DiscountSwitches = Readonly<Record<DiscountSwitch, boolean>>;

/** The orders that a switch is about. */
export const SWITCHED: Readonly<Record<DiscountSwitch, (order: DiscountOrder) => boolean>> = {
  only_counting: isCounting,
  only_full: isFullyDiscounted,
  include_negative: isNegativeDiscount,
  hide_rounding: isRoundingOnly,
};

/** Whether a switch, as it stands, leaves an order in the list. */
export const LEAVES: Readonly<Record<DiscountSwitch, (order: DiscountOrder, isOn: boolean) => boolean>> = {
  only_counting: (order, isOn) => !isOn || isCounting(order),
  only_full: (order, isOn) => !isOn || isFullyDiscounted(order),
  include_negative: (order, isOn) => isOn || !isNegativeDiscount(order),
  hide_rounding: (order, isOn) => !isOn || !isRoundingOnly(order),
};
