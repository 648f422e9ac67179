import { useMemo } from 'react';
import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import {
  areLinesKnown,
  DISCOUNT_PERCENTAGES,
  isCounting,
  isDiscountFrom,
  isFullyDiscounted,
  isNegativeDiscount,
  isRoundingOnly,
} from '../../../shared/discounts.ts';
import { EVERYWHERE, useChosenPlace } from '../../components/filters/chosen-shop.ts';
import { nextSort } from '../../components/list/next-sort.ts';
import { periodChoice, useChosenPeriod, useToday } from '../../components/period-picker/chosen-period.ts';
import { choiceField, flagField, idsField, type PeriodChoice, periodField } from '../../lib/address/fields.ts';
import { useOfferChoices, usePageState, writeState } from '../../lib/address/navigation.ts';
import type { Place } from '../../lib/queries/shops.ts';

/** The choices on the page, all of which the address holds, and functions that change them. */
export function useDiscountChoices() {
  const today = useToday();
  const [state, change] = usePageState(DISCOUNT_FIELDS);
  const { period, choice } = useChosenPeriod(state.period);
  const place = useChosenPlace(state);
  useOfferChoices(writeState(DISCOUNT_FIELDS, { period: choice, shop_id: place.shopIds }));
  const { sort = NEWEST_FIRST } = state;
  const { only_counting = false, only_full = false, include_negative = false, hide_rounding = false } = state;
  const switches: DiscountSwitches = useMemo(
    () => ({ only_counting, only_full, include_negative, hide_rounding }),
    [only_counting, only_full, include_negative, hide_rounding],
  );
  return {
    today,
    period,
    periodChoice: choice,
    place,
    switches,
    minPercentage: state.min_percentage ?? null,
    groupBy: state.group_by ?? null,
    sort,
    isFiltered:
      place.shopIds !== null ||
      place.locationIds !== null ||
      state.min_percentage !== undefined ||
      Object.values(switches).includes(true),
    choosePeriod: (chosen: PeriodChoice) => change({ period: periodChoice(chosen, today) }),
    choosePlace: (chosen: Place) => change(place.choicesOf(chosen)),
    toggle: (name: DiscountSwitch, isOn: boolean) => change({ [name]: isOn || undefined }),
    choosePercentage: (chosen: typeof state.min_percentage) => change({ min_percentage: chosen }),
    sortBy: (next: string | undefined) => change({ sort: nextSort(DISCOUNT_FIELDS.sort, next, sort, NEWEST_FIRST) }),
    chooseGrouping: (chosen: typeof state.group_by) => change({ group_by: chosen }),
    clearFilters: () =>
      change({
        ...place.choicesOf(EVERYWHERE),
        min_percentage: undefined,
        only_counting: undefined,
        only_full: undefined,
        include_negative: undefined,
        hide_rounding: undefined,
      }),
  };
}

export type DiscountChoices = ReturnType<typeof useDiscountChoices>;

export const GROUPINGS = ['shop', 'location', 'day', 'customer'] as const;

export type Grouping = (typeof GROUPINGS)[number];

/** The columns that the window sorts by, as all orders are in one answer. The names are those of the columns. */
export const SORTED_COLUMNS = [
  ...(['order_number', 'date_purchased', 'shop', 'status', 'customer_name', 'customer_email'] as const),
  ...(['discount_value_wt', 'discount_value_ex_wt', 'discount_percentage', 'value_wt', 'value_ex_wt'] as const),
] as const;

type DiscountSort = (typeof SORTED_COLUMNS)[number] | `-${(typeof SORTED_COLUMNS)[number]}`;

const DISCOUNT_SORTS: readonly DiscountSort[] = SORTED_COLUMNS.flatMap((id) => [id, `-${id}`] as const);

const NEWEST_FIRST: DiscountSort = '-date_purchased';

const DISCOUNT_FIELDS = {
  period: periodField,
  shop_id: idsField,
  location_id: idsField,
  only_counting: flagField,
  only_full: flagField,
  include_negative: flagField,
  hide_rounding: flagField,
  min_percentage: choiceField(DISCOUNT_PERCENTAGES),
  group_by: choiceField(GROUPINGS),
  sort: choiceField(DISCOUNT_SORTS),
};

/** The names are those of the address and of the export. */
export const DISCOUNT_SWITCHES = ['only_counting', 'only_full', 'include_negative', 'hide_rounding'] as const;

export type DiscountSwitch = (typeof DISCOUNT_SWITCHES)[number];

export type DiscountSwitches = Readonly<Record<DiscountSwitch, boolean>>;

const SWITCHED: Readonly<Record<DiscountSwitch, (order: DiscountOrder) => boolean>> = {
  only_counting: isCounting,
  only_full: isFullyDiscounted,
  include_negative: isNegativeDiscount,
  hide_rounding: isRoundingOnly,
};

/** Whether the list has an order as far as one switch is concerned. */
function passes(name: DiscountSwitch, order: DiscountOrder, isOn: boolean): boolean {
  const isSwitched = SWITCHED[name](order);
  if (name === 'include_negative') return isOn || !isSwitched;
  return !isOn || isSwitched === name.startsWith('only');
}

export interface DiscountSelection {
  readonly visible: readonly DiscountOrder[];
  /** False if the platform does not give the lines, without which there is no percentage to select by. */
  readonly hasPercentages: boolean;
  /** Of the chosen percentage, whatever the switches leave out. */
  readonly total: number;
  /** Negative discounts that are in none of the sums: they pass every other switch. */
  readonly withoutNegative: readonly DiscountOrder[];
  /** Of the orders that pass the other switches: how many a switch is about. */
  readonly counts: Readonly<Record<DiscountSwitch, number>>;
  /** How many orders would be added to the list by toggling a switch. */
  readonly hidden: Readonly<Record<DiscountSwitch, number>>;
}

/** The orders that pass all switches, out of all orders with a discount, negative ones included. */
export function selectDiscounts(
  all: readonly DiscountOrder[],
  switches: DiscountSwitches,
  minPercentage: string | null,
): DiscountSelection {
  const orders = minPercentage === null ? all : all.filter((order) => isDiscountFrom(order, Number(minPercentage)));
  const passesAll = (order: DiscountOrder, names: readonly DiscountSwitch[]) =>
    names.every((name) => passes(name, order, switches[name]));
  const tally = (isCounted: (order: DiscountOrder, name: DiscountSwitch) => boolean) => {
    const counts = DISCOUNT_SWITCHES.map((name) => {
      const others = DISCOUNT_SWITCHES.filter((other) => other !== name);
      return [name, orders.filter((order) => isCounted(order, name) && passesAll(order, others)).length];
    });
    return Object.fromEntries(counts) as Record<DiscountSwitch, number>;
  };
  return {
    hasPercentages: areLinesKnown(all),
    total: orders.length,
    visible: orders.filter((order) => passesAll(order, DISCOUNT_SWITCHES)),
    withoutNegative: orders.filter(
      (order) =>
        !passes('include_negative', order, switches.include_negative) &&
        passesAll(
          order,
          DISCOUNT_SWITCHES.filter((name) => name !== 'include_negative'),
        ),
    ),
    counts: tally((order, name) => SWITCHED[name](order)),
    hidden: tally((order, name) => !passes(name, order, switches[name])),
  };
}
