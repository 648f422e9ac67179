import { useMemo } from 'react';
import { ORDER_SORTS, ORDER_STATUSES, type OrderStatus, PAYMENT_TERMS } from '../../../shared/contract/orders.ts';
import { EVERYWHERE, toSavedPlace, useChosenPlace } from '../../components/filters/chosen-shop.ts';
import { getNextSort } from '../../components/list/next-sort.ts';
import { toPreset, useChosenPeriod, useToday } from '../../components/period-picker/chosen-period.ts';
import {
  createChoiceField,
  createChoicesField,
  flagField,
  idField,
  idsField,
  type PeriodChoice,
  periodField,
  searchField,
} from '../../lib/address/fields.ts';
import { useOfferChoices, usePageState, writeState } from '../../lib/address/navigation.ts';
import type { Place } from '../../lib/queries/shops.ts';
import type { OrderSearch } from './queries.ts';

const NO_STATUSES: readonly OrderStatus[] = [];

/** The default sort. */
const NEWEST_FIRST = '-date_purchased';

/** The choices on the page, which are stored in the address, and the API search for them. */
export function useOrderChoices() {
  const today = useToday();
  const [state, change] = usePageState(ORDERS_FIELDS);
  const { status = NO_STATUSES, payment_term, is_paid, customer_id, q = '' } = state;
  const place = useChosenPlace(state);
  const { shopIds, locationIds } = place;
  const { period, choice } = useChosenPeriod(state.period);
  useOfferChoices(writeState(ORDERS_FIELDS, { period: choice, ...toSavedPlace(place) }));
  const { from, to } = period;
  const sort = state.sort ?? NEWEST_FIRST;

  const search = useMemo(
    (): OrderSearch => ({
      from,
      to,
      shop_id: shopIds ?? undefined,
      location_id: locationIds ?? undefined,
      status: status.length === 0 ? undefined : [...status],
      payment_term,
      is_paid,
      customer_id: customer_id ?? undefined,
      q: q === '' ? undefined : q,
      sort,
    }),
    [from, to, shopIds, locationIds, status, payment_term, is_paid, customer_id, q, sort],
  );

  return {
    today,
    period: choice,
    search,
    place,
    status,
    isFiltered: [
      ...[search.shop_id, search.location_id, search.status, payment_term, is_paid, search.customer_id, search.q],
    ].some((filter) => filter !== undefined),
    change,
    choosePlace: (chosen: Place) => change(place.toChoices(chosen)),
    choosePeriod: (chosen: PeriodChoice) => change({ period: toPreset(chosen, today) }),
    searchFor: (term: string) => change({ q: term === '' ? undefined : term }, { replaces: true }),
    sortBy: (next: string | undefined) => change({ sort: getNextSort(ORDERS_FIELDS.sort, next, sort, NEWEST_FIRST) }),
    /** Clears every filter except the period. */
    clearFilters: () =>
      change({
        ...place.toChoices(EVERYWHERE),
        status: undefined,
        payment_term: undefined,
        is_paid: undefined,
        customer_id: undefined,
        q: undefined,
      }),
  };
}

export type OrderChoices = ReturnType<typeof useOrderChoices>;

const ORDERS_FIELDS = {
  period: periodField,
  shop_id: idsField,
  location_id: idsField,
  status: createChoicesField(ORDER_STATUSES),
  payment_term: createChoiceField(PAYMENT_TERMS),
  is_paid: flagField,
  customer_id: idField,
  q: searchField,
  sort: createChoiceField(ORDER_SORTS),
};
