import { useMemo } from 'react';
import { ORDER_SORTS, ORDER_STATUSES, type OrderStatus, PAYMENT_TERMS } from '../../../shared/contract/orders.ts';
import { EVERYWHERE, savedPlace, useChosenPlace } from '../../components/filters/chosen-shop.ts';
import { nextSort } from '../../components/list/next-sort.ts';
import { periodChoice, useChosenPeriod, useToday } from '../../components/period-picker/chosen-period.ts';
import {
  choiceField,
  choicesField,
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

/** The newest first: the order of the list unless another one is chosen. */
const NEWEST_FIRST = '-date_purchased';

/** The choices on the page, all of which the address holds, and the search of the API that follows from them. */
export function useOrderChoices() {
  const today = useToday();
  const [state, change] = usePageState(ORDERS_FIELDS);
  const { status = NO_STATUSES, payment_term, is_paid, customer_id, q = '' } = state;
  const place = useChosenPlace(state);
  const { shopIds, locationIds } = place;
  const { period, choice } = useChosenPeriod(state.period);
  useOfferChoices(writeState(ORDERS_FIELDS, { period: choice, ...savedPlace(place) }));
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
    choosePlace: (chosen: Place) => change(place.choicesOf(chosen)),
    choosePeriod: (chosen: PeriodChoice) => change({ period: periodChoice(chosen, today) }),
    searchFor: (term: string) => change({ q: term === '' ? undefined : term }, { replaces: true }),
    sortBy: (next: string | undefined) => change({ sort: nextSort(ORDERS_FIELDS.sort, next, sort, NEWEST_FIRST) }),
    /** Takes off every filter but the period. */
    clearFilters: () =>
      change({
        ...place.choicesOf(EVERYWHERE),
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
  status: choicesField(ORDER_STATUSES),
  payment_term: choiceField(PAYMENT_TERMS),
  is_paid: flagField,
  customer_id: idField,
  q: searchField,
  sort: choiceField(ORDER_SORTS),
};
