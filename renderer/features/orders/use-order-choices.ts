import { useMemo } from 'react';
import type { OrderStatus } from '../../../shared/contract/orders.ts';
import type { Period } from '../../../shared/periods.ts';
import { useChosenShop } from '../../components/filters/use-chosen-place.ts';
import { periodChoice, useChosenPeriod } from '../../components/period-picker/use-chosen-period.ts';
import { useToday } from '../../components/period-picker/use-today.ts';
import { useOfferChoices } from '../../lib/address/saveable-choices.ts';
import { usePageState, writeState } from '../../lib/address/use-page-state.ts';
import type { OrderSearch } from './list-orders.ts';
import { ORDERS_FIELDS } from './orders-fields.ts';

type Sort = OrderSearch['sort'];

const NO_STATUSES: readonly OrderStatus[] = [];

/** The newest first: the order of the list unless another one is chosen. */
const NEWEST_FIRST = '-date_purchased';

/** What is chosen on the page of orders, as its address says, and what the API is asked for because of it. */
export function useOrderChoices() {
  const today = useToday();
  const [state, change] = usePageState(ORDERS_FIELDS);
  const { location_id: locationId = null, status = NO_STATUSES, payment_term, is_paid, q = '' } = state;
  // Where a link names a location, all of its shops are meant, and not the preferred one.
  const shop = useChosenShop(locationId === null ? state.shop_id : (state.shop_id ?? null));
  const shopId = shop.id;
  const period = useChosenPeriod(state.period);
  useOfferChoices(writeState(ORDERS_FIELDS, { period: periodChoice(period, today), shop_id: shopId }));
  const { from, to } = period;
  const sort = state.sort ?? NEWEST_FIRST;

  const search = useMemo(
    (): OrderSearch => ({
      from,
      to,
      shop_id: shopId ?? undefined,
      location_id: locationId ?? undefined,
      status: status.length === 0 ? undefined : [...status],
      payment_term,
      is_paid,
      q: q === '' ? undefined : q,
      sort,
    }),
    [from, to, shopId, locationId, status, payment_term, is_paid, q, sort],
  );

  return {
    today,
    search,
    status,
    isFiltered:
      shopId !== null ||
      locationId !== null ||
      status.length > 0 ||
      payment_term !== undefined ||
      is_paid !== undefined ||
      q !== '',
    change,
    chooseShop: (chosen: number | null) => change({ shop_id: shop.choiceOf(chosen) }),
    choosePeriod: (chosen: Period) => change({ period: periodChoice(chosen, today) }),
    searchFor: (term: string) => change({ q: term === '' ? undefined : term }, { replaces: true }),
    sortBy: (next: string | undefined) => change({ sort: chosenSort(next, sort) }),
    /** Takes off every filter but the period. */
    clearFilters: () =>
      change({
        shop_id: shop.choiceOf(null),
        location_id: undefined,
        status: undefined,
        payment_term: undefined,
        is_paid: undefined,
        q: undefined,
      }),
  };
}

/** After the newest first come the oldest: without this, the header of the dates would change nothing. */
function chosenSort(next: string | undefined, now: Sort): Sort {
  if (next === undefined) return now === NEWEST_FIRST ? 'date_purchased' : undefined;
  return ORDERS_FIELDS.sort.read(next);
}
