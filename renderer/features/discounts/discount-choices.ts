import { useMemo } from 'react';
import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import { isCounting, isFullyDiscounted, isNegativeDiscount, isRoundingOnly } from '../../../shared/discounts.ts';
import type { Period } from '../../../shared/periods.ts';
import { useChosenShop } from '../../components/filters/chosen-shop.ts';
import { periodChoice, useChosenPeriod, useToday } from '../../components/period-picker/chosen-period.ts';
import { choiceField, flagField, idField, periodField } from '../../lib/address/fields.ts';
import { useOfferChoices, usePageState, writeState } from '../../lib/address/navigation.ts';

/** What is chosen on the page, and the ways to choose otherwise; all of it stands in the address. */
export function useDiscountChoices() {
  const today = useToday();
  const [state, change] = usePageState(DISCOUNT_FIELDS);
  const period = useChosenPeriod(state.period);
  const shop = useChosenShop(state.shop_id);
  useOfferChoices(writeState(DISCOUNT_FIELDS, { period: periodChoice(period, today), shop_id: shop.id }));
  const { only_counting = false, only_full = false, include_negative = false, hide_rounding = false } = state;
  const switches: DiscountSwitches = useMemo(
    () => ({ only_counting, only_full, include_negative, hide_rounding }),
    [only_counting, only_full, include_negative, hide_rounding],
  );
  return {
    today,
    period,
    shopId: shop.id,
    switches,
    groupBy: state.group_by ?? null,
    isFiltered: shop.id !== null || Object.values(switches).includes(true),
    choosePeriod: (chosen: Period) => change({ period: periodChoice(chosen, today) }),
    chooseShop: (chosen: number | null) => change({ shop_id: shop.choiceOf(chosen) }),
    turn: (name: DiscountSwitch, isOn: boolean) => change({ [name]: isOn || undefined }),
    chooseGrouping: (chosen: typeof state.group_by) => change({ group_by: chosen }),
    clearFilters: () =>
      change({
        shop_id: shop.choiceOf(null),
        only_counting: undefined,
        only_full: undefined,
        include_negative: undefined,
        hide_rounding: undefined,
      }),
  };
}

export type DiscountChoices = ReturnType<typeof useDiscountChoices>;

export const GROUPINGS = ['shop', 'day', 'customer'] as const;

export type Grouping = (typeof GROUPINGS)[number];

/** What the address of the list can say. */
const DISCOUNT_FIELDS = {
  period: periodField,
  shop_id: idField,
  only_counting: flagField,
  only_full: flagField,
  include_negative: flagField,
  hide_rounding: flagField,
  group_by: choiceField(GROUPINGS),
};

/** Under the names that the address and the export know them by. */
export const DISCOUNT_SWITCHES = ['only_counting', 'only_full', 'include_negative', 'hide_rounding'] as const;

export type DiscountSwitch = (typeof DISCOUNT_SWITCHES)[number];

export type DiscountSwitches = Readonly<Record<DiscountSwitch, boolean>>;

/** The orders that a switch is about. */
const SWITCHED: Readonly<Record<DiscountSwitch, (order: DiscountOrder) => boolean>> = {
  only_counting: isCounting,
  only_full: isFullyDiscounted,
  include_negative: isNegativeDiscount,
  hide_rounding: isRoundingOnly,
};

/** Whether a switch, as it stands, leaves an order in the list. */
const LEAVES: Readonly<Record<DiscountSwitch, (order: DiscountOrder, isOn: boolean) => boolean>> = {
  only_counting: (order, isOn) => !isOn || isCounting(order),
  only_full: (order, isOn) => !isOn || isFullyDiscounted(order),
  include_negative: (order, isOn) => isOn || !isNegativeDiscount(order),
  hide_rounding: (order, isOn) => !isOn || !isRoundingOnly(order),
};

export interface DiscountSelection {
  readonly shown: readonly DiscountOrder[];
  /** Of what the other switches leave: how many orders a switch is about. */
  readonly counts: Readonly<Record<DiscountSwitch, number>>;
  /** How many orders come into the list when a switch is turned over. */
  readonly hidden: Readonly<Record<DiscountSwitch, number>>;
}

/** What the switches leave of all orders with a discount, negative ones included, and what they hide. */
export function selectDiscounts(orders: readonly DiscountOrder[], switches: DiscountSwitches): DiscountSelection {
  const leaves = (name: DiscountSwitch, order: DiscountOrder) => LEAVES[name](order, switches[name]);
  const tally = (meets: (order: DiscountOrder, name: DiscountSwitch) => boolean) =>
    countPerSwitch((name) => {
      const others = DISCOUNT_SWITCHES.filter((other) => other !== name);
      const isCounted = (order: DiscountOrder) => meets(order, name) && others.every((other) => leaves(other, order));
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
