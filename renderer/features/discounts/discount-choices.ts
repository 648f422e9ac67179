import { useMemo } from 'react';
import {
  type DiscountOrder,
  MAX_DISCOUNT_BOUND,
  MAX_DISCOUNT_PERCENTAGE,
} from '../../../shared/contract/discount-orders.ts';
import { type DiscountFilters, hasKnownLines, isDiscountListed } from '../../../shared/discounts.ts';
import { EVERYWHERE, savedPlace, useChosenPlace } from '../../components/filters/chosen-shop.ts';
import { nextSort } from '../../components/list/next-sort.ts';
import { periodChoice, useChosenPeriod, useToday } from '../../components/period-picker/chosen-period.ts';
import {
  boundField,
  choiceField,
  flagField,
  idsField,
  type PeriodChoice,
  periodField,
} from '../../lib/address/fields.ts';
import { useOfferChoices, usePageState, writeState } from '../../lib/address/navigation.ts';
import type { Place } from '../../lib/queries/shops.ts';

/** The choices on the page, all of which the address holds, and functions that change them. */
export function useDiscountChoices() {
  const today = useToday();
  const [state, change] = usePageState(DISCOUNT_FIELDS);
  const { period, choice } = useChosenPeriod(state.period);
  const place = useChosenPlace(state);
  useOfferChoices(writeState(DISCOUNT_FIELDS, { period: choice, ...savedPlace(place) }));
  const { sort = NEWEST_FIRST } = state;
  const { only_full, hide_rounding, only_counting, include_negative, only_negative } = state;
  const { min_percentage, min_discount_wt } = state;
  const filters: DiscountFilters = useMemo(
    () => ({
      ...(only_full && { only_full }),
      ...(hide_rounding && { hide_rounding }),
      ...(only_counting && { only_counting }),
      ...(only_negative ? { only_negative } : include_negative && { include_negative }),
      ...(min_percentage !== undefined && { min_percentage }),
      ...(min_discount_wt !== undefined && { min_discount_wt }),
    }),
    [only_full, hide_rounding, only_counting, include_negative, only_negative, min_percentage, min_discount_wt],
  );
  return {
    today,
    period,
    periodChoice: choice,
    place,
    filters,
    groupBy: state.group_by ?? null,
    sort,
    isFiltered: place.shopIds !== null || place.locationIds !== null || Object.keys(filters).length > 0,
    choosePeriod: (chosen: PeriodChoice) => change({ period: periodChoice(chosen, today) }),
    choosePlace: (chosen: Place) => change(place.choicesOf(chosen)),
    toggle: (name: DiscountSwitch, isOn: boolean) => change({ [name]: isOn || undefined }),
    chooseSign: (sign: DiscountSign) =>
      change({ include_negative: sign === 'both' || undefined, only_negative: sign === 'negative' || undefined }),
    takeOff: (name: DiscountFilter) => change({ [name]: undefined }),
    /** Typed text changes the history entry that its first letter made. */
    chooseBound: (name: DiscountBound, bound: number | undefined) =>
      change({ [name]: bound }, { replaces: state[name] !== undefined }),
    sortBy: (next: string | undefined) => change({ sort: nextSort(DISCOUNT_FIELDS.sort, next, sort, NEWEST_FIRST) }),
    chooseGrouping: (chosen: typeof state.group_by) => change({ group_by: chosen }),
    clearFilters: () =>
      change({
        ...place.choicesOf(EVERYWHERE),
        include_negative: undefined,
        only_negative: undefined,
        only_full: undefined,
        hide_rounding: undefined,
        only_counting: undefined,
        min_percentage: undefined,
        min_discount_wt: undefined,
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

/** From which on discounts are listed: percent, and euros including VAT. */
export const DISCOUNT_BOUNDS = {
  min_percentage: MAX_DISCOUNT_PERCENTAGE,
  min_discount_wt: MAX_DISCOUNT_BOUND,
} as const;

export type DiscountBound = keyof typeof DISCOUNT_BOUNDS;

const DISCOUNT_FIELDS = {
  period: periodField,
  shop_id: idsField,
  location_id: idsField,
  only_full: flagField,
  hide_rounding: flagField,
  only_counting: flagField,
  include_negative: flagField,
  only_negative: flagField,
  min_percentage: boundField(DISCOUNT_BOUNDS.min_percentage),
  min_discount_wt: boundField(DISCOUNT_BOUNDS.min_discount_wt),
  group_by: choiceField(GROUPINGS),
  sort: choiceField(DISCOUNT_SORTS),
};

/** The names are those of the address, of the API and of the export. */
export const DISCOUNT_SWITCHES = ['only_full', 'hide_rounding', 'only_counting'] as const;

export type DiscountSwitch = (typeof DISCOUNT_SWITCHES)[number];

/** A filter by its name in the address. */
export type DiscountFilter = keyof DiscountFilters;

/** Each with the filters that choose it. */
export const DISCOUNT_SIGNS = {
  positive: { include_negative: false, only_negative: false },
  both: { include_negative: true, only_negative: false },
  negative: { include_negative: false, only_negative: true },
} as const;

export type DiscountSign = keyof typeof DISCOUNT_SIGNS;

export function signOf({ include_negative, only_negative }: DiscountFilters): DiscountSign {
  if (only_negative) return 'negative';
  return include_negative ? 'both' : 'positive';
}

export interface DiscountSelection {
  readonly visible: readonly DiscountOrder[];
  /** False if the platform does not give the lines, without which there is no percentage to select by. */
  readonly hasPercentages: boolean;
  /** Negative discounts that are in none of the sums: they pass every other filter. */
  readonly withoutNegative: readonly DiscountOrder[];
  /** Where the filters leave nothing: one without which they leave something, and how much; null if there is none. */
  readonly emptying: { readonly filter: DiscountFilter; readonly count: number } | null;
  /** How many orders the list would have with that choice, the other filters as they are. */
  readonly counts: Readonly<Record<DiscountSwitch | DiscountSign, number>>;
}

/** The orders that the filters select, out of all orders with a discount, negative ones included. */
export function selectDiscounts(all: readonly DiscountOrder[], filters: DiscountFilters): DiscountSelection {
  const selected = (changes: DiscountFilters) => {
    const changed = { ...filters, ...changes };
    return all.filter((order) => isDiscountListed(order, changed));
  };
  const visible = selected({});
  const { positive, both, negative } = DISCOUNT_SIGNS;
  return {
    hasPercentages: hasKnownLines(all),
    visible,
    emptying: visible.length === 0 ? emptyingFilter(filters, selected) : null,
    withoutNegative: signOf(filters) === 'positive' ? selected(negative) : [],
    counts: {
      only_full: selected({ only_full: true }).length,
      hide_rounding: selected({ hide_rounding: true }).length,
      only_counting: selected({ only_counting: true }).length,
      positive: selected(positive).length,
      both: selected(both).length,
      negative: selected(negative).length,
    },
  };
}

function emptyingFilter(
  filters: DiscountFilters,
  selected: (changes: DiscountFilters) => readonly DiscountOrder[],
): DiscountSelection['emptying'] {
  const names = Object.keys(filters) as readonly DiscountFilter[];
  const without = names.map((filter) => ({ filter, count: selected({ [filter]: undefined }).length }));
  return without.find(({ count }) => count > 0) ?? null;
}
