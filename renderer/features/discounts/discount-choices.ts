import { useMemo } from 'react';
import {
  type DiscountOrder,
  MAX_DISCOUNT_BOUND,
  MAX_DISCOUNT_PERCENTAGE,
} from '../../../shared/contract/discount-orders.ts';
import { type DiscountFilters, hasKnownLines, isDiscountListed } from '../../../shared/discounts.ts';
import { EVERYWHERE, toSavedPlace, useChosenPlace } from '../../components/filters/chosen-shop.ts';
import { getNextSort } from '../../components/list/next-sort.ts';
import { toPreset, useChosenPeriod, useToday } from '../../components/period-picker/chosen-period.ts';
import {
  createBoundField,
  createChoiceField,
  flagField,
  idsField,
  type PeriodChoice,
  periodField,
} from '../../lib/address/fields.ts';
import { useOfferChoices, usePageState, writeState } from '../../lib/address/navigation.ts';
import type { Place } from '../../lib/queries/shops.ts';

/** The choices on the page, which are stored in the address, and functions that change them. */
export function useDiscountChoices() {
  const today = useToday();
  const [state, change] = usePageState(DISCOUNT_FIELDS);
  const { period, choice } = useChosenPeriod(state.period);
  const place = useChosenPlace(state);
  useOfferChoices(writeState(DISCOUNT_FIELDS, { period: choice, ...toSavedPlace(place) }));
  const { sort = NEWEST_FIRST } = state;
  const filters = useMemo(() => pickFilters(state), [state]);
  return {
    today,
    period,
    periodChoice: choice,
    place,
    filters,
    groupBy: state.group_by ?? null,
    sort,
    isFiltered: place.shopIds !== null || place.locationIds !== null || Object.keys(filters).length > 0,
    choosePeriod: (chosen: PeriodChoice) => change({ period: toPreset(chosen, today) }),
    choosePlace: (chosen: Place) => change(place.toChoices(chosen)),
    toggle: (name: DiscountSwitch, isOn: boolean) => change({ [name]: isOn || undefined }),
    chooseSign: (sign: DiscountSign) =>
      change({ include_negative: sign === 'both' || undefined, only_negative: sign === 'negative' || undefined }),
    removeFilter: (name: DiscountFilter) => change({ [name]: undefined }),
    /** Typing replaces the history entry that the first letter added. */
    chooseBound: (name: DiscountBound, bound: number | undefined) =>
      change({ [name]: bound }, { replaces: state[name] !== undefined }),
    sortBy: (next: string | undefined) => change({ sort: getNextSort(DISCOUNT_FIELDS.sort, next, sort, NEWEST_FIRST) }),
    chooseGrouping: (chosen: typeof state.group_by) => change({ group_by: chosen }),
    clearFilters: () =>
      change({
        ...place.toChoices(EVERYWHERE),
        ...Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined])),
      }),
  };
}

export type DiscountChoices = ReturnType<typeof useDiscountChoices>;

export const GROUPINGS = ['shop', 'location', 'day', 'customer'] as const;

export type Grouping = (typeof GROUPINGS)[number];

/**
 * The columns that can be sorted. The window sorts, as one answer has all orders. The names are those of the columns.
 */
export const SORTED_COLUMNS = [
  ...(['order_number', 'date_purchased', 'shop', 'status', 'customer_name', 'customer_email'] as const),
  ...(['discount_value_wt', 'discount_value_ex_wt', 'discount_percentage', 'value_wt', 'value_ex_wt'] as const),
] as const;

type DiscountSort = (typeof SORTED_COLUMNS)[number] | `-${(typeof SORTED_COLUMNS)[number]}`;

const DISCOUNT_SORTS: readonly DiscountSort[] = SORTED_COLUMNS.flatMap((id) => [id, `-${id}`] as const);

const NEWEST_FIRST: DiscountSort = '-date_purchased';

/** The maximum of each lower bound: percent, and euros including VAT. */
export const DISCOUNT_BOUNDS = {
  min_percentage: MAX_DISCOUNT_PERCENTAGE,
  min_discount_wt: MAX_DISCOUNT_BOUND,
} as const;

export type DiscountBound = keyof typeof DISCOUNT_BOUNDS;

/** The name of a filter in the address. */
export type DiscountFilter = keyof DiscountFilters;

/** The filters in the order of their chips. */
const FILTER_FIELDS = {
  only_full: flagField,
  hide_rounding: flagField,
  only_counting: flagField,
  only_negative: flagField,
  include_negative: flagField,
  min_percentage: createBoundField(DISCOUNT_BOUNDS.min_percentage),
  min_discount_wt: createBoundField(DISCOUNT_BOUNDS.min_discount_wt),
} satisfies Record<DiscountFilter, unknown>;

const FILTER_NAMES = Object.keys(FILTER_FIELDS) as readonly DiscountFilter[];

/** Picks the filters that are set. With only negative discounts, `include_negative` adds nothing. */
function pickFilters(state: DiscountFilters): DiscountFilters {
  const isSet = (name: DiscountFilter) => state[name] !== undefined && state[name] !== false;
  const names = FILTER_NAMES.filter((name) => isSet(name) && !(name === 'include_negative' && state.only_negative));
  return Object.fromEntries(names.map((name) => [name, state[name]]));
}

const DISCOUNT_FIELDS = {
  period: periodField,
  shop_id: idsField,
  location_id: idsField,
  ...FILTER_FIELDS,
  group_by: createChoiceField(GROUPINGS),
  sort: createChoiceField(DISCOUNT_SORTS),
};

/** The same names are used in the address, the API and the export. */
export const DISCOUNT_SWITCHES = ['only_full', 'hide_rounding', 'only_counting'] as const;

export type DiscountSwitch = (typeof DISCOUNT_SWITCHES)[number];

/** The filters of each choice. */
export const DISCOUNT_SIGNS = {
  positive: { include_negative: false, only_negative: false },
  both: { include_negative: true, only_negative: false },
  negative: { include_negative: false, only_negative: true },
} as const;

export type DiscountSign = keyof typeof DISCOUNT_SIGNS;

export function getSign({ include_negative, only_negative }: DiscountFilters): DiscountSign {
  if (only_negative) return 'negative';
  return include_negative ? 'both' : 'positive';
}

export interface SelectedDiscounts {
  readonly visible: readonly DiscountOrder[];
  /** `false` if the platform does not provide the order lines that percentages are calculated from. */
  readonly hasPercentages: boolean;
  /** Negative discounts that match every other filter but are in none of the sums. */
  readonly withoutNegative: readonly DiscountOrder[];
  /** If nothing matches: a filter whose removal would help, and the number of matches then; `null` if there is none. */
  readonly emptying: { readonly filter: DiscountFilter; readonly count: number } | null;
  /** The number of orders in the list with each choice, with the other filters unchanged. */
  readonly counts: Readonly<Record<DiscountSwitch | DiscountSign, number>>;
}

/** The orders that match the filters. `all` must include those with negative discounts. */
export function selectDiscounts(all: readonly DiscountOrder[], filters: DiscountFilters): SelectedDiscounts {
  const select = (changes: DiscountFilters) => {
    const changed = { ...filters, ...changes };
    return all.filter((order) => isDiscountListed(order, changed));
  };
  const visible = select({});
  const { positive, both, negative } = DISCOUNT_SIGNS;
  return {
    hasPercentages: hasKnownLines(all),
    visible,
    emptying: visible.length === 0 ? findEmptyingFilter(filters, select) : null,
    withoutNegative: getSign(filters) === 'positive' ? select(negative) : [],
    counts: {
      only_full: select({ only_full: true }).length,
      hide_rounding: select({ hide_rounding: true }).length,
      only_counting: select({ only_counting: true }).length,
      positive: select(positive).length,
      both: select(both).length,
      negative: select(negative).length,
    },
  };
}

function findEmptyingFilter(
  filters: DiscountFilters,
  select: (changes: DiscountFilters) => readonly DiscountOrder[],
): SelectedDiscounts['emptying'] {
  const names = Object.keys(filters) as readonly DiscountFilter[];
  const without = names.map((filter) => ({ filter, count: select({ [filter]: undefined }).length }));
  return without.find(({ count }) => count > 0) ?? null;
}
